import { type DayOfYear, isoDate, lastDayOfMonth } from "./dates.ts";

const DAY_MILLISECONDS = 86_400_000;
/** Years and quarters of whole weeks end up to so many days off. */
const WEEKS_DAYS = 12;

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MILLISECONDS).toISOString().slice(0, 10);
}

function partsOf(date: string): { year: number; month: number; day: number } {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  return { year, month, day };
}

export function dayOf(date: string): DayOfYear {
  const { month, day } = partsOf(date);
  return { month, day };
}

/** So many months later or earlier; the last day of a month stays one. */
export function addMonths(date: string, months: number): string {
  const { year, month, day } = partsOf(date);
  const index = year * 12 + (month - 1) + months;
  const target = { year: Math.floor(index / 12), month: (index % 12) + 1 };
  const isLast = day === lastDayOfMonth(year, month);
  return isoDate(target.year, { month: target.month, day: isLast ? 31 : day });
}

/** Whether two days are one, but for years and quarters of whole weeks. */
export function isNear(a: string, b: string): boolean {
  return Math.abs(Date.parse(a) - Date.parse(b)) <= WEEKS_DAYS * DAY_MILLISECONDS;
}

const YEAR_MONTHS = 12;

/** Whether a period that ends on the one day is the year before that which ends on the other. */
export function isYearBefore(end: string, later: string): boolean {
  return isNear(addMonths(end, YEAR_MONTHS), later);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS);
}

/** The year a fiscal year is called by: that of its last day. */
export function fiscalYearOf(end: string, yearEnd: DayOfYear): number {
  const { year } = partsOf(end);
  const own = isoDate(year, yearEnd);
  return end <= own || isNear(end, own) ? year : year + 1;
}
