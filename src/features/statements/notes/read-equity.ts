import { labelKey } from "../../reference/index.ts";
import type { PageRecord } from "../../reports/index.ts";
import { addDays, daysBetween } from "../columns/calendar.ts";
import { findDates } from "../columns/dates.ts";
import { findScale } from "../columns/units.ts";
import { buildGrid, type Grid, type GridRow } from "../find/grid.ts";
import { divideIntoSegments, type Segment } from "../find/segments.ts";
import { findSums } from "../proof/sums.ts";
import type { Statement, StatementFigure, StatementPeriod } from "../statement.ts";
import { smallestStep, TOTAL } from "../table.ts";
import { cleanHeads } from "./column-names.ts";
import { type NoteContext, toCell } from "./note-context.ts";

const PAGES_AROUND = 8;
const COLUMNS_MAX = 20;
const BLOCK_DAYS = { min: 80, max: 380 };
const SHARES_HEAD = /^(?:number of )?shares?$|\bshares$|^no\.? of/i;

/**
 * The statements of changes in equity, one for each period: rows from the opening to the closing balance, a column for
 * each component. Only what proves itself is given: every component adds up to its closing balance, the components add
 * up to the total, and the total is that of the balance sheet where that is known.
 */
export function readEquity(pages: readonly PageRecord[], context: NoteContext): Statement[] {
  const near = pages.filter(
    ({ page }) => page >= context.firstPage - PAGES_AROUND && page <= context.lastPage + PAGES_AROUND,
  );
  const found = near
    .flatMap(divideIntoSegments)
    .filter(({ caption }) => caption?.kind === "equity" && caption.scope !== "company");
  const names = new Map<number, string[]>();
  const statements = found.flatMap((segment) => readSegment(segment, context, names));
  const periods = new Map<string, Statement>();
  for (const statement of statements) {
    const key = statement.columns[0]?.period.end ?? "";
    if (!periods.has(key)) periods.set(key, statement);
  }
  return [...periods].sort((a, b) => b[0].localeCompare(a[0])).map(([, statement]) => statement);
}

/** `names`: of the columns of earlier pages, by their number; a statement that runs on keeps its columns. */
function readSegment(segment: Segment, context: NoteContext, names: Map<number, string[]>): Statement[] {
  const read = buildGrid([segment], 0);
  const grid = { ...read, heads: cleanHeads(read.heads) };
  if (grid.heads.length === 0 || grid.heads.length > COLUMNS_MAX) return [];
  const scale = findScale([segment.caption?.text, ...segment.headLines].join(" ")) ?? context.scale;
  const blocks = divideIntoBlocks(grid.rows).flatMap((block) => {
    const columns = provenColumns(grid, block.rows);
    return columns !== null && isLinked(block, columns, { ...context, scale }) ? [{ block, columns }] : [];
  });
  const width = grid.heads.length;
  const heads = nameColumns({ ...grid, heads: names.get(width) ?? grid.heads }, blocks, {
    ...context,
    scale,
  });
  if (blocks.length > 0) names.set(width, heads);
  const named = { ...grid, heads };
  return blocks.map((found) => toStatement({ segment, grid: named, ...found }, { ...context, scale }));
}

/** A component whose closing balance is one row of the balance sheet is called as there: heads are often broken. */
function nameColumns(
  { heads }: Grid,
  blocks: readonly { block: Block; columns: readonly number[] }[],
  { balance, scale }: NoteContext,
): string[] {
  return heads.map((head, at) => {
    const labels = blocks.flatMap(({ block, columns }) => {
      const column = balance?.columns.findIndex(({ period }) => period.end === block.end) ?? -1;
      const printed = columns.includes(at) ? block.rows.at(-1)?.cells[at]?.printed : undefined;
      if (column < 0 || !printed || scale === null) return [];
      const rows = (balance?.rows ?? []).filter(({ cells }) =>
        cells.some((cell) => cell.column === column && cell.value === printed * scale),
      );
      return rows.length === 1 ? (rows[0]?.label ?? []) : [];
    });
    const [first] = labels;
    return first && labels.every((label) => label === first) ? shorten(first) : head;
  });
}

const NAME_LETTERS_MAX = 60;

