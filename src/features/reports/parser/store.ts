import type { Caller } from "../../../kernel/operation.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { readableBy } from "../store.ts";

export interface ParseJobRow {
  job_id: string;
  account_id: string;
  file_name: string;
  pdf_url: string | null;
  file_sha256: string | null;
  /** The person who requested it or, without one, the key. */
  requested_by: string | null;
  state: "waiting" | "fetching" | "reading" | "ready" | "failed" | "cancelled";
  reason: string | null;
  page_count: number | null;
  pages_done: number;
  extract_sha256: string | null;
  package_sha256: string | null;
  certificate: unknown;
  delivered_at: string | null;
  /** The payment id of the delivery; null also for deliveries before it was recorded. */
  delivered_payment: string | null;
}

const columns = (
  sql: Sql,
) => sql`job_id, account_id, requested_by, file_name, pdf_url, file_sha256, state, reason, page_count,
  pages_done, extract_sha256, package_sha256, certificate, delivered_at,
  delivered_payment`;

export interface ParseOwner {
  accountId: string;
  /** The person or, without one, the key. */
  requestedBy: string | null;
}

export const parseOwnerOf = ({ accountId, userId, keyId }: Caller): ParseOwner => ({
  accountId,
  requestedBy: userId ?? keyId,
});

export async function insertParseJob(
  sql: Sql,
  job: Pick<ParseJobRow, "job_id" | "account_id" | "requested_by" | "file_name" | "pdf_url" | "file_sha256">,
): Promise<void> {
  await sql`
    insert into parse_job (job_id, account_id, requested_by, file_name, pdf_url, file_sha256)
    values (${job.job_id}, ${job.account_id}, ${job.requested_by}, ${job.file_name}, ${job.pdf_url}, ${job.file_sha256})`;
}

/**
 * A job of the account that the viewer may see: their own, or one of a file that is not kept from them. A file is kept
 * from those who may read no upload of it while the account has one.
 */
export async function findReadableParseJob(
  sql: Sql,
  viewer: ParseOwner & Viewer,
  jobId: string,
): Promise<ParseJobRow | undefined> {
  const uploads = sql`
    select from report where report.account_id = job.account_id and report.file_sha256 = job.file_sha256`;
  const [row] = await sql<ParseJobRow>`
    select ${columns(sql)} from parse_job job
    where job_id = ${jobId} and account_id = ${viewer.accountId}
      and (requested_by = ${viewer.requestedBy} or not exists (${uploads})
        or exists (${uploads} and ${readableBy(sql, viewer, sql`report.`)}))`;
  return row;
}

/** For the job itself, which acts for its owner. */
export async function findParseJob(sql: Sql, jobId: string): Promise<ParseJobRow | undefined> {
  const [row] = await sql<ParseJobRow>`select ${columns(sql)} from parse_job where job_id = ${jobId}`;
  return row;
}

/** False when it was cancelled or erased in the meantime. */
export async function updateParseJob(
  sql: Sql,
  jobId: string,
  change: Partial<Pick<ParseJobRow, "state" | "reason" | "page_count" | "pages_done">>,
): Promise<boolean> {
  const rows = await sql`
    update parse_job set updated_at = clock_timestamp(), state = coalesce(${change.state ?? null}, state), reason = ${change.reason ?? null},
      page_count = coalesce(${change.page_count ?? null}, page_count),
      pages_done = coalesce(${change.pages_done ?? null}, pages_done)
    where job_id = ${jobId} and state <> 'cancelled' returning job_id`;
  return rows.length > 0;
}

export type ParseFile = "file_sha256" | "extract_sha256" | "package_sha256";
type ParseFiles = Pick<ParseJobRow, ParseFile>;

/**
 * Records a file of a job as soon as it exists, also of a cancelled one: erasing it finds its files by its row.
 * False when it was erased in the meantime.
 */
export async function recordParseFile(
  sql: Sql,
  jobId: string,
  { column, sha256 }: { column: ParseFile; sha256: string },
): Promise<boolean> {
  const files: Partial<ParseFiles> = { [column]: sha256 };
  const rows = await sql`
    update parse_job set file_sha256 = coalesce(${files.file_sha256 ?? null}, file_sha256),
      extract_sha256 = coalesce(${files.extract_sha256 ?? null}, extract_sha256),
      package_sha256 = coalesce(${files.package_sha256 ?? null}, package_sha256)
    where job_id = ${jobId} returning job_id`;
  return rows.length > 0;
}

/** Deletes what a caller had parsed, all of it or one file; returns the files that the rows named. */
export async function deleteParseJobs(
  sql: Sql,
  { accountId, requestedBy, fileSha256 = null }: ParseOwner & { fileSha256?: string | null },
): Promise<string[]> {
  const rows = await sql<ParseFiles>`
    delete from parse_job where account_id = ${accountId} and requested_by = ${requestedBy}
      and (${fileSha256}::text is null or file_sha256 = ${fileSha256})
    returning file_sha256, extract_sha256, package_sha256`;
  return rows
    .flatMap((row) => [row.file_sha256, row.extract_sha256, row.package_sha256])
    .filter((hash) => hash !== null);
}

/** Its worker notices before the next page; what has ended stays as it is. */
export async function cancelParseJob(sql: Sql, jobId: string): Promise<void> {
  await sql`
    update parse_job set state = 'cancelled', updated_at = clock_timestamp()
    where job_id = ${jobId} and state not in ('ready', 'failed')`;
}

export async function finishParseJob(
  sql: Sql,
  jobId: string,
  certificate: { page_count: number; pages_read: number },
): Promise<void> {
  await sql`
    update parse_job set state = 'ready', updated_at = clock_timestamp(),
      certificate = ${sql.json(certificate)}::jsonb, page_count = ${certificate.page_count},
      pages_done = ${certificate.pages_read}
    where job_id = ${jobId} and state <> 'cancelled'`;
}

/** Replaces the payment of a delivery; false when another call was faster. */
export async function replaceDelivery(
  sql: Sql,
  jobId: string,
  payment: { earlier: string | null; paymentId: string },
): Promise<boolean> {
  const rows = await sql`
    update parse_job set delivered_at = now(), delivered_payment = ${payment.paymentId}
    where job_id = ${jobId} and delivered_payment is not distinct from ${payment.earlier} returning job_id`;
  return rows.length > 0;
}

export async function listUnfinishedParseJobs(sql: Sql, limit: number): Promise<{ job_id: string }[]> {
  return sql<{ job_id: string }>`
    select job_id from parse_job where state not in ('ready', 'failed', 'cancelled') order by created_at limit ${limit}`;
}
