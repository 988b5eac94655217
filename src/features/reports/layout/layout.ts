import { type Block, buildBlocks } from "./blocks.ts";
import { type Box, enclose, type PageSize } from "./box.ts";
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
    const part = layOutUpright(upright, pageWidth, mark);
    append(whole, part, (box) => rotateBack(box, turn, size));
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

function layOutUpright(words: readonly LayoutWord[], pageWidth: number, mark: DecimalMark) {
  const ordered = orderLines(groupIntoLines(words), { depth: 0, pageWidth });
  const lines = ordered.map((line) => closeLine(line, mark));
  const kinds = lines.map(describeLine);
  const { tables, rows } = findTables(lines, kinds);
  return { lines, tables, rows, blocks: buildBlocks(lines, { tables, rows }) };
}

function closeLine(line: WordLine, mark: DecimalMark): Line {
  const cells = divideIntoCells(line, mark);
  return {
    text: (isReadFromRight(cells) ? cells.toReversed() : cells).map((cell) => cell.text).join(CELL_GAP),
    cells,
    height: line.height,
    bold: cells.every((cell) => cell.bold),
    ...enclose(cells),
  };
}

/** Adds a part to the page: positions count on from what is there, boxes go back to where they lie. */
function append(whole: PageLayout, part: ReturnType<typeof layOutUpright>, place: (box: Box) => Box): void {
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
