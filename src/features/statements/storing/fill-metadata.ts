import type { Sql } from "../../../platform/db/index.ts";
import { listCompaniesNamed, listLegalForms, nameKey } from "../../companies/index.ts";
import { fillReportFacts, type StoredReport } from "../../reports/index.ts";
import type { FiscalPeriod, ReportStatements } from "../statement.ts";
import { frequencyOf } from "./periods.ts";

/**
 * Fills what is not known of a report from the document itself: the company where exactly one has the printed name, the
 * fiscal year and period where the statements prove them, and the day of publication. What is given is never changed.
 */
export async function fillMetadata(
  sql: Sql,
  report: StoredReport,
  { metadata, figures }: ReportStatements,
): Promise<StoredReport> {
  const isOwn = report.account_id !== null;
  const period = figures.length > 0 ? periodOf(report, metadata.fiscalPeriod) : null;
  const found = {
    // Reports loaded by a source come with the company and the day of that source.
    svc_entity_id: isOwn && metadata.company !== null ? await findCompany(sql, metadata.company) : null,
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

/** The only company with exactly this name; of several, the only one with the printed legal form. */
async function findCompany(sql: Sql, name: string): Promise<string | null> {
  const key = nameKey(name);
  if (key === "") return null;
  const named = (await listCompaniesNamed(sql, [key])).get(key) ?? [];
  const forms = listLegalForms(name);
  const alike = named.filter(({ legal }) => forms.length > 0 && forms.every((form) => legal.includes(form)));
  const [only, ...others] = named.length === 1 ? named : alike;
  return only && others.length === 0 ? only.svc_entity_id : null;
}
