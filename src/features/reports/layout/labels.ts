import { enclose } from "./box.ts";
import { joinLabel, type Line, type LineKind } from "./line-kinds.ts";
import { Sections } from "./sections.ts";
import type { OpenRow } from "./table.ts";
import type { TableRegion } from "./table-regions.ts";

/** A label that ends so goes on in the next line. */
const UNFINISHED =
  /(?:[,\-–—(&/]|\b(?:of|and|to|for|from|in|by|the|with|at|on|or|und|der|die|des|von|für|de|et|du|la|le|les|y|del|por|para))$/i;
const CONTINUES = /^[\p{Ll}(]/u;
/** Lines of one label stand this close, as a share of their height. */
const WRAP_GAP_SHARE = 0.9;
/** A label that ends far from the right edge of its column was not broken there. */
const FILLED_SHARE_MIN = 0.6;
/** Labels may fill so much of the room before the figures. */
const LABEL_ROOM_SHARE = 0.85;

interface LabelLine {
  line: Line;
  at: number;
}

/** Turns the lines of a table into rows, joining labels that run over several lines. */
export function buildRows(
  lines: readonly Line[],
  kinds: readonly LineKind[],
  region: TableRegion,
): OpenRow[] {
  const rows: OpenRow[] = [];
  const edges = labelEdges(lines, kinds, region);
  const sections = new Sections();
  let pending: LabelLine[] = [];
  for (let at = region.firstLine; at <= region.lastLine; at++) {
    const line = lines[at];
    const kind = kinds[at];
    if (!line || !kind) continue;
    if (kind.kind !== "values") {
      const row = rows.at(-1);
      if (row && pending.length === 0 && endsAbove(row, line)) extendLabel(row, line, at);
      else pending.push({ line, at });
      continue;
    }
    const wrapped = takeWrapped(pending, { line, kind, edges });
    for (const { text, x0 } of foldSections(pending, edges)) sections.open(text, x0);
    pending = [];
    const row = openRow({ line, kind, at }, wrapped);
    row.section = sections.enter(row.label, Math.min(...row.boxes.map((box) => box.x0)));
    rows.push(row);
  }
  return rows;
}

/** The names of sections among lines of words, those that run over several lines made whole. */
function foldSections(pending: readonly LabelLine[], edges: LabelEdges): { text: string; x0: number }[] {
  const found: { text: string; x0: number }[] = [];
  let above: Line | null = null;
  for (const { line } of pending) {
    const last = found.at(-1);
    if (last && above && runsOn(above, line, edges)) last.text += ` ${line.text}`;
    else found.push({ text: line.text, x0: line.x0 });
    above = line;
  }
  return found;
}

/** The label's lines above the row, taken off the end of what is pending; the rest are names of sections. */
function takeWrapped(
  pending: LabelLine[],
  row: { line: Line; kind: LineKind; edges: LabelEdges },
): LabelLine[] {
  const wrapped: LabelLine[] = [];
  let below: { text: string; y0: number; bold: boolean } = {
    text: row.kind.label,
    y0: row.line.y0,
    bold: row.kind.labelCells.every((cell) => cell.bold),
  };
  for (;;) {
    const above = pending.at(-1);
    if (!above || below.y0 - above.line.y1 > above.line.height * WRAP_GAP_SHARE) break;
    if (!runsOn(above.line, below, row.edges)) break;
    pending.pop();
    wrapped.unshift(above);
    below = { text: above.line.text, y0: above.line.y0, bold: above.line.bold };
  }
  return wrapped;
}

function runsOn(above: Line, below: { text: string; bold: boolean }, edges: LabelEdges): boolean {
  // Figures without a label of their own belong to the words right above.
  if (below.text === "") return true;
  if (above.text.endsWith(":")) return false;
  if (CONTINUES.test(below.text) || UNFINISHED.test(above.text)) return true;
  const width = edges.right - edges.left;
  const filled = above.x1 - above.x0 > width * FILLED_SHARE_MIN;
  const alike = above.bold === below.bold && isCapitals(above.text) === isCapitals(below.text);
  return filled && alike && !matches(above, below.text, edges.right);
}

function isCapitals(text: string): boolean {
  return text === text.toUpperCase();
}

/** Whether the next word would have had room at the end of the line. Then the line was ended on purpose. */
function matches(line: Line, next: string, right: number): boolean {
  const letterWidth = (line.x1 - line.x0) / Math.max(1, line.text.length);
  const word = next.split(" ", 1)[0] ?? "";
  return line.x1 + (word.length + 1) * letterWidth <= right;
}

interface LabelEdges {
  left: number;
  right: number;
}

/** How far labels reach in this table, or could reach before they would touch the figures. */
function labelEdges(lines: readonly Line[], kinds: readonly LineKind[], region: TableRegion): LabelEdges {
  const edges = { left: Number.POSITIVE_INFINITY, right: Number.NEGATIVE_INFINITY };
  let figures = Number.POSITIVE_INFINITY;
  for (let at = region.firstLine; at <= region.lastLine; at++) {
    const cells = kinds[at]?.kind === "values" ? kinds[at]?.labelCells : lines[at]?.cells;
    for (const cell of cells ?? []) {
      edges.left = Math.min(edges.left, cell.x0);
      edges.right = Math.max(edges.right, cell.x1);
    }
    for (const cell of kinds[at]?.values ?? []) figures = Math.min(figures, cell.x0);
  }
  const room = edges.left + (figures - edges.left) * LABEL_ROOM_SHARE;
  return { left: edges.left, right: Math.max(edges.right, room) };
}

/** Whether a line of words goes on with the label of the row above it, whose figures stand on its first line. */
function endsAbove(row: OpenRow, line: Line): boolean {
  const last = row.boxes.at(-1);
  if (!last || line.y0 - last.y1 > line.height * WRAP_GAP_SHARE || row.label === "") return false;
  if (line.text.endsWith(":")) return false;
  return /^\p{Ll}/u.test(line.text) || UNFINISHED.test(row.label);
}

function extendLabel(row: OpenRow, line: Line, at: number): void {
  row.label = `${row.label} ${line.text}`;
  row.boxes.push(enclose(line.cells));
  row.lastLine = at;
}

function openRow(
  { line, kind, at }: { line: Line; kind: LineKind; at: number },
  wrapped: readonly LabelLine[],
): OpenRow {
  const above = wrapped.map((part) => joinLabel(part.line.cells));
  return {
    label: [...above, kind.label].filter((part) => part !== "").join(" "),
    section: null,
    values: kind.values,
    boxes: [...wrapped.map((part) => part.line), line],
    firstLine: wrapped[0]?.at ?? at,
    lastLine: at,
  };
}
