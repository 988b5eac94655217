import type { Grid, GridRow } from "../find/grid.ts";
import { findYears } from "./dates.ts";
import { periodOf } from "./one-per-year.ts";
import { findSpans } from "./spans.ts";
import { findCurrency } from "./units.ts";

const ROWS_MIN = 3;

/**
 * Two columns of one period that a third adds up are its parts: underlying and exceptional items, or the revenue and
 * the capital return of a fund. The third is the whole whatever its head says, except another length or currency, and
 * has the period of its parts.
 */
export function foldParts(grid: Grid): { heads: string[]; parts: ReadonlySet<number> } {
  const heads = [...grid.heads];
  const parts = new Set<number>();
  for (let at = 0; at + 2 < heads.length; at++) {
    const [first = "", second = "", third = ""] = heads.slice(at, at + 3);
    if (parts.has(at) || !isOnePeriod(first, second) || isOther(first, third)) continue;
    if (!addsUp(grid.rows, at)) continue;
    parts.add(at).add(at + 1);
    heads[at + 2] = `Total ${sharedWords(first, second)}`;
  }
  return { heads, parts };
}

function isOnePeriod(first: string, second: string): boolean {
  const year = findYears(first).at(-1);
  return (
    year !== undefined &&
    findYears(second).at(-1) === year &&
    findCurrency(first) === findCurrency(second) &&
    periodOf({ head: first, year }) === periodOf({ head: second, year })
  );
}

/** Two quarters add up to the half-year, which is the whole of neither; and no currency to another. */
function isOther(part: string, third: string): boolean {
  const [own, total] = [findSpans(part), findSpans(third)];
  const [currency, other] = [findCurrency(part), findCurrency(third)];
  const isLength = own.length > 0 && total.length > 0 && own[0]?.months !== total[0]?.months;
  return isLength || (currency !== null && other !== null && currency !== other);
}

/** In every row that has all three, and not for want of amounts. */
function addsUp(rows: readonly GridRow[], at: number): boolean {
  let both = 0;
  for (const { cells } of rows) {
    const [first, second, total] = [cells[at], cells[at + 1], cells[at + 2]];
    if (!first || !second || !total) continue;
    const amounts = [first.printed, second.printed, total.printed];
    const rounding = amounts.every(Number.isInteger) ? 1 : 0.11;
    if (Math.abs(first.printed + second.printed - total.printed) > rounding) return false;
    if (first.printed !== 0 && second.printed !== 0) both++;
  }
  return both >= ROWS_MIN;
}

function sharedWords(first: string, second: string): string {
  const others = new Set(second.split(/\s+/));
  return first
    .split(/\s+/)
    .filter((word) => others.has(word))
    .join(" ");
}
