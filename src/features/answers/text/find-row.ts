import type { PageRecord } from "../../reports/index.ts";
import type { ReadTable } from "../figures/table-reading.ts";
import type { Nearness } from "../retrieval/nearness.ts";
import { MEANING_SHARE, meaningOf, type WeighedTerm } from "./candidates.ts";
import type { Expected, TextRequest } from "./request.ts";
import { rootOf, type Token } from "./roots.ts";
import {
  type Cell,
  type Row,
  type TableColumn,
  type TableRow,
  type TableView,
  viewTable,
} from "./table-view.ts";
import { isStopWord } from "./terms.ts";

/** A cell of any table, found by what its row, its column and the text around them say. */
export interface FoundCell {
  page: number;
  row: Row;
  cell: Cell;
  table: ReadTable;
  column: TableColumn;
  support: number;
}

export interface TableSearch {
  /** The nearest first. */
  pages: readonly PageRecord[];
  tablesOf: (page: number) => readonly ReadTable[];
  nearness: Nearness | null;
}

const PAGES_READ = 12;
const SECTION_SHARE = 0.95;
const AROUND_SHARE = 0.8;
/** Words of a label that the question does not have: it may be about something else. */
const EXTRA_WORD = 0.08;
const EXTRA_MAX = 0.32;

export function viewTables(
  { pages, tablesOf }: TableSearch,
  most = PAGES_READ,
): { view: TableView; rank: number }[] {
  const byNumber = new Map(pages.map((page) => [page.page, page]));
  return pages.slice(0, most).flatMap((page, rank) =>
    tablesOf(page.page).flatMap((read) => {
      const view = viewTable(page, read, byNumber.get(page.page - 1));
      return view ? [{ view, rank }] : [];
    }),
  );
}

/** The cells whose row and column have most of the question, the best first. */
export function findCells(
  request: TextRequest,
  terms: readonly WeighedTerm[],
  search: TableSearch,
): FoundCell[] {
  const found = viewTables(search).flatMap(({ view, rank }) => {
    const close = closeness(view, rank, search.nearness);
    return view.rows.flatMap((row) => readRow({ view, row, close }, request, terms) ?? []);
  });
  return found.sort((a, b) => b.support - a.support);
}

/** What the place of a table says: a share and what to add for it. */
export function closeness(view: TableView, rank: number, nearness: Nearness | null) {
  if (!nearness) return { share: 1 - 0.01 * rank, added: 0 };
  const meaning = meaningOf(nearness.at(view.page.page, view.box));
  return { share: 1 - MEANING_SHARE, added: MEANING_SHARE * meaning };
}

interface ViewedRow {
  view: TableView;
  row: TableRow;
  close: { share: number; added: number };
}

function readRow(at: ViewedRow, request: TextRequest, terms: readonly WeighedTerm[]): FoundCell | null {
  const { view, row, close } = at;
  const matched = terms.map((term) => matches(term, row.tokens));
  const yearRow = request.years.some((year) => row.label === String(year));
  const totalRow = row.total && ASKS_TOTAL.test(request.question);
  if (!matched.some(Boolean) && !yearRow && !totalRow) return null;
  const column = chooseColumn(at, request, terms, yearRow);
  const cell = row.row.cells.find((one) => one.column === column && one.kind === "number");
  const head = column === null ? undefined : view.columns[column];
  if (!head || !cell) return null;
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const shares = terms.map((term, index) => {
    if (matched[index] || matches(term, head.tokens)) return 1;
    if (matches(term, row.sectionTokens)) return SECTION_SHARE;
    return matches(term, view.around) ? AROUND_SHARE : 0;
  });
  const covered = terms.reduce((sum, { weight }, index) => sum + (shares[index] ?? 0) * weight, 0);
  // A name that is nowhere near is another's row.
  if (terms.some(({ exact, aside, soft }, index) => exact && !aside && !soft && shares[index] === 0))
    return null;
  const share = (covered / total) * (1 - Math.min(EXTRA_MAX, EXTRA_WORD * extraWords(row, terms)));
  return {
    page: view.page.page,
    row: row.row,
    cell,
    table: view.read,
    column: head,
    support: share * close.share + close.added,
  };
}

const ASKS_TOTAL = /\btotal|\boverall\b|\bin all\b|\baltogether\b/i;

