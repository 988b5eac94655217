import type { PageRecord } from "../../reports/index.ts";
import { isFinanceWord } from "../report-names.ts";
import { agreesWithYear } from "./choose-column.ts";
import {
  chooseExtremum,
  type Extremum,
  type ExtremumSearch,
  type Fit,
  type SeenTable,
} from "./choose-extremum.ts";
import { compareColumns } from "./compare-columns.ts";
import { coverageOf, extraShare, hasAll, matches, ownWords } from "./coverage.ts";
import { findExtremePeriods } from "./extreme-period.ts";
import { closeness, type TableSearch, viewTables } from "./find-row.ts";
import { pagesByLabels } from "./label-index.ts";
import { isDoubtful, isMember, PLACES, shareOfKinds } from "./member-kinds.ts";
import { listMembers, type Member, type MemberList } from "./members.ts";
import { findMeaning, type Token, tokensOf } from "./roots.ts";
import { COUNTED, cleanLabel, isCount, type TableRow, type TableView, valueAt } from "./table-view.ts";

/** Of all tables near the question, the extremum with the best support; null when two tables name different ones. */
export function findExtremum(search: ExtremumSearch, tables: TableSearch): Extremum | null {
  const found =
    search.superlative.over === "periods"
      ? findExtremePeriods(search, tables)
      : readTables(search, tables, pagesOfKind(search, tables));
  const [best, ...others] = found
    .filter((one) => !found.some((other) => isPartOf(one, other) || isBreakdown(one, other)))
    .sort((a, b) => b.support - a.support);
  if (!best) return null;
  const differing = others.filter((one) => !isSame(one, best));
  const rival = differing.find((one) => one.isExact || (!best.isExact && one.extra >= best.extra));
  // A table that divides one total in several ways does not say which of them is meant.
  const divided = differing.find((one) => one.cells[0]?.view === best.cells[0]?.view);
  const isRival = rival !== undefined && rival.support > best.support * RIVAL;
  return isRival || (divided && divided.support > best.support * DIVIDED) ? null : best;
}

const PAGES_READ = 12;
const RIVAL = 0.94;
const DIVIDED = 0.75;
const MEMBERS_MIN = 2;

function readTables(search: ExtremumSearch, tables: TableSearch, further: readonly PageRecord[]): Extremum[] {
  return viewTables(tables, PAGES_READ, search.terms, further).flatMap(({ view, rank }) => {
    const seen = { view, close: closeness(view, rank, tables.nearness) };
    return [...overColumns(search, seen), ...overRows(search, seen)];
  });
}

/** A table of the same members with much more of the same is the whole, and this one is about a part of it. */
function isPartOf(one: Extremum, other: Extremum): boolean {
  const names = new Set(other.members.flatMap(({ name }) => namesOf(name)));
  const shared = one.members.filter(({ name }) => namesOf(name).some((own) => names.has(own)));
  return (
    shared.length > one.members.length / 2 &&
    other.size > WHOLE_MIN * one.size &&
    other.coverage >= one.coverage - COVERAGE_LOSS
  );
}

/** What adds up to one member of another table is divided further there: the units of one segment are no segments. */
function isBreakdown(one: Extremum, other: Extremum): boolean {
  return (
    other.size > WHOLE_MIN * one.size &&
    other.coverage >= one.coverage - COVERAGE_LOSS &&
    other.sizes.some((size) => Math.abs(size - one.size) <= TOLERANCE * one.size)
  );
}

const WHOLE_MIN = 1.5;
const COVERAGE_LOSS = 0.1;

/** The pages with lists of places, where places are asked for: they are often far from what is said about them. */
function pagesOfKind({ kinds }: ExtremumSearch, { report }: TableSearch): PageRecord[] {
  const asksPlaces = kinds.includes("place") || kinds.includes("country");
  return report && asksPlaces ? pagesByLabels(report, PLACES) : [];
}

