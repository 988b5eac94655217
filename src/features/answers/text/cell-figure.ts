import type { FoundFigure } from "../figures/find-figure.ts";
import type { Scale } from "../figures/units.ts";
import type { FoundCell } from "./find-row.ts";
import type { TextRequest } from "./request.ts";

/** What a cell is measured in; null where it is not what the question expects, or where its scale is not known. */
export function cellFigure(
  { page, row, cell, table, head }: FoundCell,
  { expects }: TextRequest,
  { scale, dollar }: { scale: Scale | null; dollar: string },
): FoundFigure | null {
  if (cell.value === null) return null;
  const isPercent = cell.percent || /%|percent/i.test(head);
  const isCount = expects === "count" || expects === "number";
  const money = !isPercent && !isCount;
  const own = money ? (table.scale ?? scale) : 1;
  if (own === null) return null;
  const period = table.periods[cell.column];
  return {
    concept: "",
    period: { year: period?.year ?? 0, span: "year", part: null },
    value: cell.value * own,
    printed: cell.text,
    printedValue: cell.value,
    scale: own,
    currency: money ? (table.currency === "USD" ? dollar : (table.currency ?? dollar)) : null,
    unit: isPercent ? "percent" : isCount ? "count" : "money",
    page,
    box: [...cell.box],
    rowBox: [...row.box],
    label: row.label,
    head: head.trim(),
    certainty: 1,
  };
}
