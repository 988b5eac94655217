import type { Grid, GridRow } from "../find/grid.ts";
import { findYears } from "./dates.ts";

/**
 * Some statements set the parts of a sum further in than the sum, so that a year has two columns. Columns next to each
 * other under one year that no row has both of are one.
 */
export function joinColumns(grid: Grid): Grid {
  let joined = grid;
  for (let at = grid.heads.length - 2; at >= 0; at--) {
    if (isSplit(joined, at)) joined = join(joined, at);
  }
  return joined;
}

function isSplit({ heads, rows }: Grid, at: number): boolean {
  const [left, right] = [yearOf(heads[at]), yearOf(heads[at + 1])];
  // With years above both, and only then, is it known that they are one year's.
  if (left === null || left !== right) return false;
  return rows.every(({ cells }) => cells[at] === null || cells[at + 1] === null);
}

function yearOf(head: string | undefined): number | null {
  return findYears(head ?? "").at(-1) ?? null;
}

function join({ heads, headLines, rows }: Grid, at: number): Grid {
  const joinCells = (row: GridRow): GridRow => ({
    ...row,
    cells: row.cells.toSpliced(at, 2, row.cells[at] ?? row.cells[at + 1] ?? null),
  });
  return { heads: heads.toSpliced(at + 1, 1), headLines, rows: rows.map(joinCells) };
}
