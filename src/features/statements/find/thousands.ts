import type { Grid, GridCell } from "./grid.ts";

/** "10.000": ten, or ten thousand where a point parts thousands. */
const THREE_DIGITS = /^\D*\d{1,3}\.\d{3}\D*$/;
const CELLS_MIN = 4;

/**
 * A page that has no other sign of it may be read with the wrong decimal mark. No statement gives every amount with
 * three decimals: where all that have a point have exactly three digits after it, the point parts thousands.
 */
export function joinThousands(grid: Grid): Grid {
  const cells = grid.rows.flatMap((row) => row.cells).filter((cell) => cell !== null);
  const pointed = cells.filter(({ text, printed }) => text.includes(".") && Math.abs(printed) < 1_000);
  if (pointed.length < CELLS_MIN || !pointed.every(({ text }) => THREE_DIGITS.test(text))) return grid;
  const wrong = new Set(pointed);
  const mend = (cell: GridCell | null) =>
    cell && wrong.has(cell) ? { ...cell, printed: Math.round(cell.printed * 1_000) } : cell;
  return { ...grid, rows: grid.rows.map((row) => ({ ...row, cells: row.cells.map(mend) })) };
}
