import type { PageRecord } from "../../reports/index.ts";
import type { ReadTable } from "../figures/table-reading.ts";
import type { WeighedTerm } from "./candidates.ts";
import type { Expected, TextRequest } from "./request.ts";
import { type Token, tokensOf } from "./roots.ts";
import { isStopWord } from "./terms.ts";

type Row = PageRecord["rows"][number];
type Cell = Row["cells"][number];

/** A cell of any table, found by what its row, its column and the heads around it say. */
export interface FoundCell {
  page: number;
  row: Row;
  cell: Cell;
  table: ReadTable;
  head: string;
  support: number;
}

const PAGES_READ = 12;
const AROUND_SHARE = 0.8;
/** Words of a label that the question does not have: it may be about something else. */
const EXTRA_WORD = 0.08;
const EXTRA_MAX = 0.32;

/** The cells whose row and column have most of the question, the best first. */
export function findCells(
  request: TextRequest,
  terms: readonly WeighedTerm[],
  { pages, tablesOf }: { pages: readonly PageRecord[]; tablesOf: (page: number) => readonly ReadTable[] },
): FoundCell[] {
  const found = pages.slice(0, PAGES_READ).flatMap((page, rank) => {
    const tables = tablesOf(page.page);
    return page.rows.flatMap((row) => {
      const table = tables[row.table];
      return table ? (readRow({ page, row, table, rank }, request, terms) ?? []) : [];
    });
  });
  return found.sort((a, b) => b.support - a.support);
}

interface TableRow {
  page: PageRecord;
  row: Row;
  table: ReadTable;
  rank: number;
}

function readRow(at: TableRow, request: TextRequest, terms: readonly WeighedTerm[]): FoundCell | null {
  const { page, row, table, rank } = at;
  const plain = row.label.replace(/\([^)]*\)/g, " ");
  const label = tokensOf(plain);
  const matched = terms.map((term) => matches(term, label));
  const yearRow = request.years.find((year) => row.label.trim() === String(year));
  if (!matched.some(Boolean) && yearRow === undefined) return null;
  const column = chooseColumn(at, request, terms, yearRow !== undefined);
  const cell = row.cells.find((one) => one.column === column?.column && one.kind === "number");
  if (!column || !cell) return null;
  const around = tokensAround(page, row, table);
  const head = tokensOf(column.head);
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const covered = terms.reduce((sum, term, index) => {
    if (matched[index] || matches(term, head)) return sum + term.weight;
    return matches(term, around) ? sum + AROUND_SHARE * term.weight : sum;
  }, 0);
  const extra = label.filter(
    (token) =>
      /\p{L}{2}/u.test(token.text) &&
      !isStopWord(token.text.toLowerCase()) &&
      !terms.some((term) => has(term, token)),
  ).length;
  const support = (covered / total) * (1 - Math.min(EXTRA_MAX, EXTRA_WORD * extra)) * (1 - 0.01 * rank);
  return { page: page.page, row, cell, table, head: column.head, support };
}

/** The column of the year asked for; without one that of the newest year, or the one whose head the question names. */
function chooseColumn(
  { row, table }: TableRow,
  { years, expects }: TextRequest,
  terms: readonly WeighedTerm[],
  yearIsRow: boolean,
): { column: number; head: string } | null {
  const numbers = row.cells.filter((cell) => isExpected(expects, cell, table.heads[cell.column] ?? ""));
  const named = bestNamed(numbers, table, terms);
  const asked = yearIsRow ? [] : years;
  const dated = numbers.filter(({ column }) => asked.includes(table.periods[column]?.year ?? 0));
  const both = named.filter((cell) => dated.includes(cell));
  const [choice, ...others] = [both, dated, named].find((list) => list.length > 0) ?? newest(numbers, table);
  if (!choice || (others.length > 0 && both.length === 0 && dated.length > 1)) return null;
  const isDated = numbers.some(({ column }) => table.periods[column]);
  if (asked.length > 0 && isDated && dated.length === 0) return null;
  return { column: choice.column, head: table.heads[choice.column] ?? "" };
}

