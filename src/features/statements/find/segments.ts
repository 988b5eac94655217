import type { PageRecord } from "../../reports/index.ts";
import { type Caption, findCaptions } from "./captions.ts";

type Row = PageRecord["rows"][number];

/** The rows of a page that one caption is above. */
export interface Segment {
  page: PageRecord;
  /** Null for rows above the first caption, or on a page without one. */
  caption: Caption | null;
  rows: readonly Row[];
  /** The lines from the caption to the first row: dates, units, heads. */
  headLines: readonly string[];
}

/** Divides a page at its captions. A page held sideways has no order from top to bottom and is not divided. */
export function divideIntoSegments(page: PageRecord): Segment[] {
  const captions = findCaptions(page);
  if (page.rows.length === 0) return [];
  if (captions.length === 0 || isTurned(page.rows)) return [whole(page, captions.at(-1) ?? null)];
  const tops = captions.map(({ line }) => page.lines[line]?.box[1] ?? 0);
  const segments: Segment[] = [];
  const before = page.rows.filter((row) => row.box[1] < (tops[0] ?? 0));
  if (before.length > 0) segments.push({ page, caption: null, rows: before, headLines: [] });
  for (const [at, caption] of captions.entries()) {
    const from = tops[at] ?? 0;
    const to = tops[at + 1] ?? Number.POSITIVE_INFINITY;
    const rows = page.rows.filter((row) => row.box[1] >= from && row.box[1] < to);
    if (rows.length > 0) segments.push({ page, caption, rows, headLines: linesAbove(page, rows, from) });
  }
  return segments;
}

function whole(page: PageRecord, caption: Caption | null): Segment {
  const turned = isTurned(page.rows);
  const headLines = turned
    ? page.lines.slice(0, HEAD_LINES_MAX).map(({ text }) => text)
    : linesAbove(page, page.rows, Number.NEGATIVE_INFINITY);
  return { page, caption, rows: page.rows, headLines };
}

const HEAD_LINES_MAX = 14;

function linesAbove(page: PageRecord, rows: readonly Row[], from: number): string[] {
  const top = Math.min(...rows.map((row) => row.box[1]));
  return page.lines
    .filter(({ box }) => box[1] >= from - 1 && box[1] < top - 1)
    .slice(0, HEAD_LINES_MAX)
    .map(({ text }) => text);
}

function isTurned(rows: readonly Row[]): boolean {
  const tall = rows.filter(({ box }) => box[3] - box[1] > box[2] - box[0]).length;
  return tall > rows.length / 2;
}