/** Two tables may call a member by a longer and a shorter name; then they agree on its value. */
function isSame(a: Extremum, b: Extremum): boolean {
  const names = new Set(namesOf(a.name));
  if (namesOf(b.name).some((name) => names.has(name))) return true;
  const [words, others] = [a, b].map(({ name }) => tokensOf(name).map(({ root }) => root));
  const isWithin = (some: readonly string[] = [], all: readonly string[] = []) =>
    some.length > 0 && some.every((root) => all.includes(root));
  const value = ({ cells, change }: Extremum) => Math.round(Math.abs(change ?? cells[0]?.cell.value ?? 0));
  return (isWithin(words, others) || isWithin(others, words)) && value(a) === value(b);
}

/** A name and what else it may be called: "USA" is "United States". */
function namesOf(name: string): string[] {
  const roots = tokensOf(name).map(({ root }) => root);
  return [roots.join(" "), ...findMeaning(roots, 0).others.map((other) => other.roots.join(" "))];
}

const AROUND = 0.75;
const LEAD = 0.95;

/** "Which segment has the most assets": one row, its columns are members that add up to a total. */
function overColumns(search: ExtremumSearch, seen: SeenTable): Extremum[] {
  const { superlative, request, terms, kinds } = search;
  const { view } = seen;
  const years = new Set(view.columns.flatMap(({ year }) => year ?? []));
  if (superlative.of !== "level" || years.size > 1) return [];
  const totals = view.columns.flatMap(({ total }, at) => (total ? [at] : []));
  const members = view.columns.flatMap(({ kind, total, head }, at) => {
    const name = cleanLabel(withoutDates(head));
    return kind !== "change" && kind !== "percent_change" && !total && /\p{L}{2}/u.test(name)
      ? [{ name, at }]
      : [];
  });
  const [total] = totals;
  if (members.length < MEMBERS_MIN || totals.length !== 1 || total === undefined) return [];
  const names = members.map(({ name }) => name);
  return view.rows.flatMap((row) => {
    const isBalance = row.balanceYear !== null && request.years.includes(row.balanceYear);
    const isNamed = terms.some((term) => matches(term, row.tokens)) && agreesWithYear(view, row, request);
    // A longer label is another measure; here nothing else says what the row is.
    if (!isBalance && !(isNamed && extraShare(row.label, terms) === 1)) return [];
    if (
      !isWhole(row, members, total) ||
      shareOfKinds(kinds, names, { own: row.sectionTokens, above: view.around, lead: view.lead }) === 0
    )
      return [];
    const ranked = members.flatMap(({ name, at }) => {
      const value = valueAt(row, at);
      return value === null || !isMember(name, kinds)
        ? []
        : [{ name, value, isDoubtful: isDoubtful(name), cells: [{ view, row, column: at }] }];
    });
    const coverage = coverageOf(terms, [
      { tokens: row.tokens, share: 1 },
      { tokens: isBalance ? view.lead : [], share: LEAD },
      { tokens: [...row.sectionTokens, ...view.around], share: AROUND },
    ]);
    return chooseExtremum(ranked, search, seen, {
      coverage,
      extra: 1,
      isExact: hasAll(terms, isBalance ? view.lead : row.tokens),
    });
  });
}

/** The head of a member without the dates that belong to all of them. */
function withoutDates(head: string): string {
  return head
    .replace(/\b(?:(?:for the )?(?:fiscal )?years? ended|as (?:of|at)|at)\b/gi, " ")
    .replace(/\b\p{L}{3,9}\.? \d{1,2}, (?:19|20)\d\d\b|\b\d{1,2} \p{L}{3,9} (?:19|20)\d\d\b/giu, " ")
    .replace(/\b(?:fiscal )?(?:19|20)\d\d\b/gi, " ");
}

/** Whether the columns of members are the parts of the column of totals, in a row. */
function isWhole(row: TableRow, members: readonly { at: number }[], total: number): boolean {
  const sum = members.reduce((all, { at }) => all + (valueAt(row, at) ?? 0), 0);
  const whole = valueAt(row, total);
  return whole !== null && whole !== 0 && Math.abs(sum - whole) <= TOLERANCE * Math.abs(whole);
}

const TOLERANCE = 0.01;

