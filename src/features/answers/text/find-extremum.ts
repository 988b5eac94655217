import type { WeighedTerm } from "./candidates.ts";
import { compareColumns } from "./compare-columns.ts";
import { closeness, type FoundCell, matches, type TableSearch, viewTables } from "./find-row.ts";
import { addsUp, groupRows } from "./members.ts";
import type { TextRequest } from "./request.ts";
import { findMeaning, type Token, tokensOf } from "./roots.ts";
import type { Superlative } from "./superlative.ts";
import { type TableColumn, type TableRow, type TableView, valueAt } from "./table-view.ts";

/** The member or period with the highest or lowest value of one row or column. */
export interface Extremum {
  /** What it is called: the label of a row, the head of a column, or a year. */
  name: string;
  /** Its value; of a change the newer and the older one. */
  cells: FoundCell[];
  /** The change in percent that the table prints, or that its cells give. */
  change: number | null;
  support: number;
}

/** What is to be compared, and the words that say of what. */
export interface ExtremumSearch {
  superlative: Superlative;
  request: TextRequest;
  terms: readonly WeighedTerm[];
}

/** Of all tables near the question, the extremum with the best support; null when two tables name different ones. */
export function findExtremum(search: ExtremumSearch, tables: TableSearch): Extremum | null {
  const views = search.superlative.over === "periods" ? viewSeries(tables) : viewTables(tables);
  const found = views.flatMap(({ view, rank }) => {
    const seen = { view, close: closeness(view, rank, tables.nearness) };
    return search.superlative.over === "periods"
      ? overPeriods(search, seen)
      : [...overColumns(search, seen), ...overRows(search, seen)];
  });
  const [best, ...others] = found.sort((a, b) => b.support - a.support);
  if (!best) return null;
  const rival = others.find(({ name }) => !sameName(name, best.name));
  return rival && rival.support > best.support * RIVAL ? null : best;
}

/** Tables over several years, wherever they are: a review of years is seldom near the topic. */
function viewSeries({ pages, tablesOf, nearness }: TableSearch) {
  const series = (page: number) =>
    tablesOf(page).filter(({ periods }) => new Set(periods.map((one) => one?.year ?? 0)).size >= PERIODS_MIN);
  return viewTables({ pages, tablesOf: series, nearness }, pages.length);
}

const RIVAL = 0.94;
const MEMBERS_MIN = 2;

interface Seen {
  view: TableView;
  close: { share: number; added: number };
}

function sameName(a: string, b: string): boolean {
  const names = new Set(namesOf(a));
  return namesOf(b).some((name) => names.has(name));
}

/** A name and what else it may be called: "USA" is "United States". */
function namesOf(name: string): string[] {
  const roots = tokensOf(name).map(({ root }) => root);
  return [roots.join(" "), ...findMeaning(roots, 0).others.map((other) => other.roots.join(" "))];
}

interface Ranked {
  name: string;
  value: number;
  cells: { row: TableRow; column: number }[];
}

function choose(
  ranked: readonly Ranked[],
  { superlative }: ExtremumSearch,
  { view, close }: Seen,
  coverage: number,
): Extremum[] {
  // Costs may be printed as negative amounts.
  const isCost = superlative.of === "level" && ranked.every(({ value }) => value <= 0);
  const sign = (superlative.wants === "highest" ? 1 : -1) * (isCost ? -1 : 1);
  const inOrder = ranked.toSorted((a, b) => sign * (b.value - a.value));
  const [best, second] = inOrder;
  if (!best || !second || ranked.length < MEMBERS_MIN || best.value === second.value) return [];
  if (
    superlative.over === "members" &&
    best.cells.some(({ row }) => view.columns.some(({ head }) => head === row.label))
  )
    return [];
  if (VAGUE.test(best.name) || (superlative.person && !isNamed(best.name))) return [];
  const cells = best.cells.flatMap(({ row, column }) => {
    const cell = row.row.cells.find((one) => one.column === column && one.kind !== "text");
    const head = view.columns[column];
    return cell && head
      ? [{ page: view.page.page, row: row.row, cell, table: view.read, column: head, support: coverage }]
      : [];
  });
  const change = superlative.of === "level" ? null : best.value;
  return [{ name: best.name, cells, change, support: coverage * close.share + close.added }];
}

/** A name has capitals throughout. */
function isNamed(name: string): boolean {
  const words = name.match(/\p{L}{3,}/gu) ?? [];
  return (
    words.length > 0 && words.every((word) => /^\p{Lu}|^(?:and|the|van|von|der|des|del|pour)$/u.test(word))
  );
}

/** The rest of a list is not one of its members. */
const VAGUE = /^(?:all )?others?\b|^various|^eliminations?|^corporate\b|^unallocated|^none|^not /i;

