import type { Viewer } from "../../kernel/viewer.ts";
import type { Sql } from "../../platform/db/index.ts";

/** Who uploaded a report, and which members of the account may read it. */
export interface Sharing {
  /** Null when a key that no person created did, or when the service loaded it. */
  uploaded_by: string | null;
  /** Null for the whole account, or for everyone. */
  readers: string[] | null;
}

const UNRESTRICTED: Sharing = { uploaded_by: null, readers: null };

export interface ReportRow extends Sharing {
  report_id: string;
  account_id: string | null;
  svc_entity_id: string | null;
  file_title: string;
  file_title_en: string;
  report_type_id: string;
  report_type_confidence: number;
  publish_date: string | null;
  fiscal_year: number | null;
  fiscal_period: string | null;
  language: string | null;
  page_count: number | null;
  file_name: string;
  content_type: string;
  file_sha256: string;
  file_bytes: number;
  digest_state: "waiting" | "reading" | "embedding" | "ready" | "failed";
  digest_reason: string | null;
  pages_done: number;
  extract_sha256: string | null;
  extract_bytes: number | null;
  embedding_sha256: string | null;
  /** The PDF printed from a report filed as HTML. */
  twin_sha256: string | null;
  certificate: unknown;
  fictional: boolean;
}

export type NewReport = Omit<
  ReportRow,
  | "digest_state"
  | "digest_reason"
  | "pages_done"
  | "extract_sha256"
  | "extract_bytes"
  | "embedding_sha256"
  | "twin_sha256"
  | "certificate"
  | "page_count"
  | keyof Sharing
> & { source: string; source_reference: string; licence: string };

const columns = (sql: Sql) => sql`
  report_id, account_id, uploaded_by, readers, svc_entity_id, file_title, file_title_en, report_type_id,
  report_type_confidence,
  publish_date, fiscal_year, fiscal_period, language, page_count, file_name, content_type, file_sha256, file_bytes,
  digest_state, digest_reason, pages_done, extract_sha256, extract_bytes, embedding_sha256, twin_sha256, certificate,
  fictional`;

/**
 * For a table with the columns `account_id` and `readers` of a report: the rows that a viewer may read. Without a
 * viewer those that everyone may read. `table` is its alias with a dot, where the columns need one.
 */
export const readableBy = (sql: Sql, viewer: Viewer | null, table = sql``) => sql`
  may_read_report(${table}account_id, ${table}readers, ${viewer?.accountId ?? null}::text,
    ${viewer?.userId ?? null}::text)`;

/**
 * Adds a report unless its uploader can already read the same file in the account; returns the report that has the
 * file. One upload of a file at a time, so that two at once do not both add it.
 */
export async function insertReport(
  sql: Sql,
  report: NewReport,
  { uploaded_by, readers }: Sharing = UNRESTRICTED,
): Promise<{ report_id: string; added: boolean }> {
  await lockFile(sql, report);
  const present = await findReportOfFile(sql, { ...report, uploaded_by });
  if (present) return { report_id: present.report_id, added: false };
  await sql`
    insert into report (report_id, account_id, uploaded_by, readers, svc_entity_id, file_title, file_title_en, report_type_id,
      report_type_confidence, publish_date, fiscal_year, fiscal_period, language, file_name, content_type, file_sha256,
      file_bytes, fictional, source, source_reference, licence)
    values (${report.report_id}, ${report.account_id}, ${uploaded_by}, ${readers},
      ${report.svc_entity_id}, ${report.file_title}, ${report.file_title_en}, ${report.report_type_id}, ${report.report_type_confidence}, ${report.publish_date},
      ${report.fiscal_year}, ${report.fiscal_period}, ${report.language}, ${report.file_name}, ${report.content_type},
      ${report.file_sha256}, ${report.file_bytes}, ${report.fictional}, ${report.source}, ${report.source_reference},
      ${report.licence})`;
  return { report_id: report.report_id, added: true };
}

