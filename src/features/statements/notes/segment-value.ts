import { labelKey } from "../../reference/index.ts";
import { matchConcepts } from "../find/concept-labels.ts";
import type { Grid } from "../find/grid.ts";
import type { StatementCell, StatementPeriod, StatementRow } from "../statement.ts";
import type { NoteContext } from "./note-context.ts";

/** One measure of one segment, or of all of them, in one period. */
export interface SegmentValue {
  measure: string;
  segment: string;
  isTotal: boolean;
  period: StatementPeriod;
  cell: Omit<StatementCell, "column">;
  row: Pick<StatementRow, "page" | "box">;
}

/** A table that may be one of segments. */
export interface SegmentTable {
  grid: Grid;
  context: NoteContext;
}

/** What no sum of money is, though it may add up. */
const NO_MONEY =
  /employee|headcount|staff|\bnumber\b|%|percent|\bper\b|margin|mitarbeiter|effectif|\bstores?\b/i;
export const isMoneyLabel = (label: string) => label !== "" && !NO_MONEY.test(label);

const GROUP_FIGURES: ReadonlySet<string> = new Set([
  "revenue",
  "operating_income",
  "pretax_income",
  "total_assets",
  "gross_profit",
]);
const PRINTED_MIN = 100;

/** The period in which the company as a whole has this printed amount; null where none or two have. */
export function findPeriod(printed: number, { figures, scale }: NoteContext): StatementPeriod | null {
  if (Math.abs(printed) < PRINTED_MIN || scale === null) return null;
  const found = figures.filter(
    ({ concept, value }) => GROUP_FIGURES.has(concept) && Math.abs(value - printed * scale) <= scale / 2,
  );
  const years = new Set(found.map(({ period }) => period.fiscalYear));
  // A balance is of a day, but a segment's assets are shown with its income of the year.
  const [first] = found.toSorted((a, b) => Number(a.period.start === null) - Number(b.period.start === null));
  return first && years.size === 1 ? first.period : null;
}

/** A row with the name of a figure is no segment. */
export function isFigureLabel(label: string): boolean {
  const key = labelKey(label);
  return (["income", "balance", "cash_flow"] as const).some((kind) =>
    matchConcepts(key, kind).some(({ strength }) => strength === 1),
  );
}
