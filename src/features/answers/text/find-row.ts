import type { PageRecord } from "../../reports/index.ts";
import type { ReadTable } from "../figures/table-reading.ts";
import type { Nearness } from "../retrieval/nearness.ts";
import type { Opinion, Readings } from "../retrieval/readings.ts";
import { MEANING_SHARE, meaningOf, type WeighedTerm } from "./candidates.ts";
import { ASKS_TOTAL, type AskedTime, asksCount, chooseCell, OPENING, readTime } from "./choose-column.ts";
import { extraShare, matches } from "./coverage.ts";
import { isMeasured } from "./is-measured.ts";
import { pagesByLabel } from "./label-index.ts";
import { isPlace } from "./member-kinds.ts";
import type { TextRequest } from "./request.ts";
import { findSums } from "./row-sums.ts";
import {
  type Cell,
  COUNTED,
  type Row,
  type TableColumn,
  type TableRow,
  type TableView,
  valueAt,
  viewTable,
} from "./table-view.ts";

/** A cell of any table, found by what its row, its column and the text around them say. */
export interface FoundCell {
  page: number;
  row: Row;
  cell: Cell;
  table: ReadTable;
  column: TableColumn;
  /** The whole table. */
  view: TableView;
  support: number;
  /** The part of the support that words give: what the question shares with row, column and the text above. */
  words: number;
  /** What the row, its section and its column have of it alone. */
  own: number;
  /** Whether a word of the question is at most somewhere near the table. */
  isLoose: boolean;
  /** What the passage reader says of the cell in its row, if it has read it. */
  opinion: Opinion | null;
}

export interface TableSearch {
  /** The nearest first. */
  pages: readonly PageRecord[];
  /** All pages of the report, for rows that are called what is asked for on pages that are not near. */
  report?: readonly PageRecord[];
  tablesOf: (page: number) => readonly ReadTable[];
  nearness: Nearness | null;
  readings?: Readings | null;
}

const PAGES_READ = 12;
const SECTION_SHARE = 0.95;
const LEAD_SHARE = 0.87;
const AROUND_SHARE = 0.75;
/** A number of things, where an amount of money is expected. */
const COUNT_FOR_MONEY = 0.85;

export function viewTables(
  { pages, report, tablesOf }: TableSearch,
  most = PAGES_READ,
  terms: readonly WeighedTerm[] = [],
  further: readonly PageRecord[] = [],
): { view: TableView; rank: number }[] {
  const byNumber = new Map(pages.map((page) => [page.page, page]));
  const near = pages.slice(0, most);
  const named = terms.length > 0 && report ? pagesByLabel(report, terms) : [];
  const all = [...new Set([...near, ...named, ...further])];
  return all.flatMap((page, rank) =>
    tablesOf(page.page).flatMap((read) => {
      const view = viewTable(page, read, byNumber.get(page.page - 1));
      return view ? [{ view, rank: Math.min(rank, most) }] : [];
    }),
  );
}

/** The cells whose row and column have most of the question, the best first. */
export function findCells(
  request: TextRequest,
  terms: readonly WeighedTerm[],
  search: TableSearch,
): FoundCell[] {
  const time = readTime(request);
  const own = time.part ? terms.filter(({ word }) => !PART_OF_YEAR.test(word)) : terms;
  if (own.length === 0) return [];
  const found = viewTables(search, PAGES_READ, own).flatMap(({ view, rank }) => {
    const close = closeness(view, rank, search.nearness);
    return view.rows.flatMap((row) => readRow({ view, row, close }, request, { terms: own, time }) ?? []);
  });
  found.sort((a, b) => b.support - a.support);
  for (const one of found.slice(0, OPINIONS_MAX))
    one.opinion = search.readings ? opinionOf(one, search.readings) : null;
  return found;
}

const OPINIONS_MAX = 40;

function opinionOf({ page, row, cell }: FoundCell, readings: Readings): Opinion | null {
  const text = [row.label, ...row.cells.map((one) => one.text)].join(" ");
  const before = row.cells.slice(0, row.cells.indexOf(cell));
  const start = [row.label, ...before.map((one) => one.text)].join(" ").length + 1;
  const opinion = readings.at(page, text, start, start + cell.text.length);
  return opinion.passage === 0 ? null : opinion;
}

const PART_OF_YEAR = /^(?:first|second|third|fourth|three|six|nine|twelve|quarter|half|months?|[QH]\d)$/i;

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

