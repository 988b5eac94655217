import type { Sql } from "../../../platform/db/index.ts";
import type { ReadReport } from "../read-report.ts";

/** A readable report, with the dates that say how new it is. */
export interface CompanyReport extends ReadReport {
  publish_date: string | null;
  created_at: string;
}

/** The latest reports of each company that an account may see and whose text is available. */
export async function listReadableReports(
  sql: Sql,
  accountId: string,
  query: { svcEntityIds: readonly string[]; mostPerCompany: number },
): Promise<CompanyReport[]> {
  return sql<CompanyReport>`
    select found.* from unnest(${query.svcEntityIds}::text[]) as wanted (svc_entity_id)
    cross join lateral (
      select report_id, account_id, file_title, file_title_en, file_name, file_sha256, extract_sha256, svc_entity_id,
        fiscal_year, fiscal_period, publish_date, created_at
      from report
      where report.svc_entity_id = wanted.svc_entity_id and (account_id is null or account_id = ${accountId})
        and extract_sha256 is not null and digest_state <> 'failed'
      order by publish_date desc nulls last, report_id limit ${query.mostPerCompany}) as found`;
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
