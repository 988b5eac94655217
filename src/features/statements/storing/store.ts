import type { Sql } from "../../../platform/db/index.ts";
import type { CellUnit, ProofState, ReportStatements } from "../statement.ts";
import type { Frequency } from "./periods.ts";

/** One figure for one period, as one report states it. */
export interface FigureRow {
  report_id: string;
  svc_entity_id: string | null;
  account_id: string | null;
  /** The day the report was published; without one, the latest day on which it can have been. */
  published: string;
  frequency: Frequency;
  concept: string;
  period_start: string | null;
  period_end: string;
  fiscal_year: number;
  value: number;
  currency: string | null;
  unit: CellUnit;
  scale: number;
  confidence: number;
  proof: ProofState;
  /** As in the report; several cells where rows were added up. */
  printed: string;
  page: number;
  box: readonly number[];
  claim_ids: readonly string[];
  /** Whether the report's own tag has this value; null, like the next two, where it has none. */
  tagged: "match" | "differs" | null;
  tag: string | null;
  tagged_value: number | null;
}

/** What a reading says of a figure; the rest is said by its report. */
export type ReadFigure = Omit<FigureRow, "report_id" | "svc_entity_id" | "account_id" | "published">;

export interface StoredReading {
  version: string;
  extract_sha256: string;
  /** Null when the reader failed. */
  reading: Pick<ReportStatements, "metadata" | "statements"> | null;
  failure: string | null;
}

/**
 * Until the end of the transaction the report stays as it is. False when it was deleted, or digested again, since it was
 * read: its statements are then those of other pages.
 */
export async function lockReport(
  sql: Sql,
  { report_id, extract_sha256 }: { report_id: string; extract_sha256: string },
): Promise<boolean> {
  const found = await sql`
    select from report where report_id = ${report_id} and extract_sha256 = ${extract_sha256} for no key update`;
  return found.length > 0;
}

/**
 * Replaces what an earlier reading of this report, which is locked, stored. Figures repeat the company, the owner, the
 * sharing and the publication of their report as they are now.
 */
export async function saveReading(
  sql: Sql,
  reportId: string,
  { reading, figures, ...stored }: StoredReading & { figures: readonly ReadFigure[] },
): Promise<void> {
  await sql`
    insert into report_statements (report_id, version, extract_sha256, metadata, statements, failure)
    values (${reportId}, ${stored.version}, ${stored.extract_sha256},
      ${reading && sql.json(reading.metadata)}::jsonb, ${reading && sql.json(reading.statements)}::jsonb,
      ${stored.failure})
    on conflict (report_id) do update set version = excluded.version, extract_sha256 = excluded.extract_sha256,
      metadata = excluded.metadata, statements = excluded.statements, failure = excluded.failure, read_at = now()`;
  await sql`delete from financial_figure where report_id = ${reportId}`;
  await sql`
    insert into financial_figure (report_id, svc_entity_id, account_id, readers, published, frequency, concept,
      period_start, period_end, fiscal_year, value, currency, unit, scale, confidence, proof, printed, page, box, claim_ids,
      tagged, tag, tagged_value)
    select report_id, svc_entity_id, account_id, readers,
      published_on(publish_date, created_at, report.fiscal_year), frequency, concept, period_start, period_end,
      figure.fiscal_year, value, currency, unit, scale, confidence, proof, printed, page,
      array(select json_array_elements_text(box)::real), array(select json_array_elements_text(claim_ids)),
      tagged, tag, tagged_value
    from report cross join json_to_recordset(${sql.json(figures)}::json) as figure (
      frequency text, concept text, period_start date, period_end date, fiscal_year smallint, value float8,
      currency text, unit text, scale float8, confidence real, proof text, printed text, page int, box json,
      claim_ids json, tagged text, tag text, tagged_value float8)
    where report_id = ${reportId}`;
}

/** Until the end of the transaction no other process, on any node, reads the statements of this report. */
export async function lockReading(sql: Sql, reportId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`statements ${reportId}`}, 21)) as done`;
}

/** Which of these reports were read from these pages by this version of the reader. */
export async function listRead(
  sql: Sql,
  version: string,
  reports: readonly { report_id: string; extract_sha256: string }[],
): Promise<Set<string>> {
  const rows = await sql<{ report_id: string }>`
    select report_id from report_statements
    join unnest(${reports.map((report) => report.report_id)}::text[],
      ${reports.map((report) => report.extract_sha256)}::text[]) as wanted (report_id, extract_sha256)
      using (report_id, extract_sha256)
    where version = ${version}`;
  return new Set(rows.map(({ report_id }) => report_id));
}

/** The version of readings that are to be read again, whatever version made them. */
const OUTDATED = "outdated";

/**
 * Marks every reading as outdated, so that the reports are read again one after the other, by whoever continues it.
 * While some are still marked by an earlier call, it was interrupted and goes on with those.
 */
export async function outdateReadings(sql: Sql): Promise<{ isContinued: boolean }> {
  const left = await sql`select from report_statements where version = ${OUTDATED} limit 1`;
  if (left.length === 0) await sql`update report_statements set version = ${OUTDATED}`;
  return { isContinued: left.length > 0 };
}

/** What could not be read again is no longer waited for; the next start of the service tries it once more. */
export async function endOutdated(sql: Sql): Promise<void> {
  await sql`update report_statements set version = 'unread' where version = ${OUTDATED}`;
}
