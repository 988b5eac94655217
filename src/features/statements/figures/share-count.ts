import type { Measure } from "../columns/measure.ts";
import { isPerShare, listResults } from "../columns/prove-scale.ts";
import { findScale } from "../columns/units.ts";
import type { StatementTable, TableRow } from "../table.ts";
import { perShareFactor } from "./per-share-figures.ts";

const FACTORS = [1, 1_000, 1_000_000];
/** No company has a thousand times as many shares. */
const SINGLE_MIN = 1_000_000_000;

/**
 * How many shares one printed unit of a row is. The scale of the amounts says nothing of it: "in millions, except
 * shares in thousands". It is said in the label, or shown where the net income divided by the shares is what one share
 * earns; otherwise null.
 */
export function shareFactor(table: StatementTable, row: TableRow, measure: Measure): number | null {
  const said = findScale([row.label, ...row.path].join(" "));
  if (said !== null) return said;
  if (row.cells.some((cell) => cell !== null && cell.printed >= SINGLE_MIN)) return 1;
  return FACTORS.find((factor) => isShown(table, row, { factor, measure })) ?? null;
}

function isShown(
  table: StatementTable,
  row: TableRow,
  { factor, measure }: { factor: number; measure: Measure },
): boolean {
  const results = listResults(table);
  const earnings = table.rows.filter(({ unit }) => unit === "per_share");
  return table.columns.some(({ at }) => {
    const amount = (of: TableRow, scale: number | null) => (of.cells[at]?.printed ?? 0) * (scale ?? 0);
    const count = amount(row, factor);
    if (count <= 0) return false;
    return earnings.some((one) => {
      const perShare = amount(one, perShareFactor(table, one, measure.currency));
      return results.some((result) => isPerShare(amount(result, measure.scale), count, perShare));
    });
  });
}
