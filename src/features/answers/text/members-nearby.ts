import { isFinanceWord } from "../report-names.ts";
import { type ExtremumSearch, isVague } from "./choose-extremum.ts";
import { ownWords } from "./coverage.ts";
import { isMember, isNamed } from "./member-kinds.ts";
import { isMemberName } from "./members.ts";
import { rootOf, type Token, tokensOf } from "./roots.ts";
import { findSums, leavesOf } from "./row-sums.ts";
import { type TableColumn, type TableRow, type TableView, valueAt } from "./table-view.ts";

/** Rows that may be compared in one column, whether or not they add up to something. */
export interface NearbyList {
  view: TableView;
  column: number;
  head: TableColumn;
  rows: readonly TableRow[];
  /** What the head and the section of all rows say. */
  tokens: readonly Token[];
  /** Whether other rows of the table are left out. */
  isPart: boolean;
}

const OTHER = rootOf("other");
const MEMBERS_MIN = 3;
const NAMED_MIN = 0.8;

/** A table of movements: its rows are what happened to one thing. */
const MOVEMENT =
  /^(?:additions?|additional|disposals?|transfers?|carrying (?:amounts?|values?) at|exchange (?:differences|movements?)|utili[sz]ed|(?:opening|closing) |at (?:\d|beginning|end))\b/i;

/** The rows of each column that may be meant: of the year that is asked for, or the newest. */
export function listNearby(view: TableView, search: ExtremumSearch): NearbyList[] {
  const { superlative, request } = search;
  if (view.rows.some(({ label, balanceYear }) => balanceYear !== null || MOVEMENT.test(label))) return [];
  const newest = Math.max(0, ...view.columns.map(({ year }) => year ?? 0));
  const years = request.years.length > 0 ? request.years : [newest];
  const members = membersOf(view);
  // "All other compensation" is the rest of it.
  const asksOther = tokensOf(request.question).some(({ root }) => root === OTHER);
  return view.columns.flatMap((head, column) => {
    const isLevel = head.kind === "amount" || head.kind === "percent";
    const isWanted =
      (superlative.of === "level" ? isLevel : head.kind === superlative.of) &&
      (asksOther || !head.tokens.some(({ root }) => root === OTHER));
    const isTimely = head.year === null ? request.isPresent : years.includes(head.year);
    if (!isWanted || !isTimely) return [];
    return groupRows(view, { column, members }, search).map((rows, at) => ({
      view,
      column,
      head,
      rows,
      tokens: [...head.tokens, ...sharedSection(rows)],
      isPart: at > 0,
    }));
  });
}

/** The rows that a total adds up, where few come after it: those reconcile it with something else. */
function membersOf(view: TableView): ReadonlySet<TableRow> {
  const plain = view.rows.filter(({ total }) => !total);
  const [fewest] = view.columns
    .flatMap((_, column) => findSums(view, column).map((sum) => leavesOf(sum).map(({ row }) => row)))
    .filter((rows) => rows.length >= MEMBERS_MIN && plain.length - rows.length < MEMBERS_MIN)
    .sort((a, b) => a.length - b.length);
  return new Set(fewest);
}

/** All plain rows with a number in a column, and those of each section. */
function groupRows(
  view: TableView,
  { column, members }: { column: number; members: ReadonlySet<TableRow> },
  { kinds, superlative }: ExtremumSearch,
): TableRow[][] {
  const totals = new Set(findSums(view, column).map(({ row }) => row));
  const rows = view.rows.filter(
    (row) =>
      !row.total &&
      !totals.has(row) &&
      (members.size === 0 || members.has(row)) &&
      !isVague(row.label) &&
      !isResult(row.label, kinds) &&
      isMemberName(row.label) &&
      isMember(row.label, kinds) &&
      valueAt(row, column) !== null,
  );
  const sections = [...Map.groupBy(rows, ({ row }) => row.section ?? "").values()];
  const groups = sections.length > 1 ? [rows, ...sections] : [rows];
  return groups.filter((own) => {
    const named = own.filter(({ label }) => isNamed(label)).length;
    return own.length >= MEMBERS_MIN && (!superlative.person || named >= NAMED_MIN * own.length);
  });
}

/** "Revenue" and "total assets" are what parts of a business have, and no parts. */
function isResult(label: string, kinds: ExtremumSearch["kinds"]): boolean {
  const words = ownWords(label);
  return (
    kinds.some((kind) => kind === "part" || kind === "place" || kind === "country") &&
    words.every(({ text }) => isFinanceWord(text))
  );
}

function sharedSection(rows: readonly TableRow[]): Token[] {
  const [first, ...others] = rows.map(({ sectionTokens }) => sectionTokens);
  return (first ?? []).filter(({ root }) =>
    others.every((tokens) => tokens.some((one) => one.root === root)),
  );
}
