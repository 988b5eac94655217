import type { PageRecord } from "../../reports/index.ts";
import { daysBetween } from "./calendar.ts";
import { findDates } from "./dates.ts";

/** The day within a week of this one that a report names most often; null where it names none. */
export type FindNamedDay = (near: string) => string | null;

const DAYS_APART_MAX = 7;
const HAS_YEAR = /\b20\d\d\b|20\d\d\s*年/;

/** Few reports need it, so the pages are looked through when the first day is asked for. */
export function openNamedDays(pages: readonly PageRecord[]): FindNamedDay {
  let counts: Map<string, number> | null = null;
  return (near) => {
    counts ??= countDays(pages);
    const [named] = [...counts]
      .filter(([day]) => Math.abs(daysBetween(day, near)) <= DAYS_APART_MAX)
      .sort((a, b) => b[1] - a[1]);
    return named?.[0] ?? null;
  };
}

function countDays(pages: readonly PageRecord[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { lines } of pages) {
    for (const { text } of lines) {
      if (!HAS_YEAR.test(text)) continue;
      for (const day of findDates(text)) counts.set(day, (counts.get(day) ?? 0) + 1);
    }
  }
  return counts;
}
