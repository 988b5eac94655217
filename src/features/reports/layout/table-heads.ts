import type { Cell } from "./cells.ts";
import type { Line } from "./line-kinds.ts";
import type { Column } from "./table.ts";
import { columnOf } from "./table-columns.ts";

const HEAD_LINES_MAX = 7;
const HEAD_GAP_SHARE = 2.2;
const HEAD_LETTERS_MAX = 90;
const REACH_POINTS = 4;
/** A head may be wider than the figures beneath it by so much. */
const OVERHANG_POINTS = 40;
const OVERHANG_POINTS_MAX = 90;
const SECTION_LINES_MAX = 3;
const SECTION_LETTERS_MAX = 80;
const TOLERANCE_SHARE = 0.35;
const UNIT = /^\(.*\)$|million|thousand|billion/i;
const UNIT_LETTERS_MAX = 80;
const YEAR = /\b(?:19|20)\d{2}\b/g;

export interface TableHeads {
  /** The first line that belongs to the table. */
  firstLine: number;
  /** The line after the heads, where sections and rows begin. */
  firstRowLine: number;
  /** What stands to the left of the heads. */
  caption: string;
}

interface HeadLine {
  heads: { text: string; columns: number[] }[];
  alongside: string[];
}

interface Part {
  text: string;
  x0: number;
  x1: number;
}

/**
 * Reads what stands above the columns, walking up from the first row, and fills it in. The name of the first
 * section may stand between the heads and the row; it is passed over only if heads do follow.
 */
export function readHeads(
  lines: readonly Line[],
  firstRowLine: number,
  columns: Column[],
  firstFree: number,
): TableHeads {
  const found: { at: number; line: HeadLine }[] = [];
  let passed = 0;
  for (let at = firstRowLine - 1; at >= Math.max(firstFree, firstRowLine - HEAD_LINES_MAX); at--) {
    const line = lines[at];
    if (!line || !isNear(line, lines[at + 1])) break;
    const head = readHeadLine(line, columns, found.length === 0);
    if (head) found.unshift({ at, line: head });
    else if (found.length > 0 || !mayNameSection(line) || passed++ === SECTION_LINES_MAX) break;
  }
  for (const { line } of found) for (const head of line.heads) fillIn(head, columns);
  return {
    firstLine: found[0]?.at ?? firstRowLine,
    firstRowLine: (found.at(-1)?.at ?? firstRowLine - 1) + 1,
    caption: found.flatMap(({ line }) => line.alongside).join(" "),
  };
}

function fillIn(head: { text: string; columns: number[] }, columns: Column[]): void {
  for (const at of head.columns) {
    const column = columns[at];
    if (column) column.head = column.head === "" ? head.text : `${column.head} ${head.text}`;
  }
}

/** What a line says about the columns beneath it; null when it says nothing. */
function readHeadLine(line: Line, columns: readonly Column[], lowest: boolean): HeadLine | null {
  if (line.cells.some((cell) => cell.text.length > HEAD_LETTERS_MAX)) return null;
  const left = Math.min(...columns.map((column) => column.x0));
  const parts = line.cells.flatMap((cell) => splitByYears(cell, columns));
  const each = oneForEach(parts, columns);
  if (each) return each;
  if (isUnit(line)) return { heads: [], alongside: [line.text] };
  const above = parts.filter((part) => isAbove(part, left));
  if (above.length === 0) return null;
  return {
    heads: above.map((part) => ({
      text: part.text,
      columns: lowest ? reached(part, columns) : spanned(part, above, columns),
    })),
    alongside: parts.filter((part) => !above.includes(part)).map((part) => part.text),
  };
}

/** As many heads as columns: each has its own, however unevenly they are set. Null when they do not match. */
function oneForEach(parts: readonly Part[], columns: readonly Column[]): HeadLine | null {
  const extra = parts.length - columns.length;
  if (columns.length < 2 || extra < 0 || extra > 1) return null;
  const own = parts.slice(extra);
  const near = own.every((part, at) => {
    const column = columns[at];
    return column && part.x0 < column.x1 + OVERHANG_POINTS && part.x1 > column.x0 - OVERHANG_POINTS;
  });
  if (!near) return null;
  return {
    heads: own.map((part, at) => ({ text: part.text, columns: [at] })),
    alongside: parts.slice(0, extra).map((part) => part.text),
  };
}

