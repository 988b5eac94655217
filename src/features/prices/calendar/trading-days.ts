import { addDays, weekdayOf } from "./dates.ts";
import { HOLIDAYS } from "./holidays.ts";

/** Markets whose week starts on Sunday. */
const SUNDAY_TO_THURSDAY = new Set(["BH", "EG", "IL", "JO", "KW", "OM", "QA", "SA"]);
const DAYS_MAX = 40_000;

export interface TradingCalendar {
  /** `holidays` if the market's closing days are known, `weekdays` if only its weekdays are. */
  kind: "holidays" | "weekdays";
  isOpen: (date: string) => boolean;
}

export function openCalendar(country: string | null): TradingCalendar {
  const weekend = country !== null && SUNDAY_TO_THURSDAY.has(country) ? [5, 6] : [0, 6];
  const closedIn = country === null ? undefined : HOLIDAYS[country];
  if (!closedIn) return { kind: "weekdays", isOpen: (date) => !weekend.includes(weekdayOf(date)) };
  const years = new Map<number, ReadonlySet<string>>();
  const closedDays = (year: number) => {
    const known = years.get(year) ?? new Set(closedIn(year));
    years.set(year, known);
    return known;
  };
  return {
    kind: "holidays",
    isOpen: (date) => !weekend.includes(weekdayOf(date)) && !closedDays(Number(date.slice(0, 4))).has(date),
  };
}

/** Days between the first and the last price on which the market was open but there is no price. */
export function listMissingDays(calendar: TradingCalendar, dates: readonly string[]): string[] {
  const missing: string[] = [];
  for (const [index, date] of dates.entries()) {
    const next = dates[index + 1];
    if (next === undefined) break;
    let day = addDays(date, 1);
    for (let count = 0; day < next && count < DAYS_MAX; count++) {
      if (calendar.isOpen(day)) missing.push(day);
      day = addDays(day, 1);
    }
  }
  return missing;
}