function coverageOf(
  terms: readonly WeighedTerm[],
  parts: readonly { tokens: readonly Token[]; share: number }[],
): number {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return 0;
  const covered = terms.reduce((sum, term) => {
    const share = Math.max(0, ...parts.map((part) => (matches(term, part.tokens) ? part.share : 0)));
    return sum + share * term.weight;
  }, 0);
  return covered / total;
}

/** "In which year were sales the highest": one row, its columns are periods. */
function overPeriods(search: ExtremumSearch, seen: Seen): Extremum[] {
  const { request, terms } = search;
  const { view } = seen;
  const years = request.years.length > 1 ? request.years : null;
  return view.rows.flatMap((row) => {
    if (!terms.some((term) => matches(term, row.tokens))) return [];
    const columns = view.columns.flatMap(({ year, kind }, at) => {
      const value = kind === "amount" || kind === "percent" ? valueAt(row, at) : null;
      return year === null || value === null || (years && !years.includes(year)) ? [] : [{ at, year, value }];
    });
    if (
      columns.length < (years?.length ?? PERIODS_MIN) ||
      new Set(columns.map(({ year }) => year)).size < columns.length
    )
      return [];
    const ranked = columns.map(({ at, year, value }) => ({
      name: String(year),
      value,
      cells: [{ row, column: at }],
    }));
    const extra = extraShare(row, terms);
    const coverage = coverageOf(terms, [
      { tokens: row.tokens, share: 1 },
      { tokens: [...row.sectionTokens, ...view.around], share: AROUND },
    ]);
    return choose(ranked, search, seen, coverage * extra);
  });
}

const PERIODS_MIN = 3;
const AROUND = 0.7;
const EXTRA_WORD = 0.08;

/** A label with more words than the question may be about something else. */
function extraShare(row: TableRow, terms: readonly WeighedTerm[]): number {
  const extra = row.tokens.filter(
    ({ text, root }) =>
      /\p{L}{3}/u.test(text) &&
      !terms.some(({ wordings }) => wordings.some(({ roots }) => roots.includes(root))),
  );
  return 1 - Math.min(0.4, EXTRA_WORD * extra.length);
}

/** "Which segment has the most assets": one row, its columns are members. */
function overColumns(search: ExtremumSearch, seen: Seen): Extremum[] {
  const { superlative, request, terms } = search;
  const { view } = seen;
  if (superlative.of !== "level" || view.columns.some(({ year }) => year !== null)) return [];
  const members = view.columns.flatMap((column, at) =>
    column.kind === "amount" && !column.total && /\p{L}{3}/u.test(column.head) ? [{ column, at }] : [],
  );
  if (members.length < MEMBERS_MIN || !isAboutOneThing(members.map(({ column }) => column))) return [];
  return view.rows.flatMap((row) => {
    if (!terms.some((term) => matches(term, row.tokens)) || !isOfYear(view, row, request)) return [];
    const ranked = members.flatMap(({ column, at }) => {
      const value = valueAt(row, at);
      return value === null ? [] : [{ name: column.head, value, cells: [{ row, column: at }] }];
    });
    const coverage = coverageOf(terms, [
      { tokens: row.tokens, share: 1 },
      { tokens: [...row.sectionTokens, ...view.around], share: AROUND },
    ]);
    return choose(ranked, search, seen, coverage * extraShare(row, terms));
  });
}

/** Heads of members are names; heads of different measures say what is measured. */
function isAboutOneThing(columns: readonly TableColumn[]): boolean {
  return columns.every(({ head }) => !MEASURE.test(head));
}

const MEASURE =
  /\b(?:value|cost|amount|number|rate|price|shares?|total|balance|average|gross|net|per|date|age|ratio|salary|bonus|fees?|due|years?|months?|level \d)\b|%/i;

function isOfYear(view: TableView, row: TableRow, { years, isPresent }: TextRequest): boolean {
  const own = Number(/\b20[0-4]\d\b/.exec(row.row.section ?? "")?.[0] ?? view.year ?? 0);
  return years.length === 0 || (own === 0 ? isPresent : years.includes(own));
}

/** "Which region grew the fastest": one column or two, the rows are members. */
function overRows(search: ExtremumSearch, seen: Seen): Extremum[] {
  const { view } = seen;
  const columns = compareColumns(search, view);
  return columns.flatMap(({ value, columns: used, tokens }) => {
    return groupRows(search, view, used[0] ?? 0).flatMap(({ rows, tokens: group }) => {
      const ranked = rows.flatMap((row) => {
        const own = value(row);
        return own === null
          ? []
          : [{ name: row.label, value: own, cells: used.map((column) => ({ row, column })) }];
      });
      const coverage = coverageOf(search.terms, [
        { tokens: [...tokens, ...group], share: 1 },
        { tokens: view.around, share: NEAR },
      ]);
      // Rows that do not add up may be of different kinds.
      return search.superlative.choices || addsUp(view, rows) ? choose(ranked, search, seen, coverage) : [];
    });
  });
}

const NEAR = 0.9;
