import { type Box, enclose } from "./box.ts";
import { headingLevel, measureStyle } from "./headings.ts";
import type { Line } from "./line-kinds.ts";
import { joinLines, Vocabulary } from "./prose.ts";
import type { Row, Table } from "./table.ts";

/** A part of a page that is read as one: a heading, a paragraph, a table. */
export interface Block extends Box {
  kind: "heading" | "text" | "table";
  /** 1 to 3 for a heading, otherwise null. */
  level: number | null;
  text: string;
  firstLine: number;
  lastLine: number;
  /** Position in the page's `tables`, otherwise null. */
  table: number | null;
}

/** A larger gap between two lines, as a share of their height, starts another paragraph. */
const PARAGRAPH_GAP_SHARE = 0.75;
const HEADING_GAP_SHARE = 1.5;
const HEADING_LINES_MAX = 4;
const SHORT_LINE_SHARE = 0.85;
const BULLET = /^(?:[•●▪■◦‣∙·]|[-–—]\s)/;

/** Divides a page into blocks; every line belongs to exactly one. */
export function buildBlocks(
  lines: readonly Line[],
  { tables, rows }: { tables: readonly Table[]; rows: readonly Row[] },
): Block[] {
  const style = measureStyle(lines);
  const vocabulary = new Vocabulary(lines);
  const blocks: Block[] = [];
  const levels: (number | null)[] = [];
  let at = 0;
  for (const [index, table] of tables.entries()) {
    at = readText(at, table.firstLine);
    blocks.push(tableBlock(table, index, rows));
    at = table.lastLine + 1;
  }
  readText(at, lines.length);
  return blocks;

  function readText(from: number, to: number): number {
    let first = from;
    while (first < to) {
      const level = levelOf(first);
      let last = first;
      while (last + 1 < to && joins({ first, last, level })) last += 1;
      blocks.push(textBlock(first, last, level));
      first = last + 1;
    }
    return to;
  }

  /** Each line is asked about by itself and by the line above it. */
  function levelOf(line: number): number | null {
    const found = lines[line];
    if (!found) return null;
    const known = levels[line];
    if (known !== undefined) return known;
    const level = headingLevel(found, style);
    levels[line] = level;
    return level;
  }

  function joins({ first, last, level }: { first: number; last: number; level: number | null }): boolean {
    const above = lines[last];
    const below = lines[last + 1];
    if (!above || !below || below.y0 < above.y0) return false;
    const gap = below.y0 - above.y1;
    const belowLevel = levelOf(last + 1);
    if (level !== null) {
      const near = gap <= above.height * HEADING_GAP_SHARE && last - first + 1 < HEADING_LINES_MAX;
      return belowLevel === level && near;
    }
    if (belowLevel !== null || BULLET.test(below.text) || endsParagraph(above, below)) return false;
    return gap <= above.height * PARAGRAPH_GAP_SHARE;
  }

  function textBlock(first: number, last: number, level: number | null): Block {
    const covered = lines.slice(first, last + 1);
    return {
      kind: level === null ? "text" : "heading",
      level,
      text: joinLines(covered, vocabulary).text,
      firstLine: first,
      lastLine: last,
      table: null,
      ...enclose(covered),
    };
  }
}

/** A sentence that ends well before the margin ends its paragraph, even where no gap follows. */
function endsParagraph(above: Line, below: Line): boolean {
  if (!/[.:!?。:]$/.test(above.text)) return false;
  return above.x1 - above.x0 < (below.x1 - below.x0) * SHORT_LINE_SHARE || above.text.endsWith(":");
}

function tableBlock(table: Table, index: number, rows: readonly Row[]): Block {
  const { firstLine, lastLine, x0, y0, x1, y1 } = table;
  const own = rows.slice(table.firstRow, table.lastRow + 1);
  const text = [printHeads(table), ...own.map(printRow)].filter((line) => line !== "").join("\n");
  return { kind: "table", level: null, text, firstLine, lastLine, table: index, x0, y0, x1, y1 };
}

/** The heads of a table as one line; empty when it has none. */
export function printHeads(table: Table): string {
  const heads = table.columns.map((column) => column.head);
  if (heads.every((head) => head === "")) return table.caption;
  return [table.caption, ...heads].join(" | ");
}

export function printRow(row: Row): string {
  return [row.label, ...row.cells.map((cell) => cell.text)].join(" | ");
}
