import { readFigure } from "../layout/index.ts";
import type { FlowCell, FlowWord } from "./flow.ts";
import { letterUnits } from "./letters.ts";
import { LETTER_WIDTH, LINE_WIDTH, PAGE, type SetLine, setParagraph } from "./set-lines.ts";

/** Wide enough to separate the next column, and narrow enough for a closing bracket to stay with its figure. */
const COLUMN_GAP = 9;
/** A cell that spans several columns is mostly a header, which may take more lines. */
const SPANNING_LETTERS = 16;
const CAP_STEP = 10;
const CLOSING = /^[)%\]]+$/;
const OPENING = /^[A-Z]{0,3}[$€£¥₩]?\(?$/;

interface Column {
  left: number;
  width: number;
}

/** Lines of a table: figures are right-aligned in their columns, labels left-aligned. */
export function setTable(rows: readonly FlowCell[][]): SetLine[] {
  // Columns of words would be read across; a table without figures is read cell by cell.
  if (!rows.some((cells) => cells.some(isFigure))) return rows.flatMap(setAsText);
  const { columns, scale } = measureColumns(rows);
  return rows.flatMap((cells) => setRow(cells, columns, scale));
}

function setAsText(cells: readonly FlowCell[]): SetLine[] {
  return setParagraph(cells.flatMap(({ words }) => words));
}

function printed({ words }: FlowCell): string {
  return words.map(({ text }) => text).join(" ");
}

function isFigure(cell: FlowCell): boolean {
  const text = printed(cell);
  return /\d/.test(text) && readFigure(text, ".") !== null;
}

function sizeOf(words: readonly FlowWord[]): number {
  return largest(words.map(({ size }) => size));
}

/** The required width of each grid column, before fitting to the page. */
interface ColumnNeeds {
  wide: number[];
  /** The minimum, for the longest word: words, and above all figures, are never broken. */
  least: number[];
}

function measureColumns(rows: readonly FlowCell[][]): { columns: Column[]; scale: number } {
  const { gap, wide, least } = measureNeeds(rows);
  const { fitted, scale } = fitColumns(wide, least, gap);
  let left = PAGE.margin;
  const columns = fitted.map((width) => {
    const column = { left, width };
    left += width === 0 ? 0 : width + gap;
    return column;
  });
  return { columns, scale };
}

function measureNeeds(rows: readonly FlowCell[][]): ColumnNeeds & { gap: number } {
  const needs: ColumnNeeds = { wide: [], least: [] };
  // Cells of one column first: cells that span several only add what is still missing.
  const cells = rows.flat().sort((a, b) => a.span - b.span || a.column - b.column);
  const columnsMax = largest(cells.map(({ column, span }) => column + span));
  for (let at = 0; at < columnsMax; at++) {
    needs.wide.push(0);
    needs.least.push(0);
  }
  const gap = Math.min(COLUMN_GAP, LINE_WIDTH / 2 / columnsMax);
  for (const cell of cells) {
    const letter = sizeOf(cell.words) * LETTER_WIDTH;
    const longest = largest(cell.words.map(({ text }) => letterUnits(text))) * letter;
    const whole = letterUnits(printed(cell)) * letter;
    const isLabel = cell.column === 0 || cell.span === 1;
    widen(
      needs.wide,
      cell,
      isLabel ? whole : Math.min(whole, Math.max(longest, SPANNING_LETTERS * letter)),
      gap,
    );
    widen(needs.least, cell, isFigure(cell) ? whole : longest, gap);
  }
  return { ...needs, gap };
}

/** Widens the last column of a cell until the cell fits. */
function widen(widths: number[], { column, span }: FlowCell, needed: number, gap: number): void {
  const used = widths.slice(column, column + span).filter((width) => width > 0);
  const present = used.reduce((sum, width) => sum + width, 0) + Math.max(0, used.length - 1) * gap;
  const last = column + span - 1;
  if (needed > present) widths[last] = (widths[last] ?? 0) + needed - present;
}

/** If a table is too wide, its widest columns shrink first; then everything is scaled down. */
function fitColumns(wide: readonly number[], least: readonly number[], gap: number) {
  const gaps = Math.max(0, wide.filter((width) => width > 0).length - 1) * gap;
  const space = LINE_WIDTH - gaps;
  const total = (list: readonly number[]) => list.reduce((sum, width) => sum + width, 0);
  const capped = (cap: number) => wide.map((width, at) => Math.min(width, Math.max(cap, least[at] ?? 0)));
  let cap = LINE_WIDTH;
  while (total(capped(cap)) > space && cap > 0) cap -= CAP_STEP;
  const fitted = capped(cap);
  const scale = Math.min(1, space / total(fitted));
  return { fitted: fitted.map((width) => width * scale), scale };
}

function setRow(cells: readonly FlowCell[], columns: readonly Column[], scale: number): SetLine[] {
  const set = cells.map((cell) => ({ cell, lines: setCell(cell, columns, scale) }));
  const count = largest(set.map(({ lines }) => lines.length));
  return Array.from({ length: count }, (_, at) => {
    // Cells are aligned to the bottom of their row, where the figures of a long label are printed.
    const parts = set.flatMap(({ lines }) => lines[at - (count - lines.length)] ?? []);
    const height = largest(parts.map((part) => part.height));
    const words = parts.flatMap((part) =>
      part.words.map((word) => {
        const down = height - part.height;
        return { ...word, y0: word.y0 + down, y1: word.y1 + down };
      }),
    );
    return { words, height };
  });
}

function setCell(cell: FlowCell, columns: readonly Column[], scale: number): SetLine[] {
  // Empty columns have no width and would only move the edges.
  const covered = columns.slice(cell.column, cell.column + cell.span).filter(({ width }) => width > 0);
  const [first, last] = [covered[0], covered.at(-1)];
  if (!first || !last) return [];
  const right = last.left + last.width;
  const lines = setParagraph(cell.words, {
    left: first.left,
    // Slightly more than measured, so that rounding never breaks what fits.
    width: Math.max(right - first.left, scale) + 0.01,
    scale,
  });
  const shift = shiftOf(cell, cell.column === firstUsed(columns));
  if (shift === 0) return lines;
  return lines.map((line) => {
    const end = largest(line.words.map(({ x1 }) => x1));
    const by = Math.max(0, right - end) * shift;
    return { ...line, words: line.words.map((word) => ({ ...word, x0: word.x0 + by, x1: word.x1 + by })) };
  });
}

function firstUsed(columns: readonly Column[]): number {
  return columns.findIndex(({ width }) => width > 0);
}

/** The share of free space to the left of a cell's text: none, half or all. */
function shiftOf(cell: FlowCell, isLabel: boolean): 0 | 0.5 | 1 {
  const text = printed(cell);
  if (isLabel || CLOSING.test(text)) return 0;
  // A sign comes directly before its figure.
  if (isFigure(cell) || OPENING.test(text) || /^[-–—]+$/.test(text)) return 1;
  return cell.span > 1 ? 0.5 : 1;
}

/** Not `Math.max(...)`, which fails on the many values a hostile file can have. */
function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
