import type { OutputOf } from "../../api/operations.ts";

export type Statement = OutputOf<"financials.statements">["statements"][number];
export type StatementRow = Statement["rows"][number];
export type StatementCell = StatementRow["cells"][number];

/** Amounts as they are, their change against the period before, or their share of the statement's base. */
export type CellView = "values" | "growth" | "common_size";

/** What every other amount of a statement is compared with in the common-size view. */
const BASES: Readonly<Record<Statement["statement"], string | null>> = {
  income: "revenue",
  balance: "total_assets",
  cash_flow: null,
  equity: null,
  segments: null,
};

const MILLION = 1_000_000;
const THOUSAND = 1_000;
const UNITS = [
  { factor: MILLION, name: "million", from: 10 * MILLION },
  { factor: THOUSAND, name: "thousand", from: 100 * THOUSAND },
] as const;
type Unit = { factor: number; name: (typeof UNITS)[number]["name"] | "one" };

/** The unit that keeps the largest amount readable. */
export function chooseUnit(rows: readonly StatementRow[]): Unit {
  const amounts = rows.flatMap(({ cells }) =>
    cells.filter(({ unit }) => unit === "money").map(({ value }) => Math.abs(value ?? 0)),
  );
  const largest = Math.max(0, ...amounts);
  const unit = UNITS.find(({ from }) => largest >= from);
  return unit ? { factor: unit.factor, name: unit.name } : { factor: 1, name: "one" };
}

export const cellAt = ({ cells }: StatementRow, column: number): StatementCell | undefined =>
  cells.find((cell) => cell.column === column);

/** Null where one of the two periods has no amount, or the earlier one is zero or a loss. */
export function growthOf(row: StatementRow, column: number, columns: Statement["columns"]): number | null {
  const now = cellAt(row, column)?.value ?? null;
  const before = cellAt(row, earlierColumn(columns, column))?.value ?? null;
  return now === null || before === null || before <= 0 ? null : now / before - 1;
}

/** Columns come newest first, but not in every report: the period decides. */
function earlierColumn(columns: Statement["columns"], column: number): number {
  const end = columns[column]?.period_end;
  if (!end) return -1;
  const year = new Date(end).getUTCFullYear() - 1;
  return columns.findIndex(
    ({ period_end }) => period_end !== null && new Date(period_end).getUTCFullYear() === year,
  );
}

export function shareOf(row: StatementRow, column: number, { statement, rows }: Statement): number | null {
  const base = rows.find(({ figure }) => figure !== null && figure === BASES[statement]);
  const whole = base ? (cellAt(base, column)?.value ?? null) : null;
  const cell = cellAt(row, column);
  if (whole === null || whole === 0 || cell?.unit !== "money" || cell.value === null) return null;
  return cell.value / whole;
}

/** A row's amounts, oldest first, for a line that shows where it is heading; null with fewer than three. */
export function trendOf(row: StatementRow, columns: Statement["columns"]): number[] | null {
  // The components of equity are of one period.
  if (columns.some(({ member }) => member !== null)) return null;
  const points = columns
    .map(({ period_end }, column) => ({ end: period_end ?? "", value: cellAt(row, column)?.value ?? null }))
    .filter((point): point is { end: string; value: number } => point.value !== null)
    .toSorted((one, other) => (one.end < other.end ? -1 : 1));
  return points.length < 3 ? null : points.map(({ value }) => value);
}
