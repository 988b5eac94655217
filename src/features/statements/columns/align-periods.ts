import type { StatementPeriod } from "../statement.ts";
import type { StatementTable } from "../table.ts";
import { findBalanceDays } from "./balance-days.ts";
import { addDays, addMonths, daysBetween, isNear, isYearBefore } from "./calendar.ts";
import { findDay } from "./dates.ts";
import type { TypedColumn } from "./type-columns.ts";

const YEAR_DAYS_MIN = 335;
const YEAR_MONTHS = 12;
/** The last month of a year that most companies would still call by the year before: most of its months are in that. */
const LATE_MONTH = 5;

/**
 * A year ends on the day its balance sheet is at. Other statements often print only the year, or the day of one
 * column, which is a few days off in years of whole weeks, or a year where years are called by the one they begin in.
 */
export function alignPeriods(tables: readonly StatementTable[]): StatementTable[] {
  const balance = tables.find(({ kind }) => kind === "balance");
  if (!balance) return [...tables];
  const ends = balance.columns.map(({ period }) => period.end);
  const aligned = tables.map((table) => (table.kind === "balance" ? table : alignTable(table, ends)));
  const names = nameYears(aligned);
  return aligned.map((table) => callYears(table, names));
}

function alignTable(table: StatementTable, ends: readonly string[]): StatementTable {
  const moved = beginsIn(table, ends) ? moveYear(table) : table;
  return { ...moved, columns: moved.columns.map((column) => endWith(column, ends)) };
}

/**
 * "2023" above the year to 3 February 2024: its latest column would end on the day of the balance sheet before. Where
 * heads name days, or the balance sheet is of a day within a year, nothing is moved.
 */
function beginsIn({ columns }: StatementTable, ends: readonly string[]): boolean {
  const latest = ends[0] ?? "";
  const { start = null, end = "" } = columns[0]?.period ?? {};
  if (!isYearLong(start, end) || !isYearBefore(end, latest)) return false;
  const isWithinYear = findBalanceDays(ends.map((one) => ({ end: one })))?.lastYearEnd !== null;
  const hasDays = columns.some(({ head }) => findDay(head) !== null);
  return !isWithinYear && !hasDays && Number(latest.slice(5, 7)) <= LATE_MONTH;
}

function moveYear(table: StatementTable): StatementTable {
  const move = ({ start, end, ...period }: StatementPeriod): StatementPeriod => ({
    ...period,
    start: start === null ? null : addMonths(start, YEAR_MONTHS),
    end: addMonths(end, YEAR_MONTHS),
  });
  return { ...table, columns: table.columns.map((column) => ({ ...column, period: move(column.period) })) };
}

function endWith(column: TypedColumn, ends: readonly string[]): TypedColumn {
  const { period } = column;
  const end = ends.find((one) => isNear(one, period.end));
  if (end === undefined || !isYearLong(period.start, end)) return column;
  const before = ends.find((one) => isYearBefore(one, end));
  const start = before !== undefined && isYearLong(before, end) ? addDays(before, 1) : period.start;
  return { ...column, period: { ...period, start, end } };
}

/** What the company calls the years that end on these days: heads that name a day do not say it. */
function nameYears(tables: readonly StatementTable[]): Map<string, number> {
  const years = tables
    .flatMap(({ columns }) => columns)
    .filter(({ period }) => isYearLong(period.start, period.end))
    .toSorted((a, b) => Number(findDay(a.head) === null) - Number(findDay(b.head) === null));
  return new Map(years.map(({ period }) => [period.end, period.fiscalYear]));
}

function callYears(table: StatementTable, names: ReadonlyMap<string, number>): StatementTable {
  let later: StatementPeriod | null = null;
  const columns = table.columns.map((column) => {
    const { period } = column;
    if (period.start !== null && !isYearLong(period.start, period.end)) return column;
    // Days before those that are named follow from the day after them.
    const counted = later && isYearBefore(period.end, later.end) ? later.fiscalYear - 1 : period.fiscalYear;
    later = { ...period, fiscalYear: names.get(period.end) ?? counted };
    return { ...column, period: later };
  });
  return { ...table, columns };
}

function isYearLong(from: string | null, to: string): boolean {
  return from !== null && daysBetween(from, to) >= YEAR_DAYS_MIN;
}
