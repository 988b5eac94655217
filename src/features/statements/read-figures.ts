import { currencyOf, type Measure, scaleOf } from "./columns/measure.ts";
import { confidenceOf } from "./confidence.ts";
import { readBalanceFigures } from "./figures/balance-figures.ts";
import { readCashFlowFigures } from "./figures/cash-flow-figures.ts";
import { readIncomeDepreciation } from "./figures/income-depreciation.ts";
import { readIncomeFigures } from "./figures/income-figures.ts";
import { perShareFactor, readPerShareFigures } from "./figures/per-share-figures.ts";
import { NamedRows, type Reading } from "./figures/reading.ts";
import type { StatementFigure } from "./statement.ts";
import type { StatementTable } from "./table.ts";

/** The figures of the dictionary that the statements hold, each by its rows. */
export function readFigures(tables: readonly StatementTable[]): Reading[] {
  const readings = tables.flatMap(readTable);
  const income = tables.find(({ kind }) => kind === "income");
  const depreciation = income ? readIncomeDepreciation(income) : null;
  const known = readings.find(({ concept }) => concept === "depreciation_and_amortization");
  // A row of the cash flow statement with other things in it is worse than the cost itself.
  if (depreciation === null || known?.evidence.label === 1) return readings;
  return [...readings.filter((one) => one !== known), depreciation];
}

function readTable(table: StatementTable): Reading[] {
  const named = new NamedRows(table);
  switch (table.kind) {
    case "income":
      return [...readIncomeFigures(named), ...readPerShareFigures(table)];
    case "balance":
      return readBalanceFigures(named);
    case "cash_flow":
      return readCashFlowFigures(named);
  }
}

/** No figure has so many rows; and the claims of more would not fit into the index of series. */
const PARTS_MAX = 60;

/** `linked`: whether the statement repeats an amount of another. A figure for each period its rows have an amount in; none where the scale is not known. */
export function toFigures(reading: Reading, measure: Measure, linked: boolean): StatementFigure[] {
  const { table, parts, concept, evidence } = reading;
  const [first] = parts;
  if (!first || parts.length > PARTS_MAX) return [];
  const perShare = first.row.unit === "per_share";
  const perShareUnit = perShare ? perShareFactor(table, first.row, measure.currency) : null;
  return table.columns.flatMap(({ at, head, period }) => {
    const scale = perShare ? 1 : scaleOf({ head }, measure);
    const factor = perShare ? perShareUnit : scale;
    if (factor === null || scale === null) return [];
    const cells = parts.flatMap(({ row, sign }) => {
      const cell = row.cells[at];
      return cell ? [{ row, cell, sign }] : [];
    });
    if (cells.length === 0 || (cells.length < parts.length && parts.length === 1)) return [];
    const printed = cells.reduce((sum, { cell, sign }) => sum + sign * cell.printed, 0);
    const value = Number((printed * factor).toPrecision(15));
    return [
      {
        concept,
        period,
        value: value === 0 ? 0 : value,
        currency: currencyOf({ head }, measure),
        unit: first.row.unit,
        confidence: confidenceOf(evidence, { scaleSaid: measure.said || perShare, linked }),
        cells: cells.map(({ row, cell, sign }) => ({
          column: at,
          text: cell.text,
          printed: cell.printed,
          value: Number((cell.printed * factor).toPrecision(15)),
          unit: row.unit,
          proof: evidence.proven ? ("proven" as const) : ("none" as const),
          page: row.page,
          box: cell.box,
          label: row.label,
          path: row.path,
          rowBox: row.box,
          sign,
          head,
          scale,
        })),
        tagged: null,
      },
    ];
  });
}
