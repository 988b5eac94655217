import { type DayOfYear, findDates, findDay, isoDate } from "./dates.ts";
import type { HeadedColumns, YearColumn } from "./type-columns.ts";

/** The day that the title or the lines above the heads name. */
export function dayAbove({ title, headLines }: Pick<HeadedColumns, "title" | "headLines">): DayOfYear | null {
  return findDay(`${title} ${headLines.join(" ")}`);
}

/** The last day of a column's year: as its head prints it, else that day of the year above it. */
export function endOf(
  { at, head, year }: YearColumn,
  { day, dates }: { day: DayOfYear; dates: readonly string[] | null },
): string {
  return findDates(head).at(-1) ?? nearYear(dates?.[at], year) ?? isoDate(year, findDay(head) ?? day);
}

/** A fiscal year may end a few days into the next calendar year. */
function nearYear(date: string | undefined, year: number): string | null {
  if (date === undefined) return null;
  return date.startsWith(String(year)) || date.startsWith(`${year + 1}-0`) ? date : null;
}
