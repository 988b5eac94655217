import { type Period, printPeriod } from "../figures/periods.ts";
import type { NameFinder } from "../report-names.ts";
import { type WeighedTerm, weighTerms } from "./candidates.ts";
import { extraShare, hasAll, matches, ownWords } from "./coverage.ts";
import { type FoundCell, findCells, type TableSearch } from "./find-row.ts";
import { isPlace } from "./member-kinds.ts";
import { type RequestTerm, readTextRequest, type TextRequest } from "./request.ts";
import { rootOf, tokensOf } from "./roots.ts";
import { findSums } from "./row-sums.ts";
import { cleanLabel } from "./table-view.ts";

/** Where the cells of a name are looked for. */
export interface NameSearch {
  search: TableSearch;
  isName: NameFinder;
  rarity: (term: string) => number;
  presentYear: number | null;
}

/** A cell that is called what a name says, and the name as it was looked for. */
export interface NamedCell {
  found: FoundCell;
  request: TextRequest;
}

const WORDS_MIN = 0.85;
const OWN_MIN = 0.5;
const OWN_WHOLE = 0.99;
/** The share of a name that stands only above the table. */
const LEAD_MIN = 0.79;
const CELLS_MAX = 12;
const YEAR = /\b(?:19|20)\d\d\b/;

/** The total of a share is that of the column its part is in, where the total is not of the same row. */
export function inColumnsOf(parts: readonly NamedCell[], { found, request }: NamedCell): NamedCell[] {
  return parts.flatMap(({ found: part }) => {
    const cell = found.row.cells.find(({ column, kind }) => column === part.cell.column && kind === "number");
    if (part.table !== found.table || part.row === found.row || !cell || cell === found.cell) return [];
    return [{ found: { ...found, cell, column: part.column }, request }];
  });
}

/** The cells that a name may mean: amounts, and only where there are none, percentages. */
export function findNamed(
  name: string,
  period: Period | null,
  { isAlone, ...context }: NameSearch & { isAlone: boolean },
): NamedCell[] {
  const { search, isName, rarity, presentYear } = context;
  const time = period ? ` in ${printPeriod(period)}` : "";
  const asked = readTextRequest(`What was the ${name.replace(COST, "$1")}${time}?`, isName, presentYear);
  const terms = weighTerms(termsOfName(name, asked.terms), rarity);
  // A place alone does not say what is measured there.
  if (terms.every(({ wordings }) => isPlace(wordings[0]?.roots ?? []))) return [];
  const of = (expects: "money" | "count" | "percent") => {
    const request: TextRequest = {
      ...asked,
      operation: "value",
      expects,
      counted: expects === "count" ? asked.counted : [],
    };
    const cells = findCells(request, terms, search).filter(
      (one) => isOfYear(one, period) && isCalled(one, name, terms),
    );
    return tightest(cells, isAlone)
      .slice(0, CELLS_MAX)
      .map((found) => ({ found, request }));
  };
  if (ASKS_SHARE.test(name)) return of("percent");
  const amounts = of(asked.counted.length > 0 || asked.expects === "count" ? "count" : "money");
  return amounts.length > 0 ? amounts : of("percent");
}

/**
 * What has all words at the table itself goes before what has some only near it, and so does the right section. Of
 * several names each has a row of its own: where one is called so, others of its table are not.
 */
function tightest(cells: readonly FoundCell[], isAlone: boolean): FoundCell[] {
  const tight = cells.filter(({ isLoose }) => !isLoose);
  const kept = tight.length > 0 ? tight : cells;
  return kept.filter((one) => {
    const isRepeated = (other: FoundCell) =>
      other.table === one.table && (!isAlone || other.row.label === one.row.label);
    return one.own >= OWN_WHOLE || !kept.some((other) => isRepeated(other) && other.own >= OWN_WHOLE);
  });
}

/** "The net cost of property": what the cost of a thing is called is the thing. */
const COST = /\b(net|gross) (?:cost|value|amount) of\b/i;
/** "Percentage of sales" is no amount. */
const ASKS_SHARE = /\b(?:percent(?:age)?|proportion|share) of\b|%/i;
const EXPENSE = rootOf("expense");
/** What kind of thing a member is, which its row does not say again. */
const KIND = /^(?:segments?|divisions?|regions?|countr(?:y|ies))$/i;

/** In a name "other" is a word of its own, and a row of expenses may not call itself one. */
function termsOfName(name: string, terms: readonly RequestTerm[]): RequestTerm[] {
  const measures = terms.filter(({ word }) => !KIND.test(word));
  const named = (measures.length > 0 ? measures : terms).map((term) => {
    const isExpense = terms.length > 1 && term.wordings[0]?.roots.join(" ") === EXPENSE;
    return isExpense ? { ...term, soft: true } : term;
  });
  if (!OTHER.test(name)) return named;
  const wordings = [{ words: ["other"], roots: [rootOf("other")] }];
  return [...named, { word: "other", wordings, exact: false, own: false, aside: false, soft: false }];
}

/** "Balance at 30 June 2024" is not that of another year. */
function isOfYear({ row }: FoundCell, period: Period | null): boolean {
  const year = YEAR.exec(row.label)?.[0];
  return year === undefined || period === null || Number(year) === period.year;
}

const OTHER = /\bother\b(?! than\b)/i;

/**
 * Whether a row is called what a name says and nothing more, and is the rest of something only where the name is. A
 * total without a name is that of what the table is about, and a member has a part of that.
 */
function isCalled(found: FoundCell, name: string, terms: readonly WeighedTerm[]): boolean {
  const { row, words, own } = found;
  const label = cleanLabel(row.label);
  const said = new Set(tokensOf(name).map(({ root }) => root));
  const isRest = OTHER.test(`${row.label} ${row.section ?? ""}`);
  if (extraShare(label, terms, said) < 1 || isOtherTotal(label, said) || (!isRest && OTHER.test(name)))
    return false;
  const isOwn = own >= OWN_MIN || isMemberOfLead(found, terms);
  return (words >= WORDS_MIN && isOwn) || (words >= LEAD_MIN && isTotalOfLead(found, terms));
}

/** "Total product" is not the total. */
function isOtherTotal(label: string, said: ReadonlySet<string>): boolean {
  return /\btotal\b/i.test(label) && ownWords(label).some(({ root }) => !said.has(root));
}

/** "Germany" in a table of sales: all that its row does not say is said right above the table. */
function isMemberOfLead({ row, column, view }: FoundCell, terms: readonly WeighedTerm[]): boolean {
  const label = tokensOf(cleanLabel(row.label));
  const section = tokensOf(row.section ?? "");
  return (
    terms.some((term) => !term.soft && matches(term, label)) &&
    hasAll(terms, [...label, ...section, ...column.tokens, ...view.lead])
  );
}

const BARE_TOTAL = /^(?:(?:grand )?total)?[\s:.]*$/i;

function isTotalOfLead({ row, cell, view }: FoundCell, terms: readonly WeighedTerm[]): boolean {
  if (!BARE_TOTAL.test(cleanLabel(row.label)) || !hasAll(terms, view.lead)) return false;
  return findSums(view, cell.column).some((sum) => sum.row.row === row);
}
