import type { Viewer } from "../../kernel/viewer.ts";
import type { Sql } from "../../platform/db/index.ts";
import { readableBy } from "../reports/index.ts";

/** Which reports a search covers: what the viewer may read, narrowed by filters. */
export interface SearchScope {
  viewer: Viewer;
  /** Only what was indexed until then, so that the pages of one search fit together. */
  indexedUntil: string;
  reportIds: readonly string[] | undefined;
  /** Left out: the report that others are compared with. */
  exceptReportId?: string;
  svcEntityIds: readonly string[] | undefined;
  country: string | undefined;
  sectorIds: readonly string[] | undefined;
  reportTypeIds: readonly string[] | undefined;
  fiscalYears: readonly number[] | undefined;
  startDate: string | undefined;
  endDate: string | undefined;
  language: string | undefined;
  sections: readonly string[] | undefined;
  titles: readonly { text: string; isExcluded: boolean }[];
}

/** Tables that `inScope` speaks of: the report, what was indexed of it, and its company. */
export const scopeTables = (sql: Sql) => sql`
  report r join passage_report i on i.report_id = r.report_id left join company c on c.svc_entity_id = r.svc_entity_id`;

/** What the viewer may read, if it is ready. */
export const inScope = (sql: Sql, scope: SearchScope) => sql`
  ${readableBy(sql, scope.viewer, sql`r.`)} and r.digest_state = 'ready'
  and i.indexed_at <= ${scope.indexedUntil}
  ${scope.reportIds ? sql`and r.report_id = any(${scope.reportIds})` : sql``}
  ${scope.exceptReportId ? sql`and r.report_id <> ${scope.exceptReportId}` : sql``}
  ${scope.svcEntityIds ? sql`and r.svc_entity_id = any(${scope.svcEntityIds})` : sql``}
  ${scope.country ? sql`and c.country = ${scope.country}` : sql``}
  ${scope.sectorIds ? sql`and c.primary_sector_id = any(${scope.sectorIds})` : sql``}
  ${scope.reportTypeIds ? sql`and r.report_type_id = any(${scope.reportTypeIds})` : sql``}
  ${scope.fiscalYears ? sql`and r.fiscal_year = any(${scope.fiscalYears})` : sql``}
  ${scope.startDate ? sql`and r.publish_date >= ${scope.startDate}::date` : sql``}
  ${scope.endDate ? sql`and r.publish_date <= ${scope.endDate}::date` : sql``}
  ${scope.language ? sql`and r.language = ${scope.language}` : sql``}
  ${titleConditions(sql, scope)}`;

/** Not of a report that was embedded again and is not indexed yet: its stored vectors are of another model. */
export const hasCurrentVectors = (sql: Sql) => sql`
  r.embedding_sha256 is not distinct from i.made_from_embedding`;

function titleConditions(sql: Sql, { titles }: SearchScope) {
  let conditions = sql``;
  for (const { text, isExcluded } of titles)
    conditions = isExcluded
      ? sql`${conditions} and not r.title_words @@ plainto_tsquery('simple', ${text})`
      : sql`${conditions} and r.title_words @@ plainto_tsquery('simple', ${text})`;
  return conditions;
}

export interface PassageKey {
  report_id: string;
  passage_no: number;
}

/** The passage `p` of each key `wanted`: looked up one by one, which no statistics turn into reading all passages. */
export const passageOf = (sql: Sql) => sql`
  cross join lateral (
    select * from passage where passage.report_id = wanted.report_id and passage.passage_no = wanted.passage_no
    offset 0) as p`;

/** What was stored of each of those passages: text, place and exact vector. */
export const chunkOf = (sql: Sql) => sql`
  cross join lateral (
    select * from report_chunk where report_chunk.report_id = wanted.report_id
      and report_chunk.chunk_index = wanted.passage_no
    offset 0) as k`;

/** What is shown of a passage. */
export interface PassageDetails extends PassageKey {
  account_id: string | null;
  svc_entity_id: string | null;
  company_name: string | null;
  file_title: string;
  file_sha256: string;
  report_type_id: string;
  publish_date: string | null;
  fiscal_year: number | null;
  fiscal_period: string | null;
  language: string | null;
  fictional: boolean;
  page: number;
  box: number[];
  heading: string | null;
  kind: "text" | "table";
  section: string;
  text: string;
}

/** Details of passages, as far as they are in the scope. */
export async function listPassages(
  sql: Sql,
  scope: SearchScope,
  keys: readonly PassageKey[],
): Promise<PassageDetails[]> {
  return sql<PassageDetails>`
    select p.report_id, p.passage_no, r.account_id, r.svc_entity_id, c.name as company_name, r.file_title, r.file_sha256,
      r.report_type_id, r.publish_date, r.fiscal_year, r.fiscal_period, r.language, r.fictional, k.page, k.box,
      k.heading, k.kind, p.section, k.text
    from unnest(${keys.map(({ report_id }) => report_id)}::text[],
      ${keys.map(({ passage_no }) => passage_no)}::int[]) as wanted (report_id, passage_no)
    ${passageOf(sql)} ${chunkOf(sql)}
    join (${scopeTables(sql)}) on r.report_id = wanted.report_id
    where ${inScope(sql, scope)} ${scope.sections ? sql`and p.section = any(${scope.sections})` : sql``}`;
}

export interface ScopedReport {
  report_id: string;
  model: string | null;
  revision: number;
  passages: number;
}

/** The reports of a scope whose vectors can be compared, the latest first. */
export async function listScopedReports(
  sql: Sql,
  scope: SearchScope,
  limit: number,
): Promise<ScopedReport[]> {
  return sql<ScopedReport>`
    select r.report_id, i.model, i.revision, i.passages from ${scopeTables(sql)}
    where ${inScope(sql, scope)} and ${hasCurrentVectors(sql)}
    order by r.publish_date desc nulls last, r.report_id limit ${limit}`;
}

/** The models that made the vectors of a scope's reports: few, so that each is looked for instead of all being read. */
export async function listModels(sql: Sql, scope: SearchScope): Promise<string[]> {
  const rows = await sql<{ model: string }>`
    with recursive known as (
      select min(model) as model from passage_report
      union all select (select min(model) from passage_report where model > known.model) from known
      where known.model is not null)
    select model from known cross join lateral (
      select from ${scopeTables(sql)} where i.model = known.model and ${inScope(sql, scope)} limit 1) as used
    where known.model is not null`;
  return rows.map(({ model }) => model);
}

/** Whether the scope has at most so many reports. */
export async function hasFewReports(sql: Sql, scope: SearchScope, most: number): Promise<boolean> {
  const rows = await sql`select from ${scopeTables(sql)} where ${inScope(sql, scope)} limit ${most + 1}`;
  return rows.length <= most;
}

/** The time of the database, whose clock `indexed_at` is of. */
export async function readNow(sql: Sql): Promise<string> {
  const [row] = await sql<{ now: string }>`select clock_timestamp() as now`;
  if (!row) throw new Error("the clock returned no row");
  return row.now;
}
