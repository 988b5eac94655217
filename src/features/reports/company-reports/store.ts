import type { Viewer } from "../../../kernel/viewer.ts";
import type { Sql } from "../../../platform/db/index.ts";
import type { ReadReport } from "../read-report.ts";
import { readableBy } from "../store.ts";

/** A readable report, with the dates that say how new it is. */
export interface CompanyReport extends ReadReport {
  publish_date: string | null;
  created_at: string;
}

/** With its type, which says what periods it covers. */
export interface TypedReport extends CompanyReport {
  report_type_id: string;
  /** The day it counts as published; without a date, the latest day on which it can have been. */
  published: string;
}

/** The latest reports of each company that an account may see and whose text is available. */
export async function listReadableReports(
  sql: Sql,
  viewer: Viewer,
  query: { svcEntityIds: readonly string[]; mostPerCompany: number; publishedBy?: string | null },
): Promise<TypedReport[]> {
  const { publishedBy = null } = query;
  const isPublished =
    publishedBy === null
      ? sql``
      : sql`and published_on(publish_date, created_at, fiscal_year) <= ${publishedBy}::date`;
  return sql<TypedReport>`
    select found.* from unnest(${query.svcEntityIds}::text[]) as wanted (svc_entity_id)
    cross join lateral (
      select report_id, account_id, file_title, file_title_en, file_name, file_sha256, extract_sha256, svc_entity_id,
        fiscal_year, fiscal_period, report_type_id, publish_date, created_at,
        published_on(publish_date, created_at, fiscal_year) as published
      from report
      where report.svc_entity_id = wanted.svc_entity_id and ${readableBy(sql, viewer)}
        and extract_sha256 is not null and digest_state <> 'failed' ${isPublished}
      order by publish_date desc nulls last, report_id limit ${query.mostPerCompany}) as found`;
}

/**
 * The latest reports of any of the companies that an account may see and that were added since a moment. A report
 * without a date is as new as its arrival: among the last it would never be noticed.
 */
export async function listNewReports(
  sql: Sql,
  viewer: Viewer,
  query: { ids: readonly string[]; since: string; limit: number },
): Promise<(CompanyReport & { svc_entity_id: string })[]> {
  return sql<CompanyReport & { svc_entity_id: string }>`
    select found.* from unnest(${query.ids}::text[]) as wanted (svc_entity_id)
    cross join lateral (
      select report_id, account_id, file_title, file_title_en, file_name, file_sha256, extract_sha256, svc_entity_id,
        fiscal_year, fiscal_period, publish_date, created_at
      from report
      where report.svc_entity_id = wanted.svc_entity_id and ${readableBy(sql, viewer)}
        and created_at > ${query.since}
      order by coalesce(publish_date, created_at::date) desc, report_id limit ${query.limit}) as found
    order by coalesce(publish_date, created_at::date) desc, created_at desc, report_id limit ${query.limit}`;
}

export async function findReadableReport(
  sql: Sql,
  viewer: Viewer,
  reportId: string,
): Promise<TypedReport | undefined> {
  const [row] = await sql<TypedReport>`
    select report_id, account_id, file_title, file_title_en, file_name, file_sha256, extract_sha256, svc_entity_id,
      fiscal_year, fiscal_period, report_type_id, publish_date, created_at,
      published_on(publish_date, created_at, fiscal_year) as published
    from report
    where report_id = ${reportId} and ${readableBy(sql, viewer)}
      and extract_sha256 is not null`;
  return row;
}

/** The owner and the company of a report. */
export async function findReportFacts(
  sql: Sql,
  reportId: string,
): Promise<Pick<CompanyReport, "account_id" | "svc_entity_id" | "file_title"> | undefined> {
  const [row] = await sql<Pick<CompanyReport, "account_id" | "svc_entity_id" | "file_title">>`
    select account_id, svc_entity_id, file_title from report where report_id = ${reportId}`;
  return row;
}

/** A read report as a background job needs it, whoever owns it. */
export interface StoredReport {
  report_id: string;
  account_id: string | null;
  svc_entity_id: string | null;
  file_sha256: string;
  content_type: string;
  extract_sha256: string;
  report_type_id: string;
  fiscal_period: string | null;
  publish_date: string | null;
  created_at: string;
}

/** Fills the facts that a report lacks; what its owner or source gave stays. */
export async function fillReportFacts(
  sql: Sql,
  reportId: string,
  facts: {
    svc_entity_id: string | null;
    publish_date: string | null;
    fiscal_year: number | null;
    fiscal_period: string | null;
  },
): Promise<void> {
  await sql`
    update report set svc_entity_id = coalesce(svc_entity_id, ${facts.svc_entity_id}),
      publish_date = coalesce(publish_date, ${facts.publish_date}::date),
      fiscal_year = coalesce(fiscal_year, ${facts.fiscal_year}::smallint),
      fiscal_period = coalesce(fiscal_period, ${facts.fiscal_period})
    where report_id = ${reportId}
      and (svc_entity_id is null or publish_date is null or fiscal_year is null or fiscal_period is null)`;
}

/** Reports whose text is available, by id: one of them, or those after a given one. */
export async function listStoredReports(
  sql: Sql,
  which: { reportId: string } | { after: string; limit: number },
): Promise<StoredReport[]> {
  const limit = "limit" in which ? which.limit : 1;
  return sql<StoredReport>`
    select report_id, account_id, svc_entity_id, file_sha256, content_type, extract_sha256, report_type_id,
      fiscal_period, publish_date, created_at
    from report
    where ${"reportId" in which ? sql`report_id = ${which.reportId}` : sql`report_id > ${which.after}`}
      and extract_sha256 is not null and digest_state <> 'failed'
    order by report_id limit ${limit}`;
}

export async function countStoredReports(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from report where extract_sha256 is not null and digest_state <> 'failed'`;
  return row?.count ?? 0;
}
