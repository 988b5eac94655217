import type { PageRecord } from "../../reports/index.ts";
import { type DayOfYear, findDates, findDay, isoDate, lastDayOfMonth } from "./dates.ts";
import type { HeadedColumns, YearColumn } from "./type-columns.ts";

const FIRST_WEEK_DAYS = 7;

/** The day that the title or the lines above the heads name. */
export function dayAbove({ title, headLines }: Pick<HeadedColumns, "title" | "headLines">): DayOfYear | null {
  return findDay(`${title} ${headLines.join(" ")}`);
}

/** The last day of a column's year: as its head prints it, else that day of the year above it. */
export function endOf(
  { at, head, year }: YearColumn,
  { day, dates }: { day: DayOfYear; dates: readonly string[] | null },
): string {
  return (
    findDates(head).at(-1) ?? nearYear(dates?.[at], year) ?? isoDate(year, findDay(head) ?? closeJanuary(day))
  );
}

/** What ends in the first days of January is the year of whole weeks before, and is called by it. */
function closeJanuary(day: DayOfYear): DayOfYear {
  return day.month === 1 ? closeWeeks(day) : day;
}

/** The same where its head prints the day: two years of whole weeks can end in one calendar year. */
export function callYear(printed: number, end: string): number {
  const isEarly = end.slice(5, 7) === "01" && Number(end.slice(8)) <= FIRST_WEEK_DAYS;
  return isEarly && end.startsWith(String(printed)) ? printed - 1 : printed;
}

/** A fiscal year may end a few days into the next calendar year. */
function nearYear(date: string | undefined, year: number): string | null {
  if (date === undefined) return null;
  return date.startsWith(String(year)) || date.startsWith(`${year + 1}-0`) ? date : null;
}

const YEAR_ENDED =
  /\b(?:financial |fiscal )?years? (?:ended|ending|ends|end)\b(?: on)?|\bgesch[aä]ftsjahr(?:es|s)? (?:zum|bis)|\bexercice (?:clos|cl[oô]tur[eé]|arr[eê]t[eé]) (?:le|au)\b/i;
const AFTER_LETTERS = 22;

/** The end of the fiscal year that sentences of the report name most often; null where none does. */
export function findYearEnd(pages: readonly PageRecord[]): DayOfYear | null {
  const counts = new Map<string, { day: DayOfYear; count: number }>();
  for (const { lines } of pages) {
    for (const { text } of lines) {
      const match = YEAR_ENDED.exec(text);
      const day = match && findDay(text.slice(match.index + match[0].length).slice(0, AFTER_LETTERS));
      if (!day) continue;
      const known = counts.get(`${day.month} ${day.day}`) ?? { day, count: 0 };
      counts.set(`${day.month} ${day.day}`, { day, count: known.count + 1 });
    }
  }
  const [most] = [...counts.values()].sort((a, b) => b.count - a.count);
  return most ? closeWeeks(most.day) : null;
}

/** A year of whole weeks that ends in the first days of a month is the year to the end of the month before. */
function closeWeeks({ month, day }: DayOfYear): DayOfYear {
  if (day > FIRST_WEEK_DAYS) return { month, day };
  const before = month === 1 ? 12 : month - 1;
  return { month: before, day: lastDayOfMonth(2_023, before), isApproximate: true };
}
