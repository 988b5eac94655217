import type { Grid } from "../find/grid.ts";
import type { StatementKind, StatementPeriod } from "../statement.ts";
import { type DayOfYear, findDates, findDay, findYears, isoDate } from "./dates.ts";

export interface TypedColumn {
  /** Position in the grid's value columns. */
  at: number;
  head: string;
  period: StatementPeriod;
  restated: boolean;
}

const INTERIM =
  /\b(?:three|six|nine|3|6|9)[ -]months?\b|\bquarter\b|\bq[1-4]\b|\bhalf[- ]year\b|\b(?:13|26|39)[ -]weeks?\b|\bh[12]\b|\b[12]\.\s?(?:hj|halbjahr)|\bs[12]\s?20\d\d|semestre|halbjahr|quartal|trimestre|中間|四半期/i;
const ANNUAL = /\byears?\b|\bannual\b|\btwelve[ -]months?\b|\b12[ -]months?\b|\b5[23][ -]weeks?\b/i;
const NO_AMOUNT =
  /\bchange\b|\bvariance\b|increase|decrease|\bpro forma\b|\badjust|%|\beffect\b|previously reported/i;

/** The columns that are fiscal years, the newest first; of several entities those of the first, which is the group. */
export function typeColumns(
  grid: Grid,
  { kind, title, yearEnd }: { kind: StatementKind; title: string; yearEnd: DayOfYear | null },
): TypedColumn[] {
  const years = yearsByColumn(grid, title);
  const day = findDay(`${title} ${grid.headLines.join(" ")}`) ?? yearEnd ?? { month: 12, day: 31 };
  const dates = datesByColumn(grid, years.length);
  // Next to quarters a year must say that it is one.
  const hasQuarters = kind !== "balance" && INTERIM.test([...grid.heads, ...grid.headLines, title].join(" "));
  const typed: TypedColumn[] = [];
  for (const [at, year] of years.entries()) {
    const head = grid.heads[at] ?? "";
    if (year === null || !isYear(head, hasQuarters)) continue;
    // The same year again is another entity, or the figures before a restatement.
    if (typed.some(({ period }) => period.end.startsWith(String(year)) && period.fiscalYear === year))
      continue;
    const end = findDates(head).at(-1) ?? nearYear(dates?.[at], year) ?? isoDate(year, findDay(head) ?? day);
    const start = kind === "balance" ? null : yearBefore(end);
    typed.push({
      at,
      head,
      period: { start, end, fiscalYear: year },
      restated: /restated|re-?presented/i.test(head),
    });
  }
  return typed.sort((a, b) => b.period.end.localeCompare(a.period.end));
}

function isYear(head: string, hasQuarters: boolean): boolean {
  return !INTERIM.test(head) && !NO_AMOUNT.test(head) && (!hasQuarters || ANNUAL.test(head));
}

/** "At January 1, 2023 and January 2, 2022": the dates of the columns in their order. */
function datesByColumn(grid: Grid, width: number): string[] | null {
  for (const line of grid.headLines) {
    const dates = findDates(line);
    if (dates.length === width && new Set(dates).size === width) return dates;
  }
  return null;
}

/** A fiscal year may end a few days into the next calendar year. */
function nearYear(date: string | undefined, year: number): string | null {
  if (date === undefined) return null;
  return date.startsWith(String(year)) || date.startsWith(`${year + 1}-0`) ? date : null;
}

/** The day after the same day of the year before. */
function yearBefore(end: string): string {
  const date = new Date(`${end}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

function yearsByColumn(grid: Grid, title: string): (number | null)[] {
  const own = grid.heads.map((head) => findYears(head).at(-1) ?? null);
  if (isPlausible(own)) return own;
  const width = grid.heads.length;
  for (const line of [...grid.headLines].reverse()) {
    const years = findYears(line);
    if (years.length === width && isPlausible(years)) return years;
  }
  // "As at 30 June 2023 and 2022": the title names the years in the order of the columns.
  for (const line of [...grid.headLines, title]) {
    const years = [...new Set(findYears(line))];
    if (years.length === width && isPlausible(years)) return years;
  }
  return own;
}

function isPlausible(years: readonly (number | null)[]): boolean {
  const known = years.filter((year) => year !== null);
  return known.length === years.length && known.length > 0 && (years.length === 1 || new Set(known).size > 1);
}
