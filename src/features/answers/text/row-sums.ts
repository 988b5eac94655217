import { type TableRow, type TableView, valueAt } from "./table-view.ts";

/** A row and the rows that it is the sum of: none for a plain row, subtotals among them for a grand total. */
export interface Sum {
  row: TableRow;
  parts: Sum[];
}

/** The plain rows that a row adds up, or the row itself. */
export function leavesOf(sum: Sum): Sum[] {
  return sum.parts.length === 0 ? [sum] : sum.parts.flatMap(leavesOf);
}

const PARTS_MIN = 2;
/** A long number is seldom the sum of others by chance. */
const DIGITS_SURE = 4;
/** A sum of rounded numbers may differ by as much as this from the rounded sum. */
const ROUNDING_MAX = 0.015;

/** The rows of a column that are sums of rows before them, or of the rows after them, each with its parts. */
export function findSums(view: TableView, column: number): Sum[] {
  const rows = view.rows.filter(({ row }) =>
    row.cells.some(({ column: own, kind }) => own === column && kind !== "text"),
  );
  const below = sumsBelow(view, rows, column);
  return below.length > 0 ? below : sumsAbove(view, rows, column);
}

/** Totals below their parts, as in most tables. */
function sumsBelow(view: TableView, rows: readonly TableRow[], column: number): Sum[] {
  const open: Sum[] = [];
  const sums: Sum[] = [];
  for (const row of rows) {
    const count = countParts(view, row, open.map((one) => one.row).reverse(), column);
    const sum = { row, parts: count === 0 ? [] : open.splice(-count) };
    if (count > 0) sums.push(sum);
    open.push(sum);
  }
  return sums;
}

/** Totals above their parts: "Revenue, of which". */
function sumsAbove(view: TableView, rows: readonly TableRow[], column: number): Sum[] {
  return rows.flatMap((row, at) => {
    const count = countParts(view, row, rows.slice(at + 1), column);
    if (count === 0) return [];
    return [{ row, parts: rows.slice(at + 1, at + 1 + count).map((part) => ({ row: part, parts: [] })) }];
  });
}

/** How many of the next rows add up to a row: as many as can, since rows with a dash add nothing. */
function countParts(view: TableView, row: TableRow, next: readonly TableRow[], column: number): number {
  const value = valueAt(row, column);
  if (value === null || value === 0) return 0;
  const isSure = row.total || String(Math.abs(value)).replace(/\D/g, "").length >= DIGITS_SURE;
  let [sum, some, best] = [0, 0, 0];
  for (const [at, part] of next.entries()) {
    const addend = valueAt(part, column) ?? 0;
    sum += addend;
    if (addend !== 0) some += 1;
    const isSum = some >= PARTS_MIN && isClose(sum, value, unitOf(row, column) * (some + 1));
    if (isSum && (isSure || holdsElsewhere(view, row, next.slice(0, at + 1), column))) best = at + 1;
    else if (best > 0) break;
  }
  return best;
}

function holdsElsewhere(
  { columns }: TableView,
  row: TableRow,
  parts: readonly TableRow[],
  column: number,
): boolean {
  return columns.some((_, other) => {
    const value = valueAt(row, other);
    if (other === column || value === null || value === 0) return false;
    const sum = parts.reduce((total, part) => total + (valueAt(part, other) ?? 0), 0);
    return isClose(sum, value, unitOf(row, other) * (parts.length + 1));
  });
}

/** Half a printed unit for each number that was rounded. */
function isClose(sum: number, value: number, units: number): boolean {
  return Math.abs(sum - value) <= Math.min(units / 2 + EPSILON, ROUNDING_MAX * Math.abs(value));
}

const EPSILON = 1e-9;

/** The smallest amount that a cell prints: 0.1 for "12.5". */
function unitOf({ row }: TableRow, column: number): number {
  const text = row.cells.find((cell) => cell.column === column && cell.kind === "number")?.text ?? "";
  const decimals = /[.,](\d{1,2})\D*$/.exec(text)?.[1]?.length ?? 0;
  return 10 ** -decimals;
}
