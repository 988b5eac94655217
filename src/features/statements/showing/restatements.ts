import type { FigureRow } from "../storing/store.ts";
import type { RestatedFrom } from "./statement-answer.ts";

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

/** Values that reports published before this one gave for the same figure and period, the latest first. */
export function listRestated(current: FigureRow, versions: readonly FigureRow[]): RestatedFrom[] {
  return versions
    .filter((one) => one.published < current.published && differs(one, current))
    .toSorted((a, b) => b.published.localeCompare(a.published))
    .map(({ value, currency, report_id, published, claim_ids }) => ({
      value,
      currency,
      report_id,
      published,
      claim_ids: [...claim_ids],
    }));
}

/** What makes two statements of a figure the same period: years by their number, since a year may have 53 weeks. */
export function periodKey(period: Pick<FigureRow, "frequency" | "fiscal_year" | "period_end">): string {
  return period.frequency === "interim" ? period.period_end : String(period.fiscal_year);
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