/** Until the end of the transaction no one else adds this file to the account or shares it there. */
export async function lockFile(
  sql: Sql,
  { account_id, file_sha256 }: Pick<ReportRow, "account_id" | "file_sha256">,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${account_id} ${file_sha256}`}, 9))`;
}

async function findReportOfFile(
  sql: Sql,
  { account_id, uploaded_by, file_sha256 }: Pick<ReportRow, "account_id" | "uploaded_by" | "file_sha256">,
): Promise<{ report_id: string } | undefined> {
  const viewer = account_id === null ? null : { accountId: account_id, userId: uploaded_by };
  const [row] = await sql<{ report_id: string }>`
    select report_id from report
    where file_sha256 = ${file_sha256} and account_id is not distinct from ${account_id} and ${readableBy(sql, viewer)}
    order by readers nulls first, report_id limit 1`;
  return row;
}

export async function hasReportOfFile(
  sql: Sql,
  accountId: string | null,
  fileSha256: string,
): Promise<boolean> {
  const found = await sql`
    select from report where file_sha256 = ${fileSha256} and account_id is not distinct from ${accountId}`;
  return found.length > 0;
}

export async function findReports(
  sql: Sql,
  viewer: Viewer | null,
  reportIds: string[],
): Promise<ReportRow[]> {
  return sql<ReportRow>`
    select ${columns(sql)} from report where report_id = any(${reportIds}) and ${readableBy(sql, viewer)}`;
}

/** For the digest, which acts for the report's owner. */
export async function findReport(sql: Sql, reportId: string): Promise<ReportRow | undefined> {
  const [row] = await sql<ReportRow>`select ${columns(sql)} from report where report_id = ${reportId}`;
  return row;
}

export interface ReportQuery {
  viewer: Viewer;
  svcEntityId: string | undefined;
  reportTypeIds: string[] | undefined;
  startDate: string | undefined;
  endDate: string | undefined;
  language: string | undefined;
  query: string | undefined;
  /** Only reports that the account uploaded. */
  isOwn: boolean;
  /** Only what existed at this time; null for now. */
  asOf: string | null;
  order: "publish_date_desc" | "publish_date_asc" | "title_asc" | "added_desc";
  limit: number;
  offset: number;
}

/** A single type is compared directly, because a list of one would not be read from an index in the right order. */
const ofTypes = (sql: Sql, [first, ...others]: readonly string[]) =>
  others.length === 0
    ? sql`and report_type_id = ${first}`
    : sql`and report_type_id = any(${[first, ...others]})`;

/** Of the last word the beginning is enough: it may still be being typed. Without any word nothing is found. */
const toTitleQuery = (sql: Sql, words: string) =>
  sql`(nullif(plainto_tsquery('simple', ${words})::text, '') || ':*')::tsquery`;

const conditions = (sql: Sql, query: ReportQuery) => sql`
  ${readableBy(sql, query.viewer)} ${query.isOwn ? sql`and account_id = ${query.viewer.accountId}` : sql``}
  ${query.svcEntityId === undefined ? sql`` : sql`and svc_entity_id = ${query.svcEntityId}`}
  ${query.reportTypeIds === undefined ? sql`` : ofTypes(sql, query.reportTypeIds)}
  ${query.startDate === undefined ? sql`` : sql`and publish_date >= ${query.startDate}::date`}
  ${query.endDate === undefined ? sql`` : sql`and publish_date <= ${query.endDate}::date`}
  ${query.asOf === null ? sql`` : sql`and created_at <= ${query.asOf}`}
  ${query.language === undefined ? sql`` : sql`and language = ${query.language}`}
  ${query.query === undefined ? sql`` : sql`and title_words @@ ${toTitleQuery(sql, query.query)}`}`;

const orders = (sql: Sql) => ({
  publish_date_desc: sql`publish_date desc nulls last, report_id`,
  publish_date_asc: sql`publish_date asc nulls last, report_id`,
  title_asc: sql`file_title collate "C", report_id`,
  added_desc: sql`created_at desc, report_id`,
});

