import type { PageTransform, PdfPage } from "../../../platform/pdf/index.ts";
import type { Box } from "./box.ts";
import { CHUNK_START, type Chunk, type ChunkState, chunkPage } from "./chunks.ts";
import { countMarks } from "./figures.ts";
import { layOutPage, type PageLayout } from "./layout.ts";
import type { PageRecord, PageSummary } from "./page-record.ts";
import { isPlausibleText } from "./text-plausibility.ts";

/** Runs inside the PDF child: from the words of a page to everything that is kept of it. */

interface Carry {
  chunks: ChunkState;
  /** How often each decimal mark was certain so far in the report. */
  marks: { point: number; comma: number };
}

const START: Carry = { chunks: CHUNK_START, marks: { point: 0, comma: 0 } };

export const transformPage: PageTransform = (page, carried) => {
  // Null before the first page; afterwards what this very function handed on.
  const carry = (carried as Carry | null) ?? START;
  const votes = countMarks(page.words);
  const marks = { point: carry.marks.point + votes["."], comma: carry.marks.comma + votes[","] };
  const layout = layOutPage(page.words, page, marks.comma > marks.point ? "," : ".");
  const { chunks, state } = chunkPage(page.number, layout, carry.chunks);
  const problem = findProblem(page);
  const result: PageSummary = {
    ...(problem ? { problem } : {}),
    lines: layout.lines.length,
    tables: layout.tables.length,
    rows: layout.rows.length,
    chunks: chunks.map(summarize),
  };
  const next: Carry = { chunks: state, marks };
  return { result, body: JSON.stringify(recordPage(page, layout)), carry: next };
};

function findProblem({ words, imageOnly, ocr }: PdfPage): PageSummary["problem"] {
  if (ocr) return undefined;
  if (imageOnly) return "image_only";
  return isPlausibleText(words) ? undefined : "garbled_text";
}

function summarize(chunk: Chunk): PageSummary["chunks"][number] {
  const { index, page, heading, kind, text } = chunk;
  return { index, page, box: boxOf(chunk), heading, kind, text };
}

function recordPage(page: PdfPage, layout: PageLayout): PageRecord {
  return {
    page: page.number,
    width: tenths(page.width),
    height: tenths(page.height),
    ...(page.ocr ? { ocr: true } : {}),
    text: layout.text,
    blocks: layout.blocks.map((block) => ({
      kind: block.kind,
      level: block.level,
      text: block.text,
      first_line: block.firstLine,
      last_line: block.lastLine,
      table: block.table,
      box: boxOf(block),
    })),
    lines: layout.lines.map((line) => ({ text: line.text, box: boxOf(line) })),
    tables: layout.tables.map(recordTable),
    rows: layout.rows.map(recordRow),
    words: page.words.map((word) => ({ text: word.text, box: boxOf(word) })),
  };
}

function recordTable(table: PageLayout["tables"][number]): PageRecord["tables"][number] {
  return {
    caption: table.caption,
    columns: table.columns.map(({ head, x0, x1 }) => ({ head, x0: tenths(x0), x1: tenths(x1) })),
    first_row: table.firstRow,
    last_row: table.lastRow,
    box: boxOf(table),
  };
}

function recordRow(row: PageLayout["rows"][number]): PageRecord["rows"][number] {
  const { label, section, table, cells } = row;
  return {
    label,
    section,
    table,
    cells: cells.map(({ text, kind, value, percent, column, ...box }) => {
      return { text, kind, value, percent, column, box: boxOf(box) };
    }),
    box: boxOf(row),
  };
}

function boxOf({ x0, y0, x1, y1 }: Box): [number, number, number, number] {
  return [tenths(x0), tenths(y0), tenths(x1), tenths(y1)];
}

/** A tenth of a point is finer than any eye, and half the size in the file. */
function tenths(points: number): number {
  return Math.round(points * 10) / 10;
}
