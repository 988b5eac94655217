import type { StatementPeriod } from "../statement.ts";
import { addDays } from "./calendar.ts";
import { findDay } from "./dates.ts";
import { type InterimColumn, placeInterim } from "./interim-periods.ts";
import { findSpans, isYear, type Span } from "./spans.ts";
import type { HeadedColumns, YearColumn } from "./type-columns.ts";
import { callYear, dayAbove, endOf } from "./year-ends.ts";

interface AnnualColumn extends YearColumn {
  isAssumed: boolean;
  /** Where its own head counts its weeks. */
  days: number | null;
}

/** The spans of time that the columns of a statement cover, by column. */
export function typeSpans(headed: HeadedColumns): Map<number, StatementPeriod> {
  const above = spansAbove(headed);
  const years: AnnualColumn[] = [];
  const interim: InterimColumn[] = [];
  for (const column of headed.columns) {
    const own = findSpans(column.head);
    const [span, ...others] = own.length > 0 ? own : above;
    // A head that names two lengths, or none under a title that names two, could be of either.
    if (others.length > 0) continue;
    if (!span || isYear(span)) years.push({ ...column, isAssumed: !span, days: own[0]?.days ?? null });
    else interim.push({ ...column, span });
  }
  return new Map([...typeYears(years, headed), ...typeInterim(interim, headed)]);
}

/** The different lengths that the title and the lines above the heads name. */
function spansAbove({ title, headLines }: HeadedColumns): Span[] {
  const all = [title, ...headLines].flatMap((line) => line.split("  ")).flatMap(findSpans);
  return [...new Map(all.map((span) => [span.months, span])).values()];
}

function typeYears(columns: readonly AnnualColumn[], headed: HeadedColumns): Map<number, StatementPeriod> {
  // In an interim report the lines above the heads name the end of the interim period, not of the year.
  const above = headed.balance?.yearEnd ?? dayAbove(headed);
  const said = above ?? headed.yearEnd;
  const day = said ?? { month: 12, day: 31 };
  const periods = new Map<number, StatementPeriod>();
  for (const { isAssumed, days, ...column } of columns) {
    const { at } = column;
    const end = endOf(column, { day, dates: headed.dates });
    const year = callYear(column.year, end);
    // The same year again is another entity, or the figures before a restatement.
    if ([...periods.values()].some(({ fiscalYear }) => fiscalYear === year)) continue;
    const hasDay = (said !== null && !said.isApproximate) || findDay(column.head) !== null;
    periods.set(at, {
      start: days === null ? yearBefore(end) : addDays(end, 1 - days),
      end,
      fiscalYear: year,
      isAssumed: isAssumed || !hasDay,
    });
  }
  return periods;
}

/** The day after the same day of the year before. */
function yearBefore(end: string): string {
  const date = new Date(`${end}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  return addDays(date.toISOString().slice(0, 10), 1);
}

function typeInterim(columns: readonly InterimColumn[], headed: HeadedColumns): Map<number, StatementPeriod> {
  const placed = placeInterim(columns, {
    day: interimDay(headed),
    dates: headed.dates,
    balance: headed.balance,
    yearEnd: headed.yearEnd,
    findNamedDay: headed.findNamedDay,
  });
  const periods = new Map<number, StatementPeriod>();
  for (const [at, period] of placed) {
    const isRepeated = [...periods.values()].some(
      ({ start, end }) => start === period.start && end === period.end,
    );
    if (!isRepeated) periods.set(at, period);
  }
  return periods;
}

/** "3 月期" above the heads is the end of the fiscal year. */
function interimDay({ title, headLines }: HeadedColumns) {
  return findDay(`${title} ${headLines.join(" ")}`.replaceAll(/\d{1,2}\s*月\s*期/g, " "));
}