function readRow(
  { view, row, close }: ViewedRow,
  request: TextRequest,
  { terms, time }: { terms: readonly WeighedTerm[]; time: AskedTime },
): FoundCell | null {
  const matched = terms.map((term) => matches(term, row.tokens));
  const isYear = request.years.some((year) => row.balanceYear === year);
  const isTotal = row.total && ASKS_TOTAL.test(request.question);
  if (!matched.some(Boolean) && !isYear && !isTotal) return null;
  if (OTHER_MEASURES.some((other) => other.test(row.label) && !other.test(request.question))) return null;
  if (isNarrower(row.label, request.question) || isNamesake(row, terms)) return null;
  const choice = chooseCell({ view, row, isYear }, request, { terms, time });
  if (!choice || !isMeasured({ view, row }, choice.head, request)) return null;
  if (row.label === "" && isBalance(view, row, choice.cell.column, terms)) return null;
  const shares = terms.map((term, index) => {
    if (matched[index] || matches(term, choice.head.tokens)) return 1;
    if (matches(term, row.sectionTokens)) return SECTION_SHARE;
    // The label of a year says nothing about what is measured.
    if (matches(term, view.lead)) return isYear ? SECTION_SHARE : LEAD_SHARE;
    return matches(term, view.around) ? AROUND_SHARE : 0;
  });
  // A name that is nowhere near is another's row, and another basis of measurement another amount.
  const isFirm = ({ exact, aside, soft, word, wordings }: WeighedTerm) =>
    (exact && !aside && !soft) || BASIS.test(word) || isPlace(wordings[0]?.roots ?? []);
  if (terms.some((term, index) => isFirm(term) && shares[index] === 0)) return null;
  // Shares that were issued are not those outstanding.
  if (request.counted.length > 0 && terms.some(({ soft }, index) => soft && shares[index] === 0)) return null;
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const covered = terms.reduce((sum, { weight }, index) => sum + (shares[index] ?? 0) * weight, 0);
  const own = terms.reduce((sum, { weight }, at) => ((shares[at] ?? 0) > LEAD_SHARE ? sum + weight : sum), 0);
  const isCount =
    request.expects === "money" &&
    COUNTED.test(choice.head.head) &&
    !asksCount(request.question, choice.head);
  const extra = extraShare(row.label, terms);
  const share = (covered / total) * extra * (isCount ? COUNT_FOR_MONEY : 1);
  return {
    page: view.page.page,
    row: row.row,
    cell: choice.cell,
    table: view.read,
    column: choice.head,
    view,
    support: share * close.share + close.added,
    words: share,
    own: own / total,
    isLoose: terms.some(({ soft }, at) => !soft && (shares[at] ?? 0) <= AROUND_SHARE),
    opinion: null,
  };
}

/** "Purchases of equipment" are no acquisitions: a label with another word for what is asked says nothing else. */
function isNamesake({ label, tokens }: TableRow, terms: readonly WeighedTerm[]): boolean {
  const isLiteral = ({ wordings, ...term }: WeighedTerm) =>
    matches({ ...term, wordings: wordings.slice(0, 1) }, tokens);
  return (
    terms.some((term) => matches(term, tokens)) && !terms.some(isLiteral) && extraShare(label, terms) < 1
  );
}

/** What is left of some things after others, and has no name, is not the total of either. */
function isBalance(view: TableView, row: TableRow, column: number, terms: readonly WeighedTerm[]): boolean {
  const parts = findSums(view, column).find((sum) => sum.row === row)?.parts ?? [];
  const signs = new Set(parts.map((part) => Math.sign(valueAt(part.row, column) ?? 0)));
  return (
    signs.has(1) &&
    signs.has(-1) &&
    terms.some((term) => new Set(parts.map((part) => matches(term, part.row.tokens))).size > 1)
  );
}

const BASIS = /^(?:fair|market|book|face|nominal) value$/i;

/** What a label adds and the question does not: another point in time, a result instead of the thing, a part of it. */
const OTHER_MEASURES = [
  OPENING,
  /\b(?:gain|loss)(?:es|s)?\b(?=.*\b(?:sale|disposal|disposition|related|extinguishment)\b)/i,
  /\b(?:impairments?|written?[- ](?:off|down)|write[- ](?:off|down)s?)\b/i,
  /\baccumulated\b/i,
];
const NARROWER = /\b(?:long|short)[- ]term\b|\b(?:non-?)?current\b/i;

/** "Long-term debt" is not the total debt. */
function isNarrower(label: string, question: string): boolean {
  return ASKS_TOTAL.test(question) && NARROWER.test(label) && !NARROWER.test(question);
}

const CONFIRMING = 0.7;
const SAME_LABEL = 0.95;
const OTHER_LABEL = 0.93;

/** The one cell that the question can mean: of several values nearly as well supported the one that most tables have. */
export function soleCell(cells: readonly FoundCell[]): FoundCell | null {
  const likely = cells.slice(0, LIKELY_MAX);
  const whole = likely.filter((one) => !likely.some((other) => isPartOf(one, other)));
  const [best] = whole;
  if (!best) return null;
  const name = best.row.label.toLowerCase();
  const close = whole.filter(({ support, words, row }) => {
    const least = row.label.toLowerCase() === name ? SAME_LABEL : OTHER_LABEL;
    return support >= best.support * least && words >= best.words * least;
  });
  // What has all words at the table itself goes before what has some only near it.
  const tight = close.filter(({ isLoose }) => !isLoose);
  const values = [...Map.groupBy(tight.length > 0 ? tight : close, ({ cell }) => cell.value).values()];
  const ranked = values
    .flatMap(([first]) => (first ? [{ first, tables: tablesWith(first, cells) }] : []))
    .sort((a, b) => b.tables - a.tables);
  const [most, next] = ranked;
  return most && (!next || most.tables > next.tables) ? most.first : null;
}

/** The same row of the same year with much more in another table, and as much of the question, is the whole of it. */
function isPartOf(one: FoundCell, other: FoundCell): boolean {
  const size = ({ cell, table }: FoundCell) => Math.abs(cell.value ?? 0) * (table.scale ?? 0);
  return (
    one.table !== other.table &&
    !one.cell.percent &&
    !other.cell.percent &&
    one.row.label.toLowerCase() === other.row.label.toLowerCase() &&
    one.column.year === other.column.year &&
    size(one) > 0 &&
    size(other) > WHOLE_MIN * size(one) &&
    other.words >= one.words - WORDS_LOSS &&
    other.support >= one.support * CONFIRMING
  );
}

const LIKELY_MAX = 60;
const WHOLE_MIN = 1.5;
const WORDS_LOSS = 0.02;

/** In how many tables a value is the one of what is asked for. */
function tablesWith({ cell, support }: FoundCell, cells: readonly FoundCell[]): number {
  const same = cells.filter(
    (other) => other.cell.value === cell.value && cell.value !== 0 && other.support >= support * CONFIRMING,
  );
  return new Set(same.map(({ table }) => table)).size;
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
