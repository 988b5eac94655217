import { isFinanceWord } from "../report-names.ts";
import type { WeighedTerm } from "./candidates.ts";
import type { ExtremumSearch } from "./choose-extremum.ts";
import { extraShare, hasAll, matches, ownWords } from "./coverage.ts";
import { arePlaces, isNamed, isRest } from "./member-kinds.ts";
import { rootOf, type Token, tokensOf } from "./roots.ts";
import { findSums, leavesOf, type Sum } from "./row-sums.ts";
import { type TableRow, type TableView, valueAt } from "./table-view.ts";

/** A row that is part of a whole, by its label, or by the section that it is the total of. */
export interface Member {
  name: string;
  row: TableRow;
}

/** The members of one whole, and what says of which. */
export interface MemberList {
  members: readonly Member[];
  /** What their sections and their total are called. */
  tokens: Token[];
  /** The plain rows that its members are or contain. */
  leaves: TableRow[];
  /** The words of the total: those that the question does not have may mean something else. */
  total: Token[];
}

const MEMBERS_MIN = 2;
const UNPROVEN_MIN = 3;
/** A name in a while begins with a small letter. */
const NAMED_MIN = 0.8;
const NAME_WORDS_MAX = 10;

/** The lists of members in a table: rows that add up to a total, or names in a table whose column is asked for. */
export function listMembers(search: ExtremumSearch, view: TableView, column: number): MemberList[] {
  const { choices } = search.superlative;
  if (choices) return listChoices(choices, view, column);
  const proving = provingColumn(view, column);
  const sums = proving === null ? [] : findSums(view, proving);
  const lists = sums
    .map((sum) => readList(sum, search))
    .filter((list) => isList(list, column) && isAsked(list, search) && isOfPlaces(list, search));
  const proven = new Set(lists.flatMap(({ leaves }) => leaves));
  const sections = listSections(search, view, column).filter(
    ({ leaves }) => !leaves.some((row) => proven.has(row)),
  );
  if (sections.length > 0) return sections;
  if (lists.length > 0) return lists.filter((list) => !isPartOfAnother(list, lists, search.terms));
  return sums.length === 0 ? listNames(search, view, column) : [];
}

/** Margins and rates add up to nothing: the rows of a section that is called what is asked for, and nothing else. */
function listSections(search: ExtremumSearch, view: TableView, column: number): MemberList[] {
  const rows = view.rows.filter((row) => !row.total && valueAt(row, column) !== null);
  return [...Map.groupBy(rows, ({ row }) => row.section ?? "")].flatMap(([section, own]) => {
    const tokens = own[0]?.sectionTokens ?? [];
    const isCalled = hasAll(search.terms, tokens) && extraShare(section, search.terms) === 1;
    if (section === "" || !isCalled || own.some(({ label }) => isRest(label))) return [];
    const list = { members: own.map(toMember), leaves: own, total: [], tokens };
    return isList(list, column) && isOfPlaces(list, search) ? [list] : [];
  });
}

/** Changes do not add up; the amounts that changed do. */
function provingColumn({ columns }: TableView, column: number): number | null {
  const isAmount = (at: number) => columns[at]?.kind === "amount" || columns[at]?.kind === "percent";
  if (isAmount(column)) return column;
  const other = columns.findIndex((_, at) => isAmount(at));
  return other < 0 ? null : other;
}

/** The members of one subtotal are not all, unless the question names that subtotal. */
function isPartOfAnother(
  { leaves, tokens }: MemberList,
  lists: readonly MemberList[],
  terms: readonly WeighedTerm[],
): boolean {
  const named = (own: readonly Token[]) => terms.filter((term) => matches(term, own)).length;
  return lists.some(
    (other) =>
      other.leaves.length > leaves.length &&
      leaves.every((row) => other.leaves.includes(row)) &&
      named(tokens) <= named(other.tokens),
  );
}

/**
 * Rows that add up and are no members of anything: results of a statement, causes of a change, opening and closing
 * balances.
 */
const NO_LIST = new RegExp(
  "reportable segments|all segments" +
    String.raw`|^(?:gross|operating|net) (?:profit|income|loss|margin|earnings|other)\b` +
    String.raw`|^(?:income|loss|profit) (?:\(loss\) )?from\b|\bcosts? of (?:sales|revenues?|goods)` +
    String.raw`|before (?:income )?tax|\bebitd?a\b|^(?:non-?)?current (?:assets|liabilities)` +
    "|^(?:organic|acquisitions?|divestitures?|translation|volume|price|mix" +
    String.raw`|foreign (?:currency|exchange)|comparable)\b` +
    String.raw`|^balances?\b|\b(?:beginning|end) of (?:the )?(?:year|period)` +
    String.raw`|\bat (?:january|december|june|march|september) \d`,
  "i",
);

/** Grades of risk and spans of time divide everything alike: they are members only where they are asked for. */
const GRADE = new RegExp(
  "^(?:pass|special mention|sub-?standard|doubtful|current|(?:total )?past due" +
    String.raw`|not (?:past )?due|overdue|\d+\s?[-–]\s?\d+ days|over \d|level [123]|stage [123]` +
    String.raw`|due (?:in|after|within)|less than|within|between|thereafter|not later|later than|after \d` +
    String.raw`|one to|more than)\b`,
  "i",
);
const ASKS_GRADE =
  /matur|\bdue\b|ag(?:e|ing)\b|overdue|stage|level \d|grade|rating|bucket|expir|quality|term\b|period/i;

