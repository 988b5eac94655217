import type { Viewer } from "../../../kernel/viewer.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { lockFile, type ReportRow, readableBy } from "../store.ts";

export type Upload = Pick<ReportRow, "report_id" | "account_id" | "uploaded_by" | "readers" | "file_title">;

const columns = (sql: Sql) => sql`report_id, account_id, uploaded_by, readers, file_title`;

/** One upload of the account that the viewer may read or, as an owner, may share. */
export async function findUpload(
  sql: Sql,
  viewer: Viewer & { isOwner: boolean },
  reportId: string,
): Promise<Upload | undefined> {
  const [row] = await sql<Upload>`
    select ${columns(sql)} from report
    where report_id = ${reportId} and account_id = ${viewer.accountId}
      and (${viewer.isOwner} or ${readableBy(sql, viewer)})`;
  return row;
}

/** The uploads of the account that not everyone may read: those the viewer may read and, for an owner, all. */
export async function listRestricted(
  sql: Sql,
  viewer: Viewer & { isOwner: boolean },
  limit: number,
): Promise<Upload[]> {
  return sql<Upload>`
    select ${columns(sql)} from report
    where account_id = ${viewer.accountId} and readers is not null
      and (${viewer.isOwner} or ${readableBy(sql, viewer)})
    order by created_at desc, report_id limit ${limit}`;
}

/**
 * Locks the file of an upload, so that it is not shared with the account twice, and the upload: in the order of an upload
 * of the same file, so that neither waits for the other.
 */
export async function lockUpload(sql: Sql, reportId: string): Promise<void> {
  const [row] = await sql<Pick<ReportRow, "account_id" | "file_sha256">>`
    select account_id, file_sha256 from report where report_id = ${reportId}`;
  if (!row) return;
  await lockFile(sql, row);
  await sql`select from report where report_id = ${reportId} for no key update`;
}

/** The report under which the whole account may read the same file, other than this one. */
export async function findSameFile(sql: Sql, reportId: string): Promise<string | undefined> {
  const [row] = await sql<{ report_id: string }>`
    select other.report_id from report join report other using (account_id, file_sha256)
    where report.report_id = ${reportId} and other.report_id <> ${reportId} and other.readers is null`;
  return row?.report_id;
}

export async function saveSharing(
  sql: Sql,
  { report_id, uploaded_by, readers }: Pick<Upload, "report_id" | "uploaded_by" | "readers">,
): Promise<void> {
  await sql`
    update report set uploaded_by = ${uploaded_by}, readers = ${readers}, sharing_changed_at = clock_timestamp()
    where report_id = ${report_id}`;
}
