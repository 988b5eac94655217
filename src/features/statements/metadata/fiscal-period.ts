import { findBalanceDays } from "../columns/balance-days.ts";
import { daysBetween, isNear } from "../columns/calendar.ts";
import type { FiscalPeriod } from "../statement.ts";
import type { StatementTable } from "../table.ts";

const QUARTER_DAYS = 91.3;
const YEAR_DAYS_MIN = 335;

/** The part of the fiscal year that a report is about, where its statements say it; null where they do not. */
export function findFiscalPeriod(tables: readonly StatementTable[]): FiscalPeriod | null {
  const balance = tables.find(({ kind }) => kind === "balance");
  const days = balance ? findBalanceDays(balance.columns.map(({ period }) => period)) : null;
  const spans = tables
    .flatMap(({ kind, columns }) => (kind === "balance" ? [] : columns))
    .flatMap(({ period: { start, end } }) => (start === null ? [] : [{ start, end }]));
  const end =
    days?.end ??
    spans
      .map((span) => span.end)
      .toSorted()
      .at(-1);
  if (end === undefined) return null;
  const lengths = spans
    .filter((span) => isNear(span.end, end))
    .map((span) => daysBetween(span.start, span.end));
  if (!days?.lastYearEnd) return lengths.some((length) => length >= YEAR_DAYS_MIN) ? "FY" : null;
  const quartersOf = (length: number) => Math.round(length / QUARTER_DAYS);
  const quarter = quartersOf(daysBetween(days.lastYearEnd, end));
  if (lengths.some((length) => quartersOf(length) === 1)) return QUARTERS[quarter - 1] ?? null;
  return quarter === 2 && lengths.some((length) => quartersOf(length) === 2) ? "H1" : null;
}

const QUARTERS: readonly FiscalPeriod[] = ["Q1", "Q2", "Q3", "Q4"];
