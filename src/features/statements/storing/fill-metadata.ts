import type { Sql } from "../../../platform/db/index.ts";
import { fillReportFacts, type PageRecord, type StoredReport } from "../../reports/index.ts";
import type { FiscalPeriod, ReportStatements } from "../statement.ts";
import { matchCompany } from "./match-company.ts";
import { frequencyOf } from "./periods.ts";

/** What a report says of itself. */
export interface ReadDocument {
  reading: ReportStatements;
  pages: readonly PageRecord[];
  /** Of the company that tagged its numbers; null where none are tagged. */
  identifier: string | null;
}

/**
 * Fills what is not known of a report from the document itself: the company that its name, identifiers and country
 * name, the fiscal year and period where the statements prove them, and the day of publication. What is given is never changed.
 */
export async function fillMetadata(
  sql: Sql,
  report: StoredReport,
  { reading: { metadata, figures }, pages, identifier }: ReadDocument,
): Promise<StoredReport> {
  const isOwn = report.account_id !== null;
  const period = figures.length > 0 ? periodOf(report, metadata.fiscalPeriod) : null;
  const found = {
    // Reports loaded by a source come with the company and the day of that source.
    svc_entity_id: isOwn ? await matchCompany(sql, { name: metadata.company, pages, identifier }) : null,
    publish_date: isOwn ? metadata.publishDate : null,
    fiscal_year: period === null ? null : metadata.fiscalYear,
    fiscal_period: period,
  };
  await fillReportFacts(sql, report.report_id, found);
  return {
    ...report,
    svc_entity_id: report.svc_entity_id ?? found.svc_entity_id,
    publish_date: report.publish_date ?? found.publish_date,
    fiscal_period: report.fiscal_period ?? found.fiscal_period,
  };
}

/** An annual release may be called a quarterly one; a report of a quarter is no annual one, whatever its type. */
function periodOf(report: StoredReport, period: FiscalPeriod | null): FiscalPeriod | null {
  const frequency = frequencyOf(report);
  if (frequency === "other") return null;
  return period === "FY" && frequency !== "annual" ? null : period;
}