/** "Common stock, $1 par value; 30,000,000 shares authorized" says more than a name. */
function shorten(label: string): string {
  return label.length <= NAME_LETTERS_MAX ? label : (label.split(/[,;:(]/)[0] ?? label).trim();
}

interface Block {
  start: string;
  end: string;
  rows: GridRow[];
}

/** From one balance to the next. A balance at the first day of a month is that of the evening before. */
function divideIntoBlocks(rows: readonly GridRow[]): Block[] {
  const balances = rows.flatMap((row, at) => {
    const [date, ...others] = findDates(row.label);
    return date !== undefined && others.length === 0 ? [{ at, date }] : [];
  });
  const blocks: Block[] = [];
  for (const [index, closing] of balances.entries()) {
    const opening = balances[index - 1];
    if (!opening) continue;
    const isFirstDay = opening.date.endsWith("-01") && blocks.at(-1)?.end !== opening.date;
    const start = isFirstDay ? opening.date : addDays(opening.date, 1);
    const days = daysBetween(start, closing.date);
    if (days < BLOCK_DAYS.min || days > BLOCK_DAYS.max) continue;
    blocks.push({ start, end: closing.date, rows: rows.slice(opening.at, closing.at + 1) });
  }
  return blocks;
}

/** The columns of the components and their totals, where both directions add up; counts of shares are left out. */
function provenColumns({ heads }: Grid, rows: readonly GridRow[]): number[] | null {
  const all = [...heads.keys()].filter((at) => rows.some(({ cells }) => cells[at]));
  const amounts = all.filter((at) => !SHARES_HEAD.test(heads[at] ?? ""));
  const isNamed = (columns: readonly number[]) =>
    new Set(columns.map((at) => labelKey(heads[at] ?? "")).filter((key) => key !== "")).size ===
    columns.length;
  return (
    [amounts, all].find(
      (columns) => isNamed(columns) && addsDown(rows, columns) && addsAcross(rows, columns),
    ) ?? null
  );
}

const printedAt = ({ cells }: GridRow, at: number) => cells[at]?.printed ?? null;

const stepOf = (rows: readonly GridRow[], columns: readonly number[]) =>
  smallestStep(rows.flatMap((row) => columns.flatMap((at) => printedAt(row, at) ?? [])));

/** Whether the closing balance is the sum of everything from the opening balance on. */
function addsDown(rows: readonly GridRow[], columns: readonly number[]): boolean {
  const sums = findSums(
    rows.map((row, at) => ({
      amounts: columns.map((column) => printedAt(row, column)),
      isTotal: at === rows.length - 1 || TOTAL.test(labelKey(row.label)),
      signedPartsMax: 0,
    })),
    { unit: stepOf(rows, columns) },
  );
  const last = sums.find(({ total }) => total === rows.length - 1);
  const opening = sums.find(({ parts }) => parts.some(({ row }) => row === 0));
  return last !== undefined && opening !== undefined && reaches(sums, opening.total, last.total);
}

function reaches(sums: ReturnType<typeof findSums>, from: number, to: number): boolean {
  if (from === to) return true;
  const next = sums.find(({ parts }) => parts.some(({ row }) => row === from));
  return next !== undefined && reaches(sums, next.total, to);
}

/** Whether the last column, or the first, is the sum of all others. */
function addsAcross(rows: readonly GridRow[], columns: readonly number[]): boolean {
  if (columns.length < 3) return false;
  return [columns, columns.toReversed()].some((order) => {
    const sums = findSums(
      order.map((column, at) => ({
        // What a row leaves out is nothing of it.
        amounts: rows.map((row) => printedAt(row, column) ?? 0),
        isTotal: at === order.length - 1,
        signedPartsMax: 0,
      })),
      { unit: stepOf(rows, columns) },
    );
    const taken = new Set(sums.flatMap(({ parts }) => parts.map(({ row }) => row)));
    return sums.at(-1)?.total === order.length - 1 && taken.size === order.length - 1;
  });
}

function isLinked({ end, rows }: Block, columns: readonly number[], context: NoteContext): boolean {
  const { scale } = context;
  const known = context.figures.filter(
    ({ concept, period }) => concept === "total_equity" && period.end === end,
  );
  if (scale === null) return false;
  const closing = rows.at(-1);
  const has = ({ value }: StatementFigure) =>
    closing !== undefined &&
    columns.some((at) => Math.abs((printedAt(closing, at) ?? 0) * scale - value) <= scale / 2);
  return known.every(has);
}

interface Found {
  segment: Segment;
  grid: Grid;
  block: Block;
  columns: readonly number[];
}

function toStatement({ segment, grid, block, columns }: Found, context: NoteContext): Statement {
  const { start, end, rows } = block;
  const period: StatementPeriod = {
    start,
    end,
    fiscalYear: context.fiscalYearOf(end),
    isAssumed: false,
  };
  return {
    kind: "equity",
    title: segment.caption?.text.trim() ?? "",
    pages: [segment.page.page],
    scope: segment.caption?.scope ?? "unknown",
    columns: columns.map((at) => ({
      head: grid.heads[at] ?? "",
      member: grid.heads[at] ?? "",
      period,
      currency: context.currency,
      scale: context.scale,
      restated: false,
      sums: { proven: 1, failed: 0 },
    })),
    rows: rows.map((row, at) => ({
      label: row.label,
      path: row.path,
      level: row.path.length,
      role: at === 0 || at === rows.length - 1 || TOTAL.test(labelKey(row.label)) ? "total" : "item",
      concept: null,
      cells: columns.flatMap((column, position) => toCell(row, column, { column: position, ...context })),
      page: row.page,
      box: row.box,
    })),
  };
}
