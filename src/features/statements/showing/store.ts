import type { Viewer } from "../../../kernel/viewer.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { readableBy } from "../../reports/index.ts";
import type { ReportMetadata, Statement } from "../statement.ts";
import type { FigureRow } from "../storing/store.ts";

export interface StatementsRow {
  report_id: string;
  version: string;
  /** Null when the reader failed. */
  statements: Statement[] | null;
  metadata: ReportMetadata | null;
  failure: string | null;
}

/** The statements of reports that the caller may see: it has looked them up for its account. */
export async function listStatements(sql: Sql, reportIds: readonly string[]): Promise<StatementsRow[]> {
  return sql<StatementsRow>`
    select report_id, version, metadata, statements, failure from report_statements where report_id = any(${reportIds})`;
}

const figureColumns = (sql: Sql) => sql`
  report_id, svc_entity_id, account_id, published, frequency, concept, period_start, period_end, fiscal_year, value,
  currency, unit, scale, confidence, proof, printed, page, box, claim_ids, tagged, tag, tagged_value`;

const FIGURES_MAX = 20_000;

/** The figures of reports that the caller may see: it has looked them up for its account. */
export async function listReportFigures(sql: Sql, reportIds: readonly string[]): Promise<FigureRow[]> {
  return sql<FigureRow>`
    select ${figureColumns(sql)} from financial_figure where report_id = any(${reportIds}) limit ${FIGURES_MAX}`;
}

export interface FigureQuery {
  svcEntityId: string;
  concepts: readonly string[];
  frequency: "annual" | "interim";
  /** Only of periods that end on these days or between. */
  from: string | undefined;
  to: string | undefined;
  /** Only of reports published by then; null for now. */
  asOf: string | null;
}

const publishedBy = (sql: Sql, asOf: string | null) =>
  asOf === null ? sql`` : sql`and published <= (${asOf}::timestamptz at time zone 'UTC')::date`;

/** Every statement of these figures that the account may see, the newest period first, then the newest report. */
export async function listCompanyFigures(
  sql: Sql,
  viewer: Viewer,
  { svcEntityId, concepts, frequency, from = "-infinity", to = "infinity", asOf }: FigureQuery,
): Promise<FigureRow[]> {
  return sql<FigureRow>`
    select ${figureColumns(sql)} from financial_figure
    where svc_entity_id = ${svcEntityId} and concept = any(${concepts}) and frequency = ${frequency}
      and period_end between ${from}::date and ${to}::date and ${readableBy(sql, viewer)} ${publishedBy(sql, asOf)}
    order by fiscal_year desc, period_end desc, published desc, report_id limit ${FIGURES_MAX}`;
}

/** A year as one report calls it. */
export type CalledYearRow = Pick<FigureRow, "period_end" | "fiscal_year" | "published">;

const YEARS_MAX = 2_000;

/** What the reports of a company that the account may see call its years, the latest report first. */
export async function listCalledYears(
  sql: Sql,
  viewer: Viewer,
  { svcEntityId, concepts, asOf }: Pick<FigureQuery, "svcEntityId" | "concepts" | "asOf">,
): Promise<CalledYearRow[]> {
  return sql<CalledYearRow>`
    select distinct period_end, fiscal_year, published from financial_figure
    where svc_entity_id = ${svcEntityId} and concept = any(${concepts}) and frequency = 'annual'
      and ${readableBy(sql, viewer)} ${publishedBy(sql, asOf)}
    order by published desc, period_end desc limit ${YEARS_MAX}`;
}
