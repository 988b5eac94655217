import type { Readings } from "../retrieval/readings.ts";
import { meaningOf } from "./candidates.ts";
import { chooseExtremum, type Extremum, type ExtremumSearch, isShare } from "./choose-extremum.ts";
import { coverageOf } from "./coverage.ts";
import { type TableSearch, viewTables } from "./find-row.ts";
import { shareOfKinds } from "./member-kinds.ts";
import { listNearby, type NearbyList } from "./members-nearby.ts";
import { isStrange } from "./request.ts";
import { rootOf, tokensOf } from "./roots.ts";
import { valueAt } from "./table-view.ts";

const PAGES_NEAR = 3;
const PAGES_NAMING = 12;
/** How much the reader must prefer a column to the next one, where its head has no word of the question. */
const PREFERRED = 2;
const PREFERRED_MIN = 0.1;
/** What words, vectors and the reader count for; the least of the words and of all; and how near another may come. */
const SHARES = { words: 0.3, meaning: 0.3, reading: 0.4 };
const WORDS_MIN = 0.33;
const STATED_MIN = 0.25;
const SUPPORT_MIN = 0.55;
const RIVAL = 0.85;

interface Judged extends NearbyList {
  best: Extremum;
  /** What the head and the section have of the question. */
  own: number;
  /** What the reader says of the cells together, and of their rows. */
  answer: number;
  stated: number;
}

/**
 * The extremum of a table on the nearest pages that says in other words what is measured: the passage reader vouches
 * for the table, and the column is the only one, the one that is named, or the one that the reader means.
 */
export function findNearbyExtremum(
  search: ExtremumSearch,
  tables: TableSearch,
  readings: Readings,
): Extremum | null {
  if (search.superlative.moved || !namesReport(search, tables)) return null;
  const found = viewTables(tables, PAGES_NEAR).flatMap(({ view }) => {
    const meaning = tables.nearness ? meaningOf(tables.nearness.at(view.page.page, view.box)) : 0;
    const judged = listNearby(view, search).flatMap((list) => judge(list, search, readings));
    const groups = Map.groupBy(judged, ({ rows }) => rows.map(({ label }) => label).join("\n"));
    const [list] = chooseGroup([...groups.values()].flatMap(chooseColumn));
    return list ? [{ ...list.best, next: null, support: supportOf(list, meaning, search) }] : [];
  });
  const [best, ...others] = found.sort((a, b) => b.support - a.support);
  const rival = others.find(({ name }) => name !== best?.name);
  if (!best || best.support < SUPPORT_MIN || (rival && rival.support > RIVAL * best.support)) return null;
  return best;
}

/** A name that is on no page near is another's. */
function namesReport({ terms }: ExtremumSearch, { pages }: TableSearch): boolean {
  const near = pages.slice(0, PAGES_NAMING).map(({ text }) => text.toLowerCase());
  return terms.every(
    (term) => !isStrange(term) || near.some((text) => text.includes(term.word.toLowerCase())),
  );
}

function coverage({ tokens, view, rows }: NearbyList, { terms }: ExtremumSearch): number {
  const labels = rows.flatMap((row) => row.tokens);
  return coverageOf(terms, [{ tokens: [...tokens, ...view.around, ...labels], share: 1 }]);
}

const OTHER = rootOf("other");

/** "Other receivables" are not all receivables. */
function isNarrower({ tokens, view }: NearbyList, { request }: ExtremumSearch): boolean {
  const isOther = tokensOf(request.question).some(({ root }) => root === OTHER);
  return isOther && ![...tokens, ...view.lead].some(({ root }) => root === OTHER);
}

function supportOf(list: Judged, meaning: number, search: ExtremumSearch): number {
  const words = coverage(list, search);
  if (isNarrower(list, search)) return 0;
  if (words < WORDS_MIN || list.stated < STATED_MIN) return 0;
  return SHARES.words * words + SHARES.meaning * meaning + SHARES.reading * Math.min(1, list.stated);
}

function judge(list: NearbyList, search: ExtremumSearch, readings: Readings): Judged[] {
  const { view, rows, column } = list;
  const around = { own: list.tokens, above: view.around, lead: view.lead };
  const names = rows.map(({ label }) => label);
  if (shareOfKinds(search.kinds, names, around) === 0) return [];
  const ranked = rows.flatMap((row) => {
    const value = valueAt(row, column);
    return value === null ? [] : [{ name: row.label, value, cells: [{ view, row, column }] }];
  });
  const whole = { share: 1, added: 0 };
  const [best] = chooseExtremum(
    ranked,
    search,
    { view, close: whole },
    { coverage: 1, extra: 1, isExact: true },
  );
  if (!best) return [];
  const own = coverageOf(search.terms, [{ tokens: list.tokens, share: 1 }]);
  return [{ ...list, best, own, ...opinionOf(list, readings) }];
}

/** What the reader says of a column of rows, as far as it takes their passages for answers. */
function opinionOf({ view, rows, column }: NearbyList, readings: Readings) {
  const opinions = rows.map(({ row }) => {
    const at = row.cells.findIndex((cell) => cell.column === column);
    const text = [row.label, ...row.cells.map((cell) => cell.text)].join(" ");
    const start = [row.label, ...row.cells.slice(0, at).map((cell) => cell.text)].join(" ").length + 1;
    return readings.at(view.page.page, text, start, start + (row.cells[at]?.text.length ?? 0));
  });
  return {
    answer: opinions.reduce((sum, { passage, answer }) => sum + passage * answer, 0),
    stated: opinions.reduce((sum, { passage, statement }) => sum + passage * statement, 0),
  };
}

/** All rows of a table are compared, unless the question names one of its sections. */
function chooseGroup(groups: readonly Judged[]): Judged[] {
  return groups.toSorted((a, b) => b.own - a.own || b.rows.length - a.rows.length).slice(0, 1);
}

/** Of the columns of the same rows the one that is meant; none where that is open. */
function chooseColumn(lists: readonly Judged[]): Judged[] {
  const amounts = lists.filter(({ head }) => !isShare(head));
  const levels = amounts.length > 0 ? amounts : lists;
  const most = Math.max(...levels.map(({ own }) => own));
  const named = levels.filter(({ own }) => own === most);
  const totals = named.filter(({ head }) => head.total);
  if (named.length === 1 || totals.length === 1) return named.length === 1 ? named : totals;
  const [best, next] = named.toSorted((a, b) => b.answer - a.answer);
  const isMeant = best && next && best.answer >= PREFERRED_MIN && best.answer >= PREFERRED * next.answer;
  return isMeant ? [best] : [];
}
