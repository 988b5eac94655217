import type { Line, LineKind } from "./line-kinds.ts";

/** The lines from the first row of a table to its last. */
export interface TableRegion {
  firstLine: number;
  lastLine: number;
}

/** How far the figures of a table reach from left to right. */
interface Area {
  x0: number;
  x1: number;
}

const VALUES_GAP_SHARE = 3.5;
const WORDS_GAP_SHARE = 2.5;
/** So many lines of words may stand between two rows: wrapped labels and the names of sections. */
const WORDS_LINES_MAX = 4;
/** Words that reach this far into the columns of figures are running text, not a label. */
const INTRUSION_SHARE_MAX = 0.5;
/** Above the first figures only what stands close and is not set further in belongs to the table. */
const ABOVE_GAP_SHARE = 1.2;
const INDENT_SHARE_MAX = 2;
const PARAGRAPH_GAP_SHARE = 0.75;

/** Finds runs of rows, with the lines of words between them that belong to them. */
export function findTableRegions(lines: readonly Line[], kinds: readonly LineKind[]): TableRegion[] {
  const regions: TableRegion[] = [];
  let at = 0;
  while (at < lines.length) {
    if (kinds[at]?.kind !== "values") {
      at += 1;
      continue;
    }
    const { lastLine, area } = findEnd(lines, kinds, at);
    if (isTable(kinds.slice(at, lastLine + 1))) {
      const firstFree = (regions.at(-1)?.lastLine ?? -1) + 1;
      regions.push({ firstLine: findStart(lines, kinds, { at, firstFree, area }), lastLine });
    }
    at = lastLine + 1;
  }
  return regions;
}

function isTable(kinds: readonly LineKind[]): boolean {
  const rows = kinds.filter(({ kind }) => kind === "values");
  if (rows.length >= 2) return true;
  const figures = rows[0]?.values.filter((cell) => cell.figure !== null) ?? [];
  return figures.length >= 2 && rows[0]?.label !== "";
}

/** The name of the first section, or the beginning of the first label, may stand above the first figures. */
function findStart(
  lines: readonly Line[],
  kinds: readonly LineKind[],
  { at, firstFree, area }: { at: number; firstFree: number; area: Area },
): number {
  let first = at;
  while (first > firstFree && at - first < WORDS_LINES_MAX) {
    const below = lines[first];
    const line = lines[first - 1];
    if (!line || !below || kinds[first - 1]?.kind !== "words" || line.cells.length > 1) break;
    if (below.y0 - line.y1 > line.height * ABOVE_GAP_SHARE || line.y0 > below.y0) break;
    const above = kinds[first - 2]?.kind === "words" ? lines[first - 2] : undefined;
    if (intrudes(line, area) || endsParagraph(above, line, area)) break;
    if (line.x0 > below.x0 + line.height * INDENT_SHARE_MAX) break;
    first -= 1;
  }
  return first;
}

/** Whether the line is the short last line of a paragraph that introduces the table. */
function endsParagraph(above: Line | undefined, line: Line, area: Area): boolean {
  return (
    above !== undefined && intrudes(above, area) && line.y0 - above.y1 < line.height * PARAGRAPH_GAP_SHARE
  );
}

function intrudes(line: Line, area: Area): boolean {
  return line.x1 > area.x0 + (area.x1 - area.x0) * INTRUSION_SHARE_MAX;
}

/** Follows a table down from its first row to its last. */
function findEnd(
  lines: readonly Line[],
  kinds: readonly LineKind[],
  first: number,
): { lastLine: number; area: Area } {
  const area = { x0: Number.POSITIVE_INFINITY, x1: Number.NEGATIVE_INFINITY };
  widen(area, kinds[first]);
  let last = first;
  for (;;) {
    const next = nextRow(lines, kinds, last, area);
    if (next === null) return { lastLine: last, area };
    widen(area, kinds[next]);
    last = next;
  }
}

function nextRow(
  lines: readonly Line[],
  kinds: readonly LineKind[],
  last: number,
  area: Area,
): number | null {
  for (let at = last + 1; at <= last + 1 + WORDS_LINES_MAX; at++) {
    const line = lines[at];
    const before = lines[at - 1];
    const kind = kinds[at]?.kind;
    if (!line || !before || kind === "years") return null;
    const gap = line.y0 - before.y1;
    const gapShareMax = kind === "values" ? VALUES_GAP_SHARE : WORDS_GAP_SHARE;
    // A line further up the page belongs to the next column of text.
    if (gap > gapShareMax * before.height || line.y1 < before.y0) return null;
    if (kind === "values") return at;
    if (intrudes(line, area)) return null;
  }
  return null;
}

function widen(area: Area, kind: LineKind | undefined): void {
  for (const cell of kind?.values ?? []) {
    area.x0 = Math.min(area.x0, cell.x0);
    area.x1 = Math.max(area.x1, cell.x1);
  }
}
