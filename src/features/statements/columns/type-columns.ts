import type { Grid } from "../find/grid.ts";
import type { PrimaryKind, StatementPeriod } from "../statement.ts";
import type { BalanceDays } from "./balance-days.ts";
import { type DayOfYear, findDates, findYears, namesManyYears } from "./dates.ts";
import type { FindNamedDay } from "./named-days.ts";
import { keepWhole } from "./one-per-year.ts";
import { foldParts } from "./part-columns.ts";
import { typeDays } from "./type-days.ts";
import { typeSpans } from "./type-spans.ts";

export interface TypedColumn {
  /** Position in the grid's value columns. */
  at: number;
  head: string;
  period: StatementPeriod;
  restated: boolean;
}

export interface ColumnContext {
  kind: PrimaryKind;
  title: string;
  /** The last day of the fiscal year, where another statement names it. */
  yearEnd: DayOfYear | null;
  /** What the balance sheet says, for statements of a span of time. */
  balance: BalanceDays | null;
  findNamedDay: FindNamedDay;
}

/** A column with the year that its head, or the lines above it, name. */
export interface YearColumn {
  at: number;
  head: string;
  year: number;
}

export interface HeadedColumns extends ColumnContext {
  columns: readonly YearColumn[];
  headLines: readonly string[];
  /** The dates of all columns of the grid, where one line names them. */
  dates: readonly string[] | null;
}

/** No amounts of a report: changes between them, or what was planned. */
const NO_AMOUNT = new RegExp(
  String.raw`\bchange\b|\bvariance\b|increase|decrease|\bpro forma\b|\badjust|%|\bpercent\b|\beffect\b` +
    String.raw`|(?:previously|originally) reported|\bbudget|\bplan(?:ned)?\b|\bforecast|\bestimated?\b|\boutlook\b` +
    String.raw`|\bguidance\b|\bprognose\b|\bprévision|\bprevision|\bpresupuest|予想|計画`,
  "i",
);

const isNoAmount = (head: string) => NO_AMOUNT.test(head) || namesManyYears(head);

/**
 * The columns whose period is known, the latest first, of two that end on one day the longer first. Of several entities
 * those of the group, or of the first.
 */
export function typeColumns(given: Grid, context: ColumnContext): TypedColumn[] {
  const { heads, parts } = foldParts(given);
  const grid = { ...given, heads };
  const years = yearsByColumn(grid, context.title);
  const headedYears = years.flatMap((year, at): YearColumn[] => {
    const head = grid.heads[at] ?? "";
    return year === null || parts.has(at) || isNoAmount(head) ? [] : [{ at, head, year }];
  });
  const columns = keepWhole(headedYears);
  const headed = { ...context, columns, headLines: grid.headLines, dates: datesByColumn(grid, years.length) };
  const periods = context.kind === "balance" ? typeDays(headed) : typeSpans(headed);
  const typed = columns.flatMap(({ at, head }): TypedColumn[] => {
    const period = periods.get(at);
    return period ? [{ at, head, period, restated: RESTATED.test(head) }] : [];
  });
  return typed.sort(
    ({ period: a }, { period: b }) =>
      b.end.localeCompare(a.end) || (a.start ?? "").localeCompare(b.start ?? ""),
  );
}

/** "At January 1, 2023 and January 2, 2022": the dates of the columns in their order. */
function datesByColumn(grid: Grid, width: number): string[] | null {
  for (const line of grid.headLines) {
    const dates = findDates(line);
    if (dates.length === width && new Set(dates).size === width) return dates;
  }
  return null;
}

function yearsByColumn(grid: Grid, title: string): (number | null)[] {
  const own = nameRestated(
    grid.heads,
    grid.heads.map((head) => findYears(head).at(-1) ?? null),
  );
  if (isPlausible(own)) return own;
  const width = grid.heads.length;
  const amounts = grid.heads.flatMap((head, at) => (isNoAmount(head) ? [] : [at]));
  for (const line of [...grid.headLines].reverse()) {
    const years = findYears(line);
    if (!isPlausible(years)) continue;
    if (years.length === width) return years;
    // The years of a line above belong to the columns of amounts, and not to those of changes between them.
    if (years.length === amounts.length && years.length > 1)
      return grid.heads.map((_, at) => years[amounts.indexOf(at)] ?? null);
  }
  // "As at 30 June 2023 and 2022": the title names the years in the order of the columns.
  for (const line of [...grid.headLines, title]) {
    const years = [...new Set(findYears(line))];
    if (years.length === width && isPlausible(years)) return years;
  }
  return own;
}

const RESTATED = /restated|re-?presented/i;

/** One year above two columns is printed over the first or the second: "restated" next to "as previously reported". */
function nameRestated(heads: readonly string[], years: readonly (number | null)[]): (number | null)[] {
  return years.map((year, at) => {
    if (year !== null || !RESTATED.test(heads[at] ?? "")) return year;
    const [near] = [at + 1, at - 1].filter((other) =>
      /(?:previously|originally) reported/i.test(heads[other] ?? ""),
    );
    return near === undefined ? null : (years[near] ?? null);
  });
}

function isPlausible(years: readonly (number | null)[]): boolean {
  const known = years.filter((year) => year !== null);
  return known.length === years.length && known.length > 0 && (years.length === 1 || new Set(known).size > 1);
}