function isNear(line: Line, below: Line | undefined): boolean {
  return below !== undefined && below.y0 - line.y1 <= line.height * HEAD_GAP_SHARE && line.y0 <= below.y1;
}

function mayNameSection(line: Line): boolean {
  return line.cells.length === 1 && line.text.length <= SECTION_LETTERS_MAX && !line.text.endsWith(".");
}

/** Running text that begins at the margin is no head, wherever its middle lies. */
function isAbove(part: Part, left: number): boolean {
  const overhang = Math.max(OVERHANG_POINTS, Math.min(OVERHANG_POINTS_MAX, (part.x1 - part.x0) / 2));
  return (part.x0 + part.x1) / 2 >= left - REACH_POINTS && part.x0 >= left - overhang;
}

/** "(In millions)" belongs to the whole table, wherever it stands. */
function isUnit({ cells, text }: Line): boolean {
  return cells.length === 1 && text.length < UNIT_LETTERS_MAX && UNIT.test(text) && text.search(YEAR) < 0;
}

/** The columns under a head: all those it spans, or else the nearest. */
function reached(part: Part, columns: readonly Column[]): number[] {
  const under = [...columns.keys()].filter((at) => {
    const column = columns[at];
    if (!column) return false;
    const middle = (column.x0 + column.x1) / 2;
    return middle >= part.x0 - REACH_POINTS && middle <= part.x1 + REACH_POINTS;
  });
  return under.length > 0 ? under : [columnOf(part, columns)];
}

/**
 * A head above other heads, such as "Years ended", often spans columns that its letters do not reach. It stands
 * in the middle of them: so it has every column on one side that another mirrors on the other, unless a second
 * head of the same line is nearer.
 */
function spanned(part: Part, line: readonly Part[], columns: readonly Column[]): number[] {
  const under = reached(part, columns);
  if (under.length > 1) return under;
  const share = leftmostShare(part, line, columns);
  if (share !== null) return share;
  const middle = middleOf(part);
  const own = columns
    .map((column, at) => ({ at, distance: middleOf(column) - middle }))
    .filter(({ distance }) => line.every((other) => nearer(part, other, middle + distance)));
  const tolerance = TOLERANCE_SHARE * pitchOf(columns);
  const mirrored = own.filter(({ distance }) =>
    own.some((other) => Math.abs(other.distance + distance) <= tolerance),
  );
  return mirrored.length > 1 ? mirrored.map(({ at }) => at) : under;
}

/**
 * Where each of several heads is above the first column of an equal share, such as "Group" and "Company" above two
 * years each, it has the whole share. The same words twice say something of single columns.
 */
function leftmostShare(part: Part, line: readonly Part[], columns: readonly Column[]): number[] | null {
  const width = columns.length / line.length;
  if (line.length < 2 || width < 2 || new Set(line.map(({ text }) => text)).size < line.length) return null;
  const isFirst = line.every((other, at) => {
    const [first, ...more] = reached(other, columns);
    return first === at * width && more.length === 0;
  });
  const from = line.indexOf(part) * width;
  return isFirst ? [...columns.keys()].slice(from, from + width) : null;
}

function nearer(part: Part, other: Part, x: number): boolean {
  return Math.abs(middleOf(part) - x) <= Math.abs(middleOf(other) - x);
}

function middleOf({ x0, x1 }: { x0: number; x1: number }): number {
  return (x0 + x1) / 2;
}

/** How far the columns are apart. */
function pitchOf(columns: readonly Column[]): number {
  const [first] = columns;
  const last = columns.at(-1);
  if (!first || !last || columns.length < 2) return 0;
  return (middleOf(last) - middleOf(first)) / (columns.length - 1);
}

/** Dates set close together look like one cell; each year ends the head of one column. */
function splitByYears(cell: Cell, columns: readonly Column[]): Part[] {
  const years = [...cell.text.matchAll(YEAR)];
  if (years.length < 2 || reached(cell, columns).length < 2) return [cell];
  const letterWidth = (cell.x1 - cell.x0) / cell.text.length;
  let start = 0;
  return years.map((year, at) => {
    const end = at === years.length - 1 ? cell.text.length : year.index + year[0].length;
    const part = {
      text: cell.text.slice(start, end).trim(),
      x0: cell.x0 + start * letterWidth,
      x1: cell.x0 + end * letterWidth,
    };
    start = end;
    return part;
  });
}
