import { isNear } from "../columns/calendar.ts";
import { periodKey } from "../storing/periods.ts";
import type { FigureRow } from "../storing/store.ts";
import type { RestatedFrom, TableCell } from "./statement-answer.ts";

/** Two reports print the same amount in different units; only a difference beyond rounding is a restatement. */
function differs(
  a: Pick<FigureRow, "value" | "scale" | "claim_ids" | "unit" | "currency">,
  b: Pick<FigureRow, "value" | "scale" | "claim_ids" | "unit" | "currency">,
): boolean {
  if (a.currency !== b.currency) return false;
  const rows = Math.max(a.claim_ids.length, b.claim_ids.length);
  const rounding = a.unit === "money" ? (Math.max(a.scale, b.scale) * (rows + 1)) / 2 : 0.005;
  return Math.abs(a.value - b.value) > rounding;
}

/**
 * Values that reports published before this one gave for the same figure and period, the latest first. A changed year
 * end gives one fiscal year two last days: these are two periods.
 */
export function listRestated(current: FigureRow, versions: readonly FigureRow[]): RestatedFrom[] {
  return versions
    .filter(
      (one) =>
        one.published < current.published &&
        isNear(one.period_end, current.period_end) &&
        differs(one, current),
    )
    .toSorted((a, b) => b.published.localeCompare(a.published))
    .map(({ value, currency, report_id, published, claim_ids }) => ({
      value,
      currency,
      report_id,
      published,
      claim_ids: [...claim_ids],
    }));
}

/** What the report's own tag says of a figure. */
export function showTag({ tagged, tag, tagged_value }: FigureRow): TableCell["tagged"] {
  return tagged === null || tag === null || tagged_value === null
    ? null
    : { verdict: tagged, tag, value: tagged_value };
}

/** What makes two statements of a figure the same period. */
export function figurePeriod(
  figure: Pick<FigureRow, "frequency" | "fiscal_year" | "period_start" | "period_end">,
): string {
  const { period_start: start, period_end: end, fiscal_year: fiscalYear } = figure;
  return periodKey({ start, end, fiscalYear }, figure.frequency);
}

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
