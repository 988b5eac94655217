import { agreesWithYear } from "./choose-column.ts";
import { chooseExtremum, type Extremum, type ExtremumSearch, type SeenTable } from "./choose-extremum.ts";
import { compareColumns } from "./compare-columns.ts";
import { coverageOf, extraShare, hasAll, matches, ownWords } from "./coverage.ts";
import { findExtremePeriods } from "./extreme-period.ts";
import { closeness, type TableSearch, viewTables } from "./find-row.ts";
import { isMember, shareOfKinds } from "./member-kinds.ts";
import { listMembers, type Member } from "./members.ts";
import { findMeaning, type Token, tokensOf } from "./roots.ts";
import { cleanLabel, isCount, type TableRow, valueAt } from "./table-view.ts";

/** Of all tables near the question, the extremum with the best support; null when two tables name different ones. */
export function findExtremum(search: ExtremumSearch, tables: TableSearch): Extremum | null {
  const found =
    search.superlative.over === "periods"
      ? findExtremePeriods(search, tables)
      : viewTables(tables).flatMap(({ view, rank }) => {
          const seen = { view, close: closeness(view, rank, tables.nearness) };
          return [...overColumns(search, seen), ...overRows(search, seen)];
        });
  const [best, ...others] = found.sort((a, b) => b.support - a.support);
  if (!best) return null;
  const rival = others.find(
    (one) => !isSame(one, best) && (one.isExact || (!best.isExact && one.extra >= best.extra)),
  );
  return rival && rival.support > best.support * RIVAL ? null : best;
}

const RIVAL = 0.94;
const MEMBERS_MIN = 2;

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

const AROUND = 0.7;

/** "Which segment has the most assets": one row, its columns are members that add up to a total. */
function overColumns(search: ExtremumSearch, seen: SeenTable): Extremum[] {
  const { superlative, request, terms, kinds } = search;
  const { view } = seen;
  if (superlative.of !== "level" || view.columns.some(({ year }) => year !== null)) return [];
  const totals = view.columns.flatMap(({ total }, at) => (total ? [at] : []));
  const members = view.columns.flatMap(({ kind, total, head }, at) =>
    kind === "amount" && !total && /\p{L}{2}/u.test(head) ? [{ name: cleanLabel(head), at }] : [],
  );
  const [total] = totals;
  if (members.length < MEMBERS_MIN || totals.length !== 1 || total === undefined) return [];
  const names = members.map(({ name }) => name);
  return view.rows.flatMap((row) => {
    if (!terms.some((term) => matches(term, row.tokens)) || !agreesWithYear(view, row, request)) return [];
    const around = [...row.sectionTokens, ...view.around];
    const extra = extraShare(row.label, terms);
    // A longer label is another measure; here nothing else says what the row is.
    if (
      extra < 1 ||
      !isWhole(row, members, total) ||
      shareOfKinds(kinds, names, { own: row.sectionTokens, above: view.around, lead: view.lead }) === 0
    )
      return [];
    const ranked = members.flatMap(({ name, at }) => {
      const value = valueAt(row, at);
      return value === null || !isMember(name, kinds)
        ? []
        : [{ name, value, cells: [{ view, row, column: at }] }];
    });
    const coverage = coverageOf(terms, [
      { tokens: row.tokens, share: 1 },
      { tokens: around, share: AROUND },
    ]);
    return chooseExtremum(ranked, search, seen, { coverage, extra, isExact: hasAll(terms, row.tokens) });
  });
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
  const { terms, kinds } = search;
  const { view } = seen;
  return compareColumns(search, view).flatMap(({ value, columns, head }) =>
    listMembers(search, view, columns[0] ?? 0).flatMap(({ members: all, tokens, total }) => {
      const members = calledMembers(all, search.superlative.called);
      const [first] = members;
      const isDated = columns.some((at) => view.columns[at]?.year !== null);
      if (!first || (!isDated && !agreesWithYear(view, first.row, search.request))) return [];
      const near = [...tokensOf(head), ...tokens, ...sharedTokens(members)];
      const share = shareOfKinds(
        kinds,
        members.map(({ name }) => name),
        { own: near, above: view.around, lead: view.lead },
      );
      const isSaid = terms.some((term) => matches(term, near));
      // The text above says what is measured only where heads and total leave it open.
      if (share === 0 || (!isSaid && ownWords(`${head} ${textOf(tokens)}`).length > 0)) return [];
      if (isCount(view) && !isSaid) return [];
      const ranked = members.flatMap(({ name, row }) => {
        const own = value(row);
        return own === null || !isMember(name, kinds)
          ? []
          : [{ name, value: own, cells: columns.map((column) => ({ view, row, column })) }];
      });
      const coverage = coverageOf(terms, [
        { tokens: near, share: 1 },
        { tokens: view.around, share: NEAR },
      ]);
      const extra = extraShare(`${head} ${textOf(total)}`, terms) * share;
      const isExact = extra === 1 && hasAll(terms, near);
      return chooseExtremum(ranked, search, seen, { coverage, extra, isExact });
    }),
  );
}

/** "Which expense": where several members are called so, the others are something else. */
function calledMembers(members: readonly Member[], called: string): readonly Member[] {
  const noun = tokensOf(called).at(-1)?.root;
  const named = members.filter(({ row }) => row.tokens.some(({ root }) => root === noun));
  return named.length >= MEMBERS_MIN ? named : members;
}

const NEAR = 0.9;

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
