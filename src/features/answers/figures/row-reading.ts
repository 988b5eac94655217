import { columnFor, type FoundFigure } from "./find-figure.ts";
import { fiscalYear, type Period } from "./periods.ts";
import type { StatementRow, Statements } from "./statement-book.ts";
import { moneyScale, shareScale } from "./units.ts";

/** The figure of a row for a period. */
export function readRow(book: Statements, { row, table }: StatementRow, period: Period): FoundFigure | null {
  const column = columnFor(book.periodsOf(table, period), period, row.cells, (cell) => cell.kind !== "text");
  const cell =
    column === null ? undefined : row.cells.find((one) => one.column === column && one.kind !== "text");
  if (column === null || cell?.value == null) return null;
  const unit = rowUnit({ row, table }, cell.percent);
  const said = table.scale ?? book.scale;
  const scale =
    unit === "money"
      ? moneyScale(said, cell.value)
      : unit === "shares"
        ? shareScale(table.shareScale ?? said)
        : 1;
  if (scale === null) return null;
  return {
    concept: `row ${row.label}`,
    period: fiscalYear(period.year),
    value: cell.value * scale,
    printed: cell.text,
    printedValue: cell.value,
    scale,
    currency: table.currency ?? book.currency,
    unit,
    page: table.page,
    box: cell.box,
    rowBox: row.box,
    label: row.label,
    head: table.heads[column] ?? "",
    certainty: 0.9,
  };
}

/** What a row is measured in, by what its label and its table say. */
export function rowUnit(
  { row, table }: Pick<StatementRow, "row" | "table">,
  percent: boolean,
): FoundFigure["unit"] {
  const measured = table.scale !== null || table.currency !== null;
  if (percent) return "percent";
  const text = `${row.label} ${row.section ?? ""}`;
  if (/per (?:common |diluted |ordinary )?share|\(pence\)|\(euros\)|\(yen\)/i.test(text)) return "per_share";
  if (
    /\bshares?\b(?! capital| premium|-based|holders)/i.test(text) &&
    /outstanding|weighted|issued|number/i.test(text)
  )
    return "shares";
  if (/\bnumber of\b|\bstores?\b|employees|headcount|customers\b.*number/i.test(text)) return "count";
  return measured ? "money" : "count";
}
