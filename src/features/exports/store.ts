import type { TableFormat } from "../../kernel/table.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import type { Sql } from "../../platform/db/index.ts";
import type { Dataset, ExportFilter } from "./datasets.ts";

export interface ExportRow {
  export_id: string;
  account_id: string;
  /** Null when a key that no person created did. */
  requested_by: string | null;
  dataset: Dataset;
  format: TableFormat;
  filter: ExportFilter;
  /** Null for an export of an earlier version. */
  payment_id: string | null;
  attempts: number;
  state: "waiting" | "running" | "done" | "failed";
  row_count: number | null;
  file_sha256: string | null;
  file_bytes: number | null;
  reason: string | null;
  created_at: string;
  finished_at: string | null;
}

export async function addExport(
  sql: Sql,
  row: Pick<
    ExportRow,
    "export_id" | "account_id" | "requested_by" | "dataset" | "format" | "filter" | "payment_id"
  >,
): Promise<void> {
  await sql`
    insert into export (export_id, account_id, requested_by, dataset, format, filter, payment_id)
    values (${row.export_id}, ${row.account_id}, ${row.requested_by}, ${row.dataset}, ${row.format}, ${sql.json(row.filter)},
      ${row.payment_id})`;
}

/**
 * The exports of an account. One of reports is listed for the person who requested it, and no longer once a report in
 * it is kept from that person.
 */
export async function listExports(
  sql: Sql,
  viewer: Viewer,
  { datasets, most }: { datasets: readonly Dataset[]; most: number },
): Promise<ExportRow[]> {
  return sql<ExportRow>`
    select * from export
    where account_id = ${viewer.accountId} and dataset = any(${datasets})
      and (dataset <> 'reports' or coalesce(requested_by = ${viewer.userId}, requested_by is null) and not exists (
        select from report where report.account_id = ${viewer.accountId} and sharing_changed_at > export.created_at
          and report.created_at < coalesce(finished_at, now())
          and not may_read_report(report.account_id, readers, ${viewer.accountId}, ${viewer.userId}::text)))
    order by created_at desc, export_id limit ${most}`;
}

/**
 * For the job, which acts for the account that requested it: one more attempt to write an export. Undefined when it has
 * ended or is gone.
 */
export async function beginAttempt(sql: Sql, exportId: string): Promise<ExportRow | undefined> {
  const [row] = await sql<ExportRow>`
    update export set state = 'running', attempts = attempts + 1
    where export_id = ${exportId} and state not in ('done', 'failed') returning *`;
  return row;
}

/** An export that another worker has given up in the meantime, and refunded, stays failed. */
export async function markDone(
  sql: Sql,
  exportId: string,
  file: { sha256: string; bytes: number; rowCount: number },
): Promise<boolean> {
  const rows = await sql`
    update export set state = 'done', file_sha256 = ${file.sha256}, file_bytes = ${file.bytes},
      row_count = ${file.rowCount}, finished_at = now(), reason = null
    where export_id = ${exportId} and state = 'running' returning export_id`;
  return rows.length > 0;
}

export async function markFailed(sql: Sql, exportId: string, reason: string): Promise<void> {
  await sql`
    update export set state = 'failed', reason = ${reason}, finished_at = now() where export_id = ${exportId}`;
}

/** Deletes old exports; returns the files that no other export uses. */
export async function deleteOldExports(sql: Sql, daysMax: number): Promise<string[]> {
  const deleted = await sql<{ file_sha256: string | null }>`
    delete from export where created_at < now() - ${daysMax} * interval '1 day' returning file_sha256`;
  return deleted.flatMap(({ file_sha256 }) => file_sha256 ?? []);
}
