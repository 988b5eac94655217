import type { StatementPeriod } from "../statement.ts";
import { findBalanceDays } from "./balance-days.ts";
import { addDays, fiscalYearOf } from "./calendar.ts";
import { findDay } from "./dates.ts";
import { findSpans, isYear } from "./spans.ts";
import type { HeadedColumns } from "./type-columns.ts";
import { dayAbove, endOf } from "./year-ends.ts";

/** The days that the columns of a balance sheet are at, by column. */
export function typeDays(headed: HeadedColumns): Map<number, StatementPeriod> {
  const { columns, yearEnd, dates } = headed;
  const day = dayAbove(headed) ?? yearEnd ?? { month: 12, day: 31 };
  const periods = new Map<number, StatementPeriod>();
  for (const column of columns) {
    const hasDay = findDay(column.head) !== null;
    // "Q1 2025" without a day: of the end of a quarter, but it is not known which day that is.
    if (!hasDay && findSpans(column.head).some((span) => !isYear(span))) continue;
    const end = endOf(column, { day, dates });
    const period = { start: null, end, fiscalYear: column.year, isAssumed: false };
    const known = [...periods.values()];
    if (!known.some(({ fiscalYear }) => fiscalYear === column.year)) periods.set(column.at, period);
    // The same year again is another entity, or the figures before a restatement, unless its head names another day.
    else if (hasDay && known.every((one) => one.end !== end)) periods.set(column.at, closeOpening(period));
  }
  return nameFiscalYears(periods);
}

/** What is given for the first day of a year is the end of the year before. */
function closeOpening(period: StatementPeriod): StatementPeriod {
  if (!period.end.endsWith("-01")) return period;
  const end = addDays(period.end, -1);
  return { ...period, end, fiscalYear: Number(end.slice(0, 4)) };
}

/** A day within a year belongs to the fiscal year that ends after it. */
function nameFiscalYears(periods: ReadonlyMap<number, StatementPeriod>): Map<number, StatementPeriod> {
  const yearEnd = findBalanceDays([...periods.values()])?.yearEnd ?? null;
  if (yearEnd === null) return new Map(periods);
  return new Map(
    [...periods].map(([at, period]) => [at, { ...period, fiscalYear: fiscalYearOf(period.end, yearEnd) }]),
  );
}