function extraWords({ label }: TableRow, terms: readonly WeighedTerm[]): number {
  const plain = label.replace(/\([^)]*\)/g, " ");
  return (plain.match(/[\p{L}\p{N}&'’-]+/gu) ?? []).filter(
    (word) =>
      /\p{L}{2}/u.test(word) &&
      !/^(?:sub)?total$/i.test(word) &&
      !isStopWord(word.toLowerCase()) &&
      !terms.some((term) => term.wordings.some(({ roots }) => roots.includes(rootOf(word)))),
  ).length;
}

/** The column of the year asked for; without one the newest; of several of that year the one that the question names. */
function chooseColumn(
  { view, row }: ViewedRow,
  { years, expects, question, isPresent }: TextRequest,
  terms: readonly WeighedTerm[],
  yearIsRow: boolean,
): number | null {
  const numbers = row.row.cells.flatMap(({ column, kind }) => {
    const head = view.columns[column];
    return kind === "number" && head && isExpected(expects, head) ? [{ column, head }] : [];
  });
  const asked = yearIsRow ? [] : years;
  const dated = numbers.filter(({ head }) => asked.includes(head.year ?? 0));
  const isDated = view.columns.some(({ year }) => year !== null);
  if (asked.length > 0 && isDated && dated.length === 0) return null;
  if (asked.length > 0 && !isDated && !agreesWithYear(view, row, { asked, isPresent })) return null;
  const fitting = dated.length > 0 ? dated : numbers;
  const totalled = ASKS_TOTAL.test(question) ? fitting.filter(({ head }) => head.total) : [];
  const named = totalled.length === 1 ? totalled : bestNamed(fitting, terms);
  return soleColumn(named, asked.length > 0 && dated.length > 1);
}

/** Of several columns the total, or the newest where no year was asked for. */
function soleColumn(
  named: readonly { column: number; head: TableColumn }[],
  isAmbiguous: boolean,
): number | null {
  const [first, ...others] = named;
  if (!first || others.length === 0) return first?.column ?? null;
  const totals = named.filter(({ head }) => head.total);
  if (totals.length === 1) return totals[0]?.column ?? null;
  if (isAmbiguous) return null;
  const newest = Math.max(...named.map(({ head }) => head.year ?? 0));
  const latest = named.find(({ head }) => head.year === newest);
  return newest > 0 && latest ? latest.column : null;
}

/** A table of one year that says so above itself holds nothing of another; one that names none is of the report's year. */
function agreesWithYear(
  view: TableView,
  { row }: TableRow,
  { asked, isPresent }: { asked: readonly number[]; isPresent: boolean },
): boolean {
  const section = /\b20[0-4]\d\b/.exec(row.section ?? "")?.[0];
  const own = section === undefined ? view.year : Number(section);
  return own === null ? isPresent : asked.includes(own);
}

/** Heads of other things than amounts of money. */
const NO_MONEY = /square f|number of|\bno\.|shares|options|units|\byears?\)|ratio|\brate\b/i;

function isExpected(expects: Expected, { kind, head }: TableColumn): boolean {
  if (expects === "percent") return kind === "percent";
  if (kind !== "amount") return false;
  return expects !== "money" || !NO_MONEY.test(head);
}

/** The columns whose heads have most of the question's words; all where no head has any. */
function bestNamed<Column extends { head: TableColumn }>(
  columns: readonly Column[],
  terms: readonly WeighedTerm[],
): Column[] {
  const weighed = columns.map((column) => {
    const named = terms.filter((term) => matches(term, column.head.tokens));
    const weight = named.reduce(
      (sum, { word, weight: own }) => sum + (/\d/.test(word) ? NUMBER_WEIGHT : own),
      0,
    );
    return { column, weight };
  });
  const most = Math.max(0, ...weighed.map(({ weight }) => weight));
  return weighed.filter(({ weight }) => weight === most).map(({ column }) => column);
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

/** Whether another table has the same value in a row of the same name. */
export function isConfirmed(best: FoundCell, cells: readonly FoundCell[]): boolean {
  const name = best.row.label.toLowerCase();
  return cells.some(
    ({ table, row, cell, support }) =>
      table !== best.table &&
      row.label.toLowerCase() === name &&
      cell.value === best.cell.value &&
      cell.value !== 0 &&
      support >= best.support * CONFIRMING,
  );
}

const CONFIRMING = 0.7;
const SAME_LABEL = 0.9;
const OTHER_LABEL = 0.93;

export function matches({ wordings }: WeighedTerm, tokens: readonly Token[]): boolean {
  return wordings.some(
    ({ roots }) => roots.length > 0 && roots.every((root) => tokens.some((token) => token.root === root)),
  );
}
