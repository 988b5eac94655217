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
/** "£m", "RM’000", "EUR bn": nothing but a currency and its scale. */
const UNIT_LABEL = /^(?:[€£$¥₹]|\p{L}{1,3}[$£]?)\s?(?:mn?|bn|k|[’']?000s?)$/iu;
const DOT_LEADERS = /(?:[.…·]\s*){3,}$/;
const HEAD_LABEL_LETTERS_MAX = 60;

export function describeLine(line: Line): LineKind {
  const { cells } = line;
  const split = cells.length > 1 ? labelEnd(cells) : null;
  if (split === null) return { kind: "words", label: line.text, labelCells: cells, values: [] };
  const labelCells = cells.slice(0, split);
  const values = cells.slice(split);
  const label = joinLabel(labelCells);
  return { kind: areYears(label, values) ? "years" : "values", label, labelCells, values };
}

/** How many cells make up the label; null when no figures follow it, so that the line is only words. */
function labelEnd(cells: readonly Cell[]): number | null {
  const figures = [...cells.keys()].filter((at) => cells[at]?.figure);
  const [first, second] = figures;
  if (first === undefined || first > 0) return first ?? null;
  // A number before words, such as that of a footnote or a list, is part of the label.
  if (!cells[1]?.figure) return second ?? null;
  // Years at the left edge are the labels of a table of maturities, unless all are years: then they are heads.
  return isYear(cells[0]?.text ?? "") && !cells.every((cell) => isYear(cell.text)) ? 1 : 0;
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
  if (label === "" || values.length > figures.length || areConsecutive(figures)) return true;
  return (HEAD_LABEL.test(label) && label.length <= HEAD_LABEL_LETTERS_MAX) || UNIT_LABEL.test(label);
}

/** 2024 2023 2022 can only be years, whatever language the unit before them is in. */
function areConsecutive(figures: readonly Cell[]): boolean {
  const years = figures.map((cell) => Number(/\d{4}/.exec(cell.text)?.[0]));
  const steps = years.slice(1).map((year, at) => year - (years[at] ?? 0));
  return steps.length > 0 && (steps.every((step) => step === 1) || steps.every((step) => step === -1));
}
