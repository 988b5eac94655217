import type { Sql } from "../../../platform/db/index.ts";

export interface UploadRow {
  report_id: string;
  account_id: string;
  payment_id: string;
}

export async function saveUpload(sql: Sql, upload: UploadRow): Promise<void> {
  await sql`
    insert into report_upload (report_id, account_id, payment_id)
    values (${upload.report_id}, ${upload.account_id}, ${upload.payment_id})
    on conflict (report_id) do update set payment_id = excluded.payment_id`;
}

/** Locks the row, so that two uploads of the same file do not both decide who pays. */
export async function findUploadForUpdate(sql: Sql, reportId: string): Promise<UploadRow | undefined> {
  const [row] = await sql<UploadRow>`
    select report_id, account_id, payment_id from report_upload where report_id = ${reportId} for update`;
  return row;
}
