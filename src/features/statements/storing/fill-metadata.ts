import type { Sql } from "../../../platform/db/index.ts";
import { listCompaniesNamed, listLegalForms, nameKey } from "../../companies/index.ts";
import { fillReportFacts, type StoredReport } from "../../reports/index.ts";
import type { ReportStatements } from "../statement.ts";
import { frequencyOf, isFiscalYear } from "./periods.ts";

/**
 * Fills what the owner of a report did not say about it from the document itself: the company where exactly one has the
 * printed name, the fiscal year and the period where the statements prove them. What is given is never changed.
 */
export async function fillMetadata(
  sql: Sql,
  report: StoredReport,
  { metadata, statements, figures }: ReportStatements,
): Promise<StoredReport> {
  // Reports loaded by a source come with facts of that source.
  if (report.account_id === null) return report;
  const income = statements.find(({ kind }) => kind === "income")?.columns[0]?.period ?? null;
  const isAnnual = frequencyOf(report) === "annual" && income !== null && isFiscalYear(income);
  const found = {
    svc_entity_id: metadata.company === null ? null : await findCompany(sql, metadata.company),
    fiscal_year: figures.length > 0 && isAnnual ? metadata.fiscalYear : null,
    fiscal_period: figures.length > 0 && isAnnual ? "FY" : null,
  };
  await fillReportFacts(sql, report.report_id, found);
  return {
    ...report,
    svc_entity_id: report.svc_entity_id ?? found.svc_entity_id,
    fiscal_period: report.fiscal_period ?? found.fiscal_period,
  };
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
