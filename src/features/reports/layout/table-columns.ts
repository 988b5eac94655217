import type { Cell } from "./cells.ts";
import type { Column } from "./table.ts";

/** Figures whose edges are this close, as a share of the line's height, stand in one column. */
const EDGE_SHARE = 0.6;
/** Widths of the signs after a figure, as shares of the line's height. */
const BRACKET_SHARE = 0.3;
const PERCENT_SHARE = 0.7;
const OVERLAP_SHARE_MIN = 0.5;
const TRAILING = /[)%\s*†‡§]+$/;

type Edge = (cell: Cell) => number;

/** Figures are set to the right, rarely to the left or the middle; the right guess gives the fewest columns. */
const EDGES: readonly Edge[] = [digitsEnd, (cell) => (cell.x0 + cell.x1) / 2, (cell) => cell.x0];

/** Finds the columns of a table from where the figures of its lines stand; without their heads. */
export function findColumns(valuesByLine: readonly (readonly Cell[])[], height: number): Column[] {
  const figures = valuesByLine.flatMap((values, line) =>
    values.filter((cell) => cell.figure !== null).map((cell) => ({ cell, line })),
  );
  let best: Placed[][] | null = null;
  for (const edge of EDGES) {
    const groups = mergeDivided(groupByEdge(figures, edge, height * EDGE_SHARE));
    // The right edge wins a draw: it is the first, and closest to how accounts are set.
    if (best === null || groups.length < best.length) best = groups;
  }
  const columns = (best ?? []).map(span);
  return [...columns, ...textColumns(valuesByLine, columns)]
    .sort((a, b) => a.x0 + a.x1 - b.x0 - b.x1)
    .map((column) => ({ ...column, head: "" }));
}

interface Range {
  x0: number;
  x1: number;
}

/** Words that stand between or after the figures of several rows, such as units, have columns of their own. */
function textColumns(valuesByLine: readonly (readonly Cell[])[], columns: readonly Range[]): Range[] {
  const words = valuesByLine
    .flatMap((values, line) => values.filter((cell) => cell.figure === null).map((cell) => ({ cell, line })))
    .filter(({ cell }) => columns.every((column) => overlap(cell, column) <= 0))
    .sort((a, b) => a.cell.x0 - b.cell.x0);
  const groups: Placed[][] = [];
  for (const placed of words) {
    const last = groups.at(-1);
    if (last && overlap(span(last), placed.cell) > 0) last.push(placed);
    else groups.push([placed]);
  }
  return groups.filter((group) => new Set(group.map(({ line }) => line)).size > 1).map(span);
}

interface Placed {
  cell: Cell;
  line: number;
}

function span(group: readonly Placed[]): Range {
  const range = { x0: Number.POSITIVE_INFINITY, x1: Number.NEGATIVE_INFINITY };
  for (const { cell } of group) {
    range.x0 = Math.min(range.x0, cell.x0);
    range.x1 = Math.max(range.x1, cell.x1);
  }
  return range;
}

/** Where the digits of a figure end: closing brackets and percent signs hang out to the right of a column. */
function digitsEnd(cell: Cell): number {
  const trailing = TRAILING.exec(cell.text)?.[0] ?? "";
  const widths = [...trailing].reduce((sum, sign) => sum + (sign === "%" ? PERCENT_SHARE : BRACKET_SHARE), 0);
  return cell.x1 - widths * (cell.y1 - cell.y0);
}

/** Two groups that lie over each other and never meet in one line are one column, set a little unevenly. */
function mergeDivided(groups: readonly Placed[][]): Placed[][] {
  const merged: Placed[][] = [];
  for (const group of groups) {
    const last = merged.at(-1);
    if (last && overlap(span(last), span(group)) > OVERLAP_SHARE_MIN && !meet(last, group))
      last.push(...group);
    else merged.push([...group]);
  }
  return merged;
}

/** The shared part of two ranges, as a share of the narrower one; not above zero when they are apart. */
function overlap(a: Range, b: Range): number {
  const shared = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
  return shared / Math.max(1, Math.min(a.x1 - a.x0, b.x1 - b.x0));
}

function meet(a: readonly Placed[], b: readonly Placed[]): boolean {
  const lines = new Set(a.map(({ line }) => line));
  return b.some(({ line }) => lines.has(line));
}

function groupByEdge(figures: readonly Placed[], edge: Edge, tolerance: number): Placed[][] {
  const sorted = figures.map((placed) => ({ placed, at: edge(placed.cell) })).sort((a, b) => a.at - b.at);
  const groups: Placed[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const { placed, at } of sorted) {
    if (at - last > tolerance) groups.push([]);
    groups.at(-1)?.push(placed);
    last = at;
  }
  return groups;
}

/** The column a cell stands in, or nearest to. Figures line up at the right edge, words need only lie over it. */
export function columnOf(cell: Range & { figure?: object | null }, columns: readonly Column[]): number {
  const distances = columns.map((column) => {
    if (!cell.figure && overlap(cell, column) > 0) return -overlap(cell, column);
    const fromMiddle = Math.abs((cell.x0 + cell.x1 - column.x0 - column.x1) / 2);
    return Math.min(Math.abs(cell.x1 - column.x1), fromMiddle);
  });
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}
