import type { Sql } from "../../../platform/db/index.ts";

export interface UploadRow {
  report_id: string;
  account_id: string;
  /** The payment of the report; while none is confirmed, the latest that claimed it. */
  payment_id: string;
  /** The payments of calls that claimed it and have not ended as far as is known. */
  unsettled: string[];
}

export async function saveUpload(sql: Sql, upload: UploadRow): Promise<void> {
  const { report_id, account_id, payment_id, unsettled } = upload;
  await sql`
    insert into report_upload (report_id, account_id, payment_id, unsettled)
    values (${report_id}, ${account_id}, ${payment_id}, ${unsettled})
    on conflict (report_id) do update set payment_id = excluded.payment_id, unsettled = excluded.unsettled`;
}

/** Locks the row, so that two uploads of the same file do not both decide who pays. */
export async function findUploadForUpdate(sql: Sql, reportId: string): Promise<UploadRow | undefined> {
  const [row] = await sql<UploadRow>`
    select report_id, account_id, payment_id, unsettled from report_upload
    where report_id = ${reportId} for update`;
  return row;
}

export async function listUnsettledUploads(
  sql: Sql,
  { after, limit }: { after: string; limit: number },
): Promise<{ report_id: string }[]> {
  return sql<{ report_id: string }>`
    select report_id from report_upload where unsettled <> '{}' and report_id > ${after}
    order by report_id limit ${limit}`;
}
