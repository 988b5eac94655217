import type { Box } from "./box.ts";
import type { Cell } from "./cells.ts";
import { isYear } from "./figures.ts";

/** A line of the page with its cells, in reading order. */
export interface Line extends Box {
  text: string;
  cells: Cell[];
  height: number;
  bold: boolean;
}

/**
 * What a line is to a table: `values` has figures in columns, `years` is nothing but the heads of columns,
 * `words` has no figures in cells of their own.
 */
export interface LineKind {
  kind: "values" | "years" | "words";
  label: string;
  labelCells: Cell[];
  values: Cell[];
}

/** What stands before the years on a line of column heads: a unit, a period, or nothing. */
const HEAD_LABEL =
  /^\(|million|thousand|billion|ended|ending|fiscal|year|quarter|month|as of|december|june|^at\b/i;
const DOT_LEADERS = /(?:[.…·]\s*){3,}$/;
const HEAD_LABEL_LETTERS_MAX = 60;

export function describeLine(line: Line): LineKind {
  const { cells } = line;
  const first = cells.findIndex((cell) => cell.figure !== null);
  if (first < 0 || cells.length === 1)
    return { kind: "words", label: line.text, labelCells: cells, values: [] };
  const split = labelEnd(cells, first);
  const labelCells = cells.slice(0, split);
  const values = cells.slice(split);
  const label = joinLabel(labelCells);
  return { kind: areYears(label, values) ? "years" : "values", label, labelCells, values };
}

/** A line that begins with a figure has that figure for a label when it is a year, as in a table of maturities. */
function labelEnd(cells: readonly Cell[], firstFigure: number): number {
  if (firstFigure > 0) return firstFigure;
  const [first, ...rest] = cells;
  return first && isYear(first.text) && !rest.every((cell) => isYear(cell.text)) ? 1 : 0;
}

export function joinLabel(cells: readonly Cell[]): string {
  return cells
    .map((cell) => cell.text)
    .join(" ")
    .replace(DOT_LEADERS, "")
    .trim();
}

function areYears(label: string, values: readonly Cell[]): boolean {
  const figures = values.filter((cell) => cell.figure !== null);
  if (!figures.every((cell) => isYear(cell.text))) return false;
  if (label === "" || values.length > figures.length) return true;
  return HEAD_LABEL.test(label) && label.length <= HEAD_LABEL_LETTERS_MAX;
}