/** So many are found by their titles and then put in order; more are met soon enough on a walk in that order. */
const FOUND_BY_TITLE_MAX = 10_000;

/**
 * First which reports, from an index alone where possible, then the wide rows of those that are shown. `total` says how
 * many there are: the database guesses it for words of a title, and would walk through all reports to find a few.
 */
export async function listReports(sql: Sql, query: ReportQuery, total: number): Promise<ReportRow[]> {
  const order = orders(sql)[query.order];
  const matching =
    query.query !== undefined && total <= FOUND_BY_TITLE_MAX
      ? // The offset keeps the order and the limit outside.
        sql`(select report_id, publish_date, file_title, created_at from report
             where ${conditions(sql, query)} offset 0) as matching`
      : sql`report where ${conditions(sql, query)}`;
  return sql<ReportRow>`
    select ${columns(sql)} from report
    where report_id = any(array(
      select report_id from ${matching} order by ${order} limit ${query.limit} offset ${query.offset}))
    order by ${order}`;
}

/** The count and the revision it is valid for, from one statement. */
export async function countReports(
  sql: Sql,
  query: ReportQuery,
): Promise<{ total: number; revision: number }> {
  const [row] = await sql<{ total: number; revision: number }>`
    select count(*) as total, (select revision from report_revision) as revision
    from report where ${conditions(sql, query)}`;
  if (!row) throw new Error("a count returned no row");
  return row;
}

export async function readRevision(sql: Sql): Promise<number> {
  const [row] = await sql.named("report_revision")<{
    revision: number;
  }>`select revision from report_revision`;
  if (!row) throw new Error("report_revision has no row");
  return row.revision;
}

export async function deleteReport(sql: Sql, reportId: string): Promise<ReportRow | null> {
  const [row] = await sql<ReportRow>`
    delete from report where report_id = ${reportId} returning ${columns(sql)}`;
  return row ?? null;
}

export async function updateReportType(
  sql: Sql,
  change: { reportId: string; reportTypeId: string },
): Promise<void> {
  await sql`
    update report set report_type_id = ${change.reportTypeId}, report_type_confidence = 1
    where report_id = ${change.reportId}`;
}

export interface ChunkRow {
  report_id: string;
  chunk_index: number;
  page: number;
  box: number[];
  heading: string | null;
  kind: "text" | "table";
  text: string;
  vector: Buffer | null;
}

/** A report's chunks after a position, in order. */
export async function listChunks(
  sql: Sql,
  reportId: string,
  page: { after: number; limit: number },
): Promise<ChunkRow[]> {
  return sql<ChunkRow>`
    select report_id, chunk_index, page, box, heading, kind, text, vector from report_chunk
    where report_id = ${reportId} and chunk_index > ${page.after} order by chunk_index limit ${page.limit}`;
}

/** The model that made the vectors of a report; null until all are made. */
export async function findVectorModel(sql: Sql, reportId: string): Promise<string | null> {
  const [row] = await sql<{ model: string | null }>`
    select certificate ->> 'model' as model from report where report_id = ${reportId}`;
  return row?.model ?? null;
}

type VectorRow = Pick<ChunkRow, "chunk_index" | "page" | "box" | "vector">;

/** Unordered: pages are compared by all of them. */
export async function listVectors(sql: Sql, reportId: string, limit: number): Promise<VectorRow[]> {
  return sql<VectorRow>`
    select chunk_index, page, box, vector from report_chunk where report_id = ${reportId} limit ${limit}`;
}

/** Some chunks of a report, unordered. */
export async function listSomeChunks(
  sql: Sql,
  reportId: string,
  indexes: readonly number[],
): Promise<Pick<ChunkRow, "chunk_index" | "heading" | "text">[]> {
  return sql<Pick<ChunkRow, "chunk_index" | "heading" | "text">>`
    select chunk_index, heading, text from report_chunk
    where report_id = ${reportId} and chunk_index = any(${[...indexes]})`;
}
