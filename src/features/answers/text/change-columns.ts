import type { Row, TableColumn } from "./table-view.ts";

const ROWS_MIN = 3;
const SHARE_MIN = 0.8;
/** Rounding of a printed difference, in printed units, and of a printed percentage, in points. */
const UNITS = 1.5;
const POINTS = 0.6;

/** Columns that are the change between two others are marked as such, whatever their heads say. */
export function markChanges(columns: readonly TableColumn[], rows: readonly Row[]): TableColumn[] {
  const pairs = columns.flatMap((newer, at) =>
    columns.flatMap((older, other) =>
      isAmountOf(newer, older.year === null ? null : older.year + 1) && isAmountOf(older, older.year)
        ? [{ newer: at, older: other }]
        : [],
    ),
  );
  return withoutFalseChanges(columns, rows).map((column, at) => {
    if (column.kind !== "amount" && column.kind !== "percent") return column;
    const isChange = pairs.some(
      ({ newer, older }) =>
        newer !== at && older !== at && holds(rows, { newer, older, change: at }, column.kind === "percent"),
    );
    if (!isChange) return column;
    return { ...column, kind: column.kind === "percent" ? "percent_change" : "change" };
  });
}

/** What changed is rarely as much as half of what there is: such a column has the word from the head next to it. */
const LEVEL_MIN = 0.5;

function withoutFalseChanges(columns: readonly TableColumn[], rows: readonly Row[]): TableColumn[] {
  const amounts = columns.flatMap(({ kind }, at) => (kind === "amount" ? [at] : []));
  return columns.map((column, at) => {
    if (column.kind !== "change" || column.year === null) return column;
    const ratios = rows
      .flatMap((row) => {
        const [own, ...others] = [at, ...amounts].map((place) => Math.abs(valueIn(row, place) ?? 0));
        const most = Math.max(0, ...others);
        return own === undefined || most === 0 ? [] : [own / most];
      })
      .sort((a, b) => a - b);
    const middle = ratios[Math.floor(ratios.length / 2)];
    return amounts.length === 0 || (middle !== undefined && middle > LEVEL_MIN)
      ? { ...column, kind: "amount" }
      : column;
  });
}

const valueIn = (row: Row, column: number) =>
  row.cells.find((cell) => cell.column === column && cell.kind !== "text")?.value ?? null;

function isAmountOf({ kind, year }: TableColumn, wanted: number | null): boolean {
  return kind === "amount" && wanted !== null && year === wanted;
}

function holds(
  rows: readonly Row[],
  at: { newer: number; older: number; change: number },
  isPercent: boolean,
): boolean {
  const values = rows.flatMap((row) => {
    const [newer, older, change] = [at.newer, at.older, at.change].map((column) => valueIn(row, column));
    return newer == null || older == null || change == null || older === 0 ? [] : [{ newer, older, change }];
  });
  const right = values.filter(({ newer, older, change }) =>
    isPercent
      ? Math.abs((newer / older - 1) * 100 - change) <= POINTS
      : Math.abs(newer - older - change) <= UNITS && newer !== 0,
  );
  return values.length >= ROWS_MIN && right.length >= SHARE_MIN * values.length;
}
