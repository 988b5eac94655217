import { findReportType } from "../../reference/index.ts";
import type { StatementPeriod } from "../statement.ts";

/** `other`: a report that is neither annual nor interim, such as a prospectus. */
export type Frequency = "annual" | "interim" | "other";

const DAY_MILLISECONDS = 86_400_000;
const DAYS_PER_MONTH = 30.44;
const YEAR_MONTHS = { min: 11, max: 13 };

/** How often reports of this kind appear. The fiscal period, which people or sources state, says more than the type. */
export function frequencyOf(report: { report_type_id: string; fiscal_period: string | null }): Frequency {
  const group = findReportType(report.report_type_id);
  const isPeriodic = group === undefined || PERIODIC.has(group.lv2_id) || PERIODIC.has(group.lv3_id);
  if (!isPeriodic) return "other";
  if (report.fiscal_period !== null) return report.fiscal_period === "FY" ? "annual" : "interim";
  return group?.lv2_id === "interim_reports" ? "interim" : "annual";
}

const PERIODIC: ReadonlySet<string> = new Set([
  "annual_reports",
  "interim_reports",
  "financial_statements",
  "earnings_release",
]);

/** The length of a period in whole months; null for a date. */
export function monthsOf({ start, end }: Pick<StatementPeriod, "start" | "end">): number | null {
  if (start === null) return null;
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MILLISECONDS + 1;
  return Math.round(days / DAYS_PER_MONTH);
}

/** Whether a period is a year long. */
export function isFiscalYear(period: Pick<StatementPeriod, "start" | "end">): boolean {
  const months = monthsOf(period);
  return months !== null && months >= YEAR_MONTHS.min && months <= YEAR_MONTHS.max;
}

/** Whether a column of such a report can have this period: a year that was only assumed is none in an interim report. */
export function isCredible(period: StatementPeriod, frequency: Frequency): boolean {
  return frequency !== "interim" || !period.isAssumed;
}

/**
 * What a period counts as. A length says it itself: the quarters of an annual report are interim, and a year in an
 * interim report is annual. A day counts as its report does.
 */
export function periodFrequency(
  period: Pick<StatementPeriod, "start" | "end">,
  report: Frequency,
): Frequency {
  if (period.start === null || report === "other") return report;
  return isFiscalYear(period) ? "annual" : "interim";
}

/** What two statements of one period share: years have a number, since they may have 53 weeks, others an end and a length. */
export function periodKey(
  { start, end, fiscalYear }: Pick<StatementPeriod, "start" | "end" | "fiscalYear">,
  frequency: Frequency,
): string {
  if (frequency !== "interim") return String(fiscalYear);
  const months = monthsOf({ start, end });
  return months === null ? end : `${end} ${months}M`;
}
