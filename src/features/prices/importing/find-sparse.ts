import { daysBetween } from "../calendar/dates.ts";
import type { PriceIssue, PriceRow } from "./read-price-row.ts";

/** Fewer days do not show how far apart they usually are. */
const ROWS_MIN = 8;
/** More than consecutive holidays, less than a week. */
const DAYS_APART_MAX = 5;

/**
 * Vendors sell weekly and monthly bars in the same columns as daily ones. Such bars are stored under the days they
 * are dated; the warning matters to those who ask for a day's volume.
 */
export function findSparse(rows: readonly PriceRow[]): PriceIssue[] {
  const sorted = rows.toSorted((one, other) => (one.bar.date < other.bar.date ? -1 : 1));
  const [first] = sorted;
  if (!first || sorted.length < ROWS_MIN) return [];
  // If most gaps were wider, all of them together would be: daily bars need no closer look.
  const daysInAll = daysBetween(first.bar.date, sorted.at(-1)?.bar.date ?? first.bar.date);
  if (daysInAll * 2 < (sorted.length - 1) * (DAYS_APART_MAX + 1)) return [];
  const gaps = sorted
    .slice(1)
    .map((row, index) => daysBetween(sorted[index]?.bar.date ?? row.bar.date, row.bar.date))
    .sort((one, other) => one - other);
  const usual = gaps[Math.floor(gaps.length / 2)] ?? 0;
  if (usual <= DAYS_APART_MAX) return [];
  const reason = `its days are mostly ${usual} days apart, as in weekly or monthly bars: each is stored as one day`;
  return [{ row: first, reason }];
}