/** Heads of other things than amounts of money. */
const NO_MONEY = /%|percent|square f|number of|shares|units|\byears?\)|ratio|\brate\b|change|\bvs\.?\b/i;

function isExpected(expects: Expected, { kind, percent }: Cell, head: string): boolean {
  if (kind !== "number") return false;
  const isPercent = percent || /%|percent/i.test(head);
  if (expects === "percent" || isPercent) return expects === "percent" && isPercent;
  return expects !== "money" || !NO_MONEY.test(head);
}

/** The cells whose column heads have most of the question's words. */
function bestNamed(cells: readonly Cell[], table: ReadTable, terms: readonly WeighedTerm[]): Cell[] {
  const weighed = cells.map((cell) => {
    const tokens = tokensOf(table.heads[cell.column] ?? "");
    const named = terms.filter((term) => matches(term, tokens));
    return {
      cell,
      weight: named.reduce((sum, { word, weight }) => sum + (/\d/.test(word) ? NUMBER_WEIGHT : weight), 0),
    };
  });
  const most = Math.max(0, ...weighed.map(({ weight }) => weight));
  return most === 0 ? [] : weighed.filter(({ weight }) => weight === most).map(({ cell }) => cell);
}

/** "Within 1 year" is the column of 1 year, whatever else the other heads say. */
const NUMBER_WEIGHT = 100;

/** The one cell that the question can mean: no other row of that name, and no other nearly as good. */
export function soleCell(cells: readonly FoundCell[]): FoundCell | null {
  const [best, ...others] = cells;
  if (!best) return null;
  const name = best.row.label.toLowerCase();
  const rival = others.find(({ cell, row, support }) => {
    if (cell.value === best.cell.value) return false;
    return support >= best.support * (row.label.toLowerCase() === name ? SAME_LABEL : OTHER_LABEL);
  });
  return rival ? null : best;
}

const SAME_LABEL = 0.6;
const OTHER_LABEL = 0.88;

function newest(cells: readonly Cell[], table: ReadTable): Cell[] {
  if (cells.length === 1) return [...cells];
  const dated = cells.filter(({ column }) => table.periods[column]);
  const latest = Math.max(...dated.map(({ column }) => table.periods[column]?.year ?? 0));
  return dated.filter(({ column }) => table.periods[column]?.year === latest).slice(0, 1);
}

const knownAround = new WeakMap<ReadTable, Map<string, Token[]>>();

/** Tokens of the surroundings, which many rows share. */
function tokensAround(page: PageRecord, row: Row, table: ReadTable): readonly Token[] {
  const bySection = knownAround.get(table) ?? new Map<string, Token[]>();
  knownAround.set(table, bySection);
  const known = bySection.get(row.section ?? "");
  if (known) return known;
  const tokens = tokensOf(surroundings(page, row, table));
  bySection.set(row.section ?? "", tokens);
  return tokens;
}

/** What is written above a table: its caption, its heads, its section and the nearest headings and lines. */
function surroundings(page: PageRecord, row: Row, table: ReadTable): string {
  const top = page.tables[row.table]?.box[1] ?? 0;
  const headings = page.blocks.filter(({ kind, box }) => kind === "heading" && box[1] <= top + 2).slice(-2);
  const lines = page.lines.filter(({ box }) => box[3] <= top + 2).slice(-3);
  return [
    page.tables[row.table]?.caption ?? "",
    row.section ?? "",
    ...table.heads,
    ...headings.map(({ text }) => text),
    ...lines.map(({ text }) => text),
  ].join(" ");
}

function has({ wordings }: WeighedTerm, { root }: Token): boolean {
  return wordings.some(({ roots }) => roots.includes(root));
}

function matches({ wordings }: WeighedTerm, tokens: readonly Token[]): boolean {
  return wordings.some(
    ({ roots }) => roots.length > 0 && roots.every((root) => tokens.some((token) => token.root === root)),
  );
}