/** "Which region grew the fastest": one column or two, the rows are members. */
function overRows(search: ExtremumSearch, seen: SeenTable): Extremum[] {
  const { view } = seen;
  return compareColumns(search, view).flatMap((compared) =>
    listMembers(search, view, compared.columns[0] ?? 0).flatMap((list) => {
      const members = calledMembers(list.members, search.superlative.called);
      const [first] = members;
      const isDated = compared.columns.some((at) => view.columns[at]?.year !== null);
      if (!first || (!isDated && !agreesWithYear(view, first.row, search.request))) return [];
      const fit = fitOfList(search, view, { ...list, members, head: compared.head });
      if (!fit || isReconciled(search, members)) return [];
      const ranked = members.flatMap(({ name, row }) => {
        const value = compared.value(row);
        if (value === null || !isMember(name, search.kinds)) return [];
        const cells = compared.columns.map((column) => ({ view, row, column }));
        return [{ name, value, isDoubtful: isDoubtful(name), cells }];
      });
      return chooseExtremum(ranked, search, seen, fit);
    }),
  );
}

/** How well a list and its column are what is asked for; null where they are something else. */
function fitOfList(
  { terms, kinds }: ExtremumSearch,
  view: TableView,
  { members, tokens, total, leaves, head }: MemberList & { members: readonly Member[]; head: string },
): Fit | null {
  const near = [...tokensOf(head), ...tokens, ...sharedTokens(members)];
  const names = members.map(({ name }) => name);
  const share = shareOfKinds(kinds, names, { own: near, above: view.around, lead: view.lead });
  const isSaid = terms.some((term) => matches(term, near));
  // The line above says what is measured only where heads and total leave it open.
  const isLed = !saysMeasure(`${head} ${textOf(tokens)}`) && terms.some((term) => matches(term, view.lead));
  if (share === 0 || !(isSaid || (isLed && !isCount(view)))) return null;
  const coverage = coverageOf(terms, [
    { tokens: near, share: 1 },
    { tokens: view.lead, share: LEAD },
    { tokens: view.around, share: AROUND },
  ]);
  // A total may be called by its members.
  const called = new Set(leaves.flatMap((row) => row.tokens.map(({ root }) => root)));
  const others = total.filter(({ root, text }) => !called.has(root) || isFinanceWord(text));
  const extra = extraShare(`${head} ${textOf(others)}`, terms) * share;
  return { coverage, extra, isExact: extra === 1 && hasAll(terms, near) };
}

/** What parts have in all, and what leads from it to another total, are no parts: "Operating profit of segments". */
function isReconciled({ kinds, terms }: ExtremumSearch, members: readonly Member[]): boolean {
  const asksParts = kinds.some((kind) => kind === "part" || kind === "place" || kind === "country");
  const whole = members.filter(({ row }) => hasAll(terms, row.tokens));
  return asksParts && whole.length > 0 && whole.length < members.length / 2;
}

/** "Which expense": where several members are called so, the others are something else. */
function calledMembers(members: readonly Member[], called: string): readonly Member[] {
  const noun = tokensOf(called).at(-1)?.root;
  const named = members.filter(({ row }) => row.tokens.some(({ root }) => root === noun));
  return named.length >= MEMBERS_MIN ? named : members;
}

/** Whether the words of heads and totals say what is measured: a finance term, or anything that is no name. */
function saysMeasure(text: string): boolean {
  const isLoud = text === text.toUpperCase();
  return ownWords(text).some(
    ({ text: word }) => isFinanceWord(word) || COUNTED.test(word) || (!isLoud && /^\p{Ll}/u.test(word)),
  );
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(" ");
}

/** Words that most members have: "online revenue" and "retail revenue" are revenue. */
function sharedTokens(members: readonly Member[]): Token[] {
  const all = members.flatMap(({ row }) => [
    ...new Map(row.tokens.map((token) => [token.root, token])).values(),
  ]);
  const groups = Map.groupBy(all, ({ root }) => root);
  return [...groups].flatMap(([, list]) => (list.length > members.length / 2 ? list.slice(0, 1) : []));
}
