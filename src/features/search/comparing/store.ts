import type { Viewer } from "../../../kernel/viewer.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { readableBy } from "../../reports/index.ts";
import type { SectionKind } from "../indexing/section-kind.ts";

export interface ComparedReport {
  report_id: string;
  svc_entity_id: string | null;
  report_type_id: string;
  fiscal_year: number | null;
  fiscal_period: string | null;
  publish_date: string | null;
  language: string | null;
  file_title: string;
}

const readable = (sql: Sql, viewer: Viewer) => sql`
  ${readableBy(sql, viewer)} and digest_state = 'ready'`;

const columns = (sql: Sql) => sql`
  report_id, svc_entity_id, report_type_id, fiscal_year, fiscal_period, publish_date, language, file_title`;

export async function findComparedReport(
  sql: Sql,
  viewer: Viewer,
  reportId: string,
): Promise<ComparedReport | undefined> {
  const [row] = await sql<ComparedReport>`
    select ${columns(sql)} from report where report_id = ${reportId} and ${readable(sql, viewer)}`;
  return row;
}

/** The latest earlier report of the same company, type, part of the year and language. */
export async function findPreviousReport(
  sql: Sql,
  viewer: Viewer,
  report: ComparedReport,
): Promise<ComparedReport | undefined> {
  if (report.svc_entity_id === null) return undefined;
  const [row] = await sql<ComparedReport>`
    select ${columns(sql)} from report
    where svc_entity_id = ${report.svc_entity_id} and report_id <> ${report.report_id} and ${readable(sql, viewer)}
      and report_type_id = ${report.report_type_id} and language is not distinct from ${report.language}
      and fiscal_period is not distinct from ${report.fiscal_period}
      and (fiscal_year < ${report.fiscal_year}
        or (${report.fiscal_year}::int is null or fiscal_year is null) and publish_date < ${report.publish_date})
    order by fiscal_year desc nulls last, publish_date desc nulls last, report_id limit 1`;
  return row;
}

const PASSAGES_MAX = 20_000;

/** The prose of a report with its sections, in reading order. */
export async function listSectionTexts(
  sql: Sql,
  reportId: string,
): Promise<{ section: SectionKind; heading: string | null; page: number; text: string }[]> {
  return sql<{ section: SectionKind; heading: string | null; page: number; text: string }>`
    select p.section, k.heading, k.page, k.text from passage p
    join report_chunk k on k.report_id = p.report_id and k.chunk_index = p.passage_no
    where p.report_id = ${reportId} and k.kind = 'text' order by p.passage_no limit ${PASSAGES_MAX}`;
}
