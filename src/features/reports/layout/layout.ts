import { type Block, buildBlocks } from "./blocks.ts";
import { type Box, enclose, mirror, type PageSize } from "./box.ts";
import { divideIntoCells } from "./cells.ts";
import { orderLines } from "./columns.ts";
import type { DecimalMark } from "./figures.ts";
import { describeLine, type Line } from "./line-kinds.ts";
import { groupIntoLines, type LayoutWord, type WordLine } from "./lines.ts";
import { isReadFromRight } from "./reading-order.ts";
import type { Row, Table } from "./table.ts";
import { findTables } from "./tables.ts";
import { holdUpright, rotateBack, type Turn } from "./turned.ts";

/** A word as it is printed; boxes are points from the top-left corner of the page as it lies. */
export interface PageWord extends Box {
  text: string;
  bold: boolean;
  turn: Turn;
}

export interface LayoutLine extends Box {
  text: string;
}

export interface PageLayout {
  /** All lines in reading order; cells of a line are two spaces apart. */
  text: string;
  lines: LayoutLine[];
  rows: Row[];
  tables: Table[];
  blocks: Block[];
}

const CELL_GAP = "  ";
/** Every loop over words is bounded; a page with more than this is noise. */
const WORDS_MAX = 100_000;

/** Finds lines, table rows and blocks among the words of one page. Words that stand sideways come last. */
export function layOutPage(words: readonly PageWord[], size: PageSize, mark: DecimalMark = "."): PageLayout {
  const whole: PageLayout = { text: "", lines: [], rows: [], tables: [], blocks: [] };
  for (const { turn, upright } of groupByRotation(words.slice(0, WORDS_MAX), size)) {
    const pageWidth = turn % 180 === 0 ? size.width : size.height;
    if (isReadFromRight(upright)) {
      const part = layOutMirrored(upright, pageWidth, mark);
      append(whole, part, (box) => rotateBack(mirror(box, pageWidth), turn, size));
    } else append(whole, layOutUpright(upright, pageWidth, mark), (box) => rotateBack(box, turn, size));
  }
  whole.text = whole.lines.map((line) => line.text).join("\n");
  return whole;
}

/** The words of each turn, the page held for them; the turn most words have comes first. */
function groupByRotation(
  words: readonly PageWord[],
  size: PageSize,
): { turn: Turn; upright: LayoutWord[] }[] {
  const groups = new Map<Turn, LayoutWord[]>();
  for (const word of words) {
    const upright = word.turn === 0 ? word : { ...word, ...holdUpright(word, word.turn, size) };
    const group = groups.get(word.turn);
    if (group) group.push(upright);
    else groups.set(word.turn, [upright]);
  }
  return [...groups]
    .map(([turn, upright]) => ({ turn, upright }))
    .sort((a, b) => b.upright.length - a.upright.length);
}

type UprightLayout = Omit<PageLayout, "text" | "lines"> & { lines: Line[] };

function layOutUpright(words: readonly LayoutWord[], pageWidth: number, mark: DecimalMark): UprightLayout {
  const ordered = orderLines(groupIntoLines(words), { depth: 0, pageWidth });
  return findParts(ordered.map((line) => closeLine(line, mark)));
}

/**
 * A page of Hebrew or Arabic as a mirror shows it: labels are at its left and the first column of text too, so that
 * it is read like any other page. Only what belongs to one cell is read as printed.
 */
function layOutMirrored(words: readonly LayoutWord[], pageWidth: number, mark: DecimalMark): UprightLayout {
  const flip = <Item extends Box>(item: Item): Item => ({ ...item, ...mirror(item, pageWidth) });
  const ordered = orderLines(groupIntoLines(words.map(flip)), { depth: 0, pageWidth });
  const lines = ordered.map((line) => {
    const printed = closeLine({ ...line, words: line.words.map(flip).reverse() }, mark);
    const cells = printed.cells.map(flip).reverse();
    return { ...flip(printed), cells, text: joinCells(cells) };
  });
  const { tables, ...rest } = findParts(lines);
  // The columns have no box, so that `append` does not place them.
  const placed = tables.map((table) => ({
    ...table,
    columns: table.columns.map(({ head, x0, x1 }) => ({ head, x0: pageWidth - x1, x1: pageWidth - x0 })),
  }));
  return { ...rest, tables: placed };
}

function findParts(lines: Line[]): UprightLayout {
  const { tables, rows } = findTables(lines, lines.map(describeLine));
  return { lines, tables, rows, blocks: buildBlocks(lines, { tables, rows }) };
}

function closeLine(line: WordLine, mark: DecimalMark): Line {
  const cells = divideIntoCells(line, mark);
  return {
    text: joinCells(isReadFromRight(cells) ? cells.toReversed() : cells),
    cells,
    height: line.height,
    bold: cells.every((cell) => cell.bold),
    ...enclose(cells),
  };
}

function joinCells(cells: readonly { text: string }[]): string {
  return cells.map(({ text }) => text).join(CELL_GAP);
}

/** Adds a part to the page: positions count on from what is there, boxes go back to where they lie. */
function append(whole: PageLayout, part: UprightLayout, place: (box: Box) => Box): void {
  const lineOffset = whole.lines.length;
  const rowOffset = whole.rows.length;
  const tableOffset = whole.tables.length;
  const shift = <Item extends Box & { firstLine: number; lastLine: number }>(item: Item): Item => ({
    ...item,
    ...place(item),
    firstLine: item.firstLine + lineOffset,
    lastLine: item.lastLine + lineOffset,
  });
  for (const line of part.lines) whole.lines.push({ text: line.text, ...place(line) });
  for (const row of part.rows) {
    const cells = row.cells.map((cell) => ({ ...cell, ...place(cell) }));
    whole.rows.push({ ...shift(row), cells, table: row.table + tableOffset });
  }
  for (const table of part.tables) {
    const { firstRow, lastRow } = table;
    whole.tables.push({ ...shift(table), firstRow: firstRow + rowOffset, lastRow: lastRow + rowOffset });
  }
  for (const block of part.blocks) {
    whole.blocks.push({ ...shift(block), table: block.table === null ? null : block.table + tableOffset });
  }
}
