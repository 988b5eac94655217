import type { StatementPeriod } from "../statement.ts";
import { dayOf, daysBetween } from "./calendar.ts";
import type { DayOfYear } from "./dates.ts";

/** What a balance sheet says about the fiscal year. */
export interface BalanceDays {
  /** The day of the latest column. */
  end: string;
  /** The last day of the fiscal year before, where the balance sheet is of a day within a year; otherwise null. */
  lastYearEnd: string | null;
  yearEnd: DayOfYear | null;
}

const WITHIN_YEAR_DAYS = { min: 20, max: 345 };

/** An interim balance sheet is compared with the end of the last fiscal year, less than a year before. */
export function findBalanceDays(periods: readonly Pick<StatementPeriod, "end">[]): BalanceDays | null {
  const [end, ...others] = periods.map((period) => period.end).toSorted((a, b) => b.localeCompare(a));
  if (end === undefined) return null;
  const lastYearEnd =
    others.find((other) => {
      const days = daysBetween(other, end);
      return days >= WITHIN_YEAR_DAYS.min && days <= WITHIN_YEAR_DAYS.max;
    }) ?? null;
  return { end, lastYearEnd, yearEnd: lastYearEnd === null ? null : dayOf(lastYearEnd) };
}
