import type { PageRecord } from "../../reports/index.ts";
import type { Box } from "../statement.ts";
import type { Segment } from "./segments.ts";

type Row = PageRecord["rows"][number];

export interface GridCell {
  text: string;
  printed: number;
  nil: boolean;
  box: Box;
}

export interface GridRow {
  label: string;
  path: readonly string[];
  page: number;
  box: Box;
  /** By value column. */
  cells: readonly (GridCell | null)[];
}

/** The rows of a statement with the columns that hold amounts; note numbers and percentages are left out. */
export interface Grid {
  heads: string[];
  headLines: readonly string[];
  rows: GridRow[];
}

interface Place {
  x0: number;
  x1: number;
  head: string;
  cells: number;
  notes: number;
  percents: number;
  /** By "table column". */
  members: Set<string>;
}

const NOTE = /^\(?\d{1,2}(?:[.,]\s?\d{1,2}){0,3}(?:\s?\(?[a-z]\)?)?\)?$/i;
const NOTE_HEAD = /\bnotes?\b|\bref\b|\banhang\b|\bannexe\b|注記|附注|附註/i;
const YEAR = /\d{4}|\bFY\s?\d{2}/;
const NOTE_SHARE_MIN = 0.9;
const CELLS_SHARE_MIN = 0.25;
const EDGE_POINTS = 9;

/**
 * Several segments of one statement are one grid: a statement that runs over two pages keeps its columns. A column with
 * a smaller share of cells than the fullest one is left out.
 */
export function buildGrid(segments: readonly Segment[], cellsShareMin = CELLS_SHARE_MIN): Grid {
  const parts = segments.map((segment) => buildPart(segment, cellsShareMin));
  const first = parts[0];
  if (!first) return { heads: [], headLines: [], rows: [] };
  const width = first.heads.length;
  const rows = parts.filter(({ heads }) => heads.length === width).flatMap((part) => part.rows);
  return { heads: first.heads, headLines: first.headLines, rows };
}

function buildPart({ page, rows, headLines }: Segment, cellsShareMin: number): Grid {
  const places = mergePlaces(findPlaces(page, rows), rows);
  const columns = pickValuePlaces(places, cellsShareMin);
  return {
    heads: columns.map(({ head }) => head),
    headLines,
    rows: rows.map((row) => toGridRow(row, columns, page.page)).filter(hasContent),
  };
}

function hasContent(row: GridRow): boolean {
  return row.cells.some((cell) => cell !== null);
}

function findPlaces(page: PageRecord, rows: readonly Row[]): Place[] {
  const places = new Map<string, Place>();
  for (const row of rows) {
    for (const cell of row.cells) {
      const column = page.tables[row.table]?.columns[cell.column];
      if (cell.kind === "text" || !column) continue;
      const key = `${row.table} ${cell.column}`;
      const place = places.get(key) ?? openPlace(column, key);
      places.set(key, place);
      place.cells += 1;
      if (NOTE.test(cell.text)) place.notes += 1;
      if (cell.percent) place.percents += 1;
    }
  }
  return [...places.values()].sort((a, b) => a.x1 - b.x1);
}

function openPlace({ x0, x1, head }: PageRecord["tables"][number]["columns"][number], key: string): Place {
  return { x0, x1, head, cells: 0, notes: 0, percents: 0, members: new Set([key]) };
}

/** Columns of different tables of a page that lie over each other are one. */
function mergePlaces(places: readonly Place[], rows: readonly Row[]): Place[] {
  const merged: Place[] = [];
  for (const place of places) {
    const last = merged.at(-1);
    if (last && liesOver(last, place) && !meet(last, place, rows)) join(last, place);
    else merged.push({ ...place, members: new Set(place.members) });
  }
  return merged;
}

function liesOver(a: Place, b: Place): boolean {
  const shared = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
  return Math.abs(a.x1 - b.x1) <= EDGE_POINTS || shared > Math.min(a.x1 - a.x0, b.x1 - b.x0) / 2;
}

function meet(a: Place, b: Place, rows: readonly Row[]): boolean {
  const has = ({ table, cells }: Row, { members }: Place) =>
    cells.some((cell) => cell.kind !== "text" && members.has(`${table} ${cell.column}`));
  return rows.some((row) => has(row, a) && has(row, b));
}

function join(a: Place, b: Place): void {
  a.x0 = Math.min(a.x0, b.x0);
  a.x1 = Math.max(a.x1, b.x1);
  a.cells += b.cells;
  a.notes += b.notes;
  a.percents += b.percents;
  // The heads of the statement name its years; a table further down may have others, such as "cents".
  if (!YEAR.test(a.head) && (a.head === "" || YEAR.test(b.head))) a.head = b.head;
  for (const member of b.members) a.members.add(member);
}

function pickValuePlaces(places: readonly Place[], cellsShareMin: number): Place[] {
  const most = Math.max(0, ...places.map(({ cells, notes }) => cells - notes));
  return places
    .filter((place, at) => !isNotes(place, at) && place.percents < place.cells / 2)
    .filter(({ cells }) => cells >= Math.max(2, most * cellsShareMin));
}

function isNotes({ head, cells, notes }: Place, at: number): boolean {
  if (notes < cells * NOTE_SHARE_MIN) return false;
  // A column of small amounts has a year above it.
  return NOTE_HEAD.test(head) || (at === 0 && !YEAR.test(head));
}

function toGridRow(row: Row, columns: readonly Place[], page: number): GridRow {
  const cells = columns.map(({ members }) => {
    const cell = row.cells.find(
      (one) => one.kind !== "text" && !one.percent && members.has(`${row.table} ${one.column}`),
    );
    if (cell?.value == null) return null;
    return { text: cell.text, printed: cell.value, nil: cell.kind === "nil", box: cell.box };
  });
  return {
    label: row.label.trim(),
    path: row.section === null ? [] : row.section.split(" > "),
    page,
    box: row.box,
    cells,
  };
}
