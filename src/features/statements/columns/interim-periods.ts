import type { StatementPeriod } from "../statement.ts";
import type { BalanceDays } from "./balance-days.ts";
import { addDays, addMonths, daysBetween, fiscalYearOf, isNear } from "./calendar.ts";
import { type DayOfYear, findDates, findDay, isoDate } from "./dates.ts";
import type { FindNamedDay } from "./named-days.ts";
import type { Span } from "./spans.ts";

/** A column of less than a year, or of another length than one. */
export interface InterimColumn {
  at: number;
  head: string;
  /** As printed: of the last day, or the fiscal year's. */
  year: number;
  span: Span;
}

export interface InterimContext {
  /** The day that the title or the lines above the heads name. */
  day: DayOfYear | null;
  /** The dates of the columns where a line names them all. */
  dates: readonly string[] | null;
  balance: BalanceDays | null;
  /** The end of the fiscal year, where the report names it elsewhere. */
  yearEnd: DayOfYear | null;
  findNamedDay: FindNamedDay;
}

interface Placed {
  column: InterimColumn;
  end: string;
  /** Printed in full, so that nothing moves it. */
  isPrinted: boolean;
}

/** "2025年3月期" names the end of the fiscal year, not of the period. */
const TERM = /(\d{1,2})\s*月\s*期/;
const YEAR_DAYS = 365.25;

/** When each column begins and ends; those of which it is not known are left out. */
export function placeInterim(
  columns: readonly InterimColumn[],
  context: InterimContext,
): Map<number, StatementPeriod> {
  const parts = new Set(columns.map(({ span }) => `${span.months} ${span.part}`));
  // A day above several different quarters is the end of one of them only.
  const shared = parts.size === new Set(columns.map(({ span }) => span.months)).size ? context.day : null;
  const placed = columns.flatMap((column) => placeEnd(column, { ...context, day: shared }) ?? []);
  const periods = new Map<number, StatementPeriod>();
  for (const { column, end } of anchor(placed, context.balance)) {
    const period = toPeriod(column, end, context.balance);
    if (period) periods.set(column.at, period);
  }
  return periods;
}

function placeEnd(column: InterimColumn, context: InterimContext): Placed | null {
  const { day, dates, balance } = context;
  const head = column.head.replace(TERM, " ");
  const printed = findDates(head).at(-1) ?? dates?.[column.at];
  if (printed !== undefined) return { column, end: printed, isPrinted: true };
  const own = findDay(head) ?? day;
  if (own) return { column, end: isoDate(column.year, own), isPrinted: false };
  const yearEnd = findTerm(column.head) ?? balance?.yearEnd ?? calendarYear(context);
  const { months, part } = column.span;
  if (yearEnd && part !== null && months !== null)
    return { column, end: addMonths(isoDate(column.year, yearEnd), months * part - 12), isPrinted: false };
  if (balance) return { column, end: isoDate(column.year, findEndDay(balance)), isPrinted: false };
  const named = findNamedEnd(column, context);
  return named === null ? null : { column, end: named, isPrinted: true };
}

const YEAR_MONTHS = 12;

/**
 * "Six months 2023" in a release of a company whose year ends with the calendar year, or a few days off it: the day near
 * the end of June that the release names. One that names the end of the year as well could be of the second half.
 */
function findNamedEnd(
  { year, span }: InterimColumn,
  { yearEnd, findNamedDay }: InterimContext,
): string | null {
  if (yearEnd?.month !== YEAR_MONTHS || span.months === null) return null;
  const isFromStart = span.part === null && span.months > YEAR_MONTHS / 4;
  const part = isFromStart ? 1 : span.part;
  if (part === null) return null;
  const last = isoDate(year, { month: YEAR_MONTHS, day: 31 });
  if (isFromStart && findNamedDay(last) !== null) return null;
  return findNamedDay(addMonths(last, span.months * part - YEAR_MONTHS));
}

/** The second quarter of 2024 is known without a day only where the fiscal year is the calendar year. */
function calendarYear({ yearEnd }: InterimContext): DayOfYear | null {
  return yearEnd?.month === 12 && yearEnd.day === 31 && !yearEnd.isApproximate ? yearEnd : null;
}

function findTerm(head: string): DayOfYear | null {
  const month = Number(TERM.exec(head)?.[1] ?? 0);
  return month >= 1 && month <= 12 ? { month, day: 31 } : null;
}

function findEndDay({ end }: BalanceDays): DayOfYear {
  const [, month = 12, day = 31] = end.split("-").map(Number);
  return { month, day };
}

/**
 * The latest column ends on the day of the balance sheet. "Q1 FY26" may end in 2025, so that all columns move by whole
 * years; where they still do not end there, it is not known when they do.
 */
function anchor(placed: readonly Placed[], balance: BalanceDays | null): Placed[] {
  const latest = placed
    .map(({ end }) => end)
    .sort()
    .at(-1);
  if (!balance || latest === undefined) return [...placed];
  const years = Math.round(daysBetween(latest, balance.end) / YEAR_DAYS);
  const moved = addMonths(latest, years * 12);
  const isAnchored = Math.abs(years) <= 1 && isNear(moved, balance.end);
  return placed.flatMap((one) => {
    if (one.isPrinted) return [one];
    if (!isAnchored) return [];
    const end = addMonths(one.end, years * 12);
    return [{ ...one, end: isNear(end, balance.end) ? balance.end : end }];
  });
}

function toPeriod(column: InterimColumn, end: string, balance: BalanceDays | null): StatementPeriod | null {
  const { span, head, year } = column;
  const start = startOf(span, end, balance);
  if (start === null) return null;
  const yearEnd = balance?.yearEnd ?? findTerm(head);
  const fiscalYear = yearEnd
    ? fiscalYearOf(end, yearEnd)
    : /\bFY|月\s*期/i.test(head)
      ? year
      : Number(end.slice(0, 4));
  return { start, end, fiscalYear, isAssumed: false };
}

function startOf({ months, days }: Span, end: string, balance: BalanceDays | null): string | null {
  // What begins with the fiscal year begins on the day after the balance sheet before it.
  const first = balance?.lastYearEnd && isNear(end, balance.end) ? addDays(balance.lastYearEnd, 1) : null;
  if (months === null) return first;
  const start = days === null ? addDays(addMonths(end, -months), 1) : addDays(end, 1 - days);
  return first !== null && isNear(start, first) ? first : start;
}