function isAsked({ members }: MemberList, { request, superlative }: ExtremumSearch): boolean {
  const asked = `${request.question} ${superlative.called}`;
  return ASKS_GRADE.test(asked) || !members.some(({ name }) => GRADE.test(name));
}

/** Where places are asked for, other lists have nothing to say about which list is the whole. */
function isOfPlaces({ members }: MemberList, { kinds }: ExtremumSearch): boolean {
  const asksPlaces = kinds.includes("place") || kinds.includes("country");
  return !asksPlaces || arePlaces(members.map(({ name }) => name));
}

function isList({ members }: MemberList, column: number): boolean {
  const filled = members.filter(({ row }) => valueAt(row, column) !== null);
  return (
    filled.length >= MEMBERS_MIN &&
    new Set(members.map(({ name }) => name)).size === members.length &&
    members.every(({ name }) => isMemberName(name))
  );
}

/** Whether a label can be the name of a member of anything. */
export function isMemberName(name: string): boolean {
  return /\p{L}{2}/u.test(name) && !NO_LIST.test(name) && name.split(/\s+/).length <= NAME_WORDS_MAX;
}

/** The plain rows of a total, or its subtotals: where they are what is asked for, or where plain rows are repeated. */
function readList(whole: Sum, { kinds, terms }: ExtremumSearch): MemberList {
  const sum = withoutRest(whole);
  const leaves = leavesOf(sum);
  const isRepeated = new Set(leaves.map(({ row }) => row.label)).size < leaves.length;
  const isGrouped =
    !kinds.includes("country") && sum.parts.some(({ row, parts }) => row.total && parts.length > 0);
  const isCalled = kinds.includes("place")
    ? arePlaces(sum.parts.map(nameOf))
    : kinds.includes("part") || namesSubtotals(sum, terms);
  const isWanted = isRepeated || kinds.includes("part") || (isGrouped && isCalled);
  const parts = isWanted ? sum.parts.flatMap((part) => (isNamedPart(part) ? [part] : part.parts)) : leaves;
  const rows = leavesOf(whole).map(({ row }) => row);
  return {
    members: parts.map((part) => ({ name: nameOf(part), row: part.row })),
    leaves: rows,
    total: whole.row.tokens,
    tokens: [...whole.row.tokens, ...sharedSection(leaves.map(({ row }) => row))],
  };
}

/** A total of one subtotal and of what belongs to no member has the members of the subtotal. */
function withoutRest(sum: Sum): Sum {
  const members = sum.parts.filter((part) => !isRest(nameOf(part)));
  const [only] = members;
  return only && members.length === 1 && only.parts.length > 0 ? withoutRest(only) : sum;
}

/** "Total Europe" is a member like others; "Net sales of reportable segments" only adds some of them up. */
function isNamedPart(part: Sum): boolean {
  const name = nameOf(part);
  return (
    part.parts.length === 0 ||
    (!NO_LIST.test(name) && !ownWords(name).some(({ text }) => isFinanceWord(text)))
  );
}

/** Whether the question has a word that several subtotals have and their total has not. */
function namesSubtotals({ row: total, parts }: Sum, terms: readonly WeighedTerm[]): boolean {
  return terms.some(
    (term) => !matches(term, total.tokens) && parts.some(({ row }) => row.total && matches(term, row.tokens)),
  );
}

const BARE_TOTAL = /^(?:sub-?|grand )?total\b[\s–—-]*/i;

/** "Total Europe" is Europe; a subtotal without a name has that of its section. */
function nameOf({ row, parts }: Sum): string {
  if (parts.length === 0) return row.label;
  const own = row.label.replace(BARE_TOTAL, "").trim();
  const section = parts[0]?.row.row.section ?? "";
  return own === "" ? (section.split(" > ").at(-1) ?? "") : own;
}

/** What the sections of all rows have in common. */
function sharedSection(rows: readonly TableRow[]): Token[] {
  const [first, ...others] = rows.map((row) => row.sectionTokens);
  return (first ?? []).filter((token) =>
    others.every((tokens) => tokens.some(({ root }) => root === token.root)),
  );
}

/** A list of names without a total, such as properties or people, where the question names the column. */
function listNames({ terms }: ExtremumSearch, view: TableView, column: number): MemberList[] {
  const head = view.columns[column];
  if (!head || !terms.some((term) => !term.soft && matches(term, head.tokens))) return [];
  const rows = view.rows.filter((row) => !row.total && valueAt(row, column) !== null);
  const count = rows.filter(({ label }) => isNamed(label)).length;
  const named = rows.length >= UNPROVEN_MIN && count >= NAMED_MIN * rows.length;
  return named ? [{ members: rows.map(toMember), leaves: rows, total: [], tokens: sharedSection(rows) }] : [];
}

function toMember(row: TableRow): Member {
  return { name: row.label, row };
}

function listChoices(choices: readonly string[], view: TableView, column: number): MemberList[] {
  const items = view.rows.filter((row) => !row.total && valueAt(row, column) !== null);
  const chosen = choices.map((choice) => items.filter((row) => isChoice(row, choice)));
  if (!chosen.every((rows) => rows.length === 1)) return [];
  const rows = chosen.flat();
  return [
    { members: rows.map(toMember), leaves: rows, total: [], tokens: rows.flatMap(({ tokens }) => tokens) },
  ];
}

function isChoice({ tokens }: TableRow, choice: string): boolean {
  const [first] = tokensOf(choice);
  return first !== undefined && tokens.some(({ root }) => root === rootOf(first.text));
}
