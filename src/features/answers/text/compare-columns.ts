import type { WeighedTerm } from "./candidates.ts";
import type { ExtremumSearch } from "./choose-extremum.ts";
import { hasAll, matches } from "./coverage.ts";
import type { Token } from "./roots.ts";
import { type TableColumn, type TableRow, type TableView, valueAt } from "./table-view.ts";

/** The columns that are compared, and what each row has in them. */
export interface Compared {
  columns: number[];
  value: (row: TableRow) => number | null;
  head: string;
}

type PlacedColumn = TableColumn & { at: number };

/** The columns whose values say which member is the highest: those that the question names, of the year it names. */
export function compareColumns(search: ExtremumSearch, view: TableView): Compared[] {
  const { superlative, request, terms } = search;
  const all = withoutPartsOfYears(view);
  const newest = Math.max(0, ...all.map(({ year }) => year ?? 0));
  const year = request.years.length > 0 ? Math.max(...request.years) : newest;
  if (superlative.of === "level") {
    const isDated = newest > 0 && request.years.length > 0;
    return levelColumns(all, search, { year, isDated }).map(direct);
  }
  const printed = superlative.shares
    ? []
    : all.filter(
        (column) => column.kind === superlative.of && (column.year === null || column.year === year),
      );
  const [named] = bestNamed(printed, terms);
  if (named) return [direct(named)];
  const before = request.years.length > 1 ? Math.min(...request.years) : year - 1;
  return pairColumns(all, search, { year, before });
}

const MONTH =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/i;

/** Columns of one year that end in different months are parts of the year; a table of a quarter has no others. */
function withoutPartsOfYears({ columns, read }: TableView): PlacedColumn[] {
  const spans = read.periods.flatMap((period) => period?.span ?? []);
  if (spans.length > 0 && !spans.includes("year")) return [];
  const monthOf = ({ head }: TableColumn) => MONTH.exec(head)?.[0].toLowerCase();
  return columns.flatMap((column, at) => {
    const isPart = columns.some(
      (other) => column.year !== null && other.year === column.year && monthOf(other) !== monthOf(column),
    );
    return isPart ? [] : [{ ...column, at }];
  });
}

function direct({ at, head }: PlacedColumn): Compared {
  return { columns: [at], value: (row) => valueAt(row, at), head };
}

function levelColumns(
  all: readonly PlacedColumn[],
  { superlative, terms }: ExtremumSearch,
  { year, isDated }: { year: number; isDated: boolean },
): PlacedColumn[] {
  const wanted = all.filter(({ kind }) => kind === (superlative.shares ? "percent" : "amount"));
  const dated = wanted.filter((column) => column.year === year);
  const totals = wanted.filter((column) => column.total && column.year === null);
  // "Total" next to "within a year" and "2024 to 2026".
  if (totals.length !== 1 && dated.length > 0) return bestNamed(dated, terms);
  if (isDated && wanted.length > 0) return bestNamed(dated, terms);
  const said = wanted.filter(({ tokens }) => saysAll(terms, tokens));
  const whole = said.filter(({ total }) => total);
  if (whole.length === 1) return whole;
  const named = said.filter(({ total }) => !total);
  if (named.length > 0) return bestNamed(named, terms);
  if (totals.length === 1) return totals;
  if (wanted.length === 1) return wanted;
  if (wanted.length > 0) return wanted.filter(({ tokens }) => terms.some((term) => matches(term, tokens)));
  const shares = all.filter(({ kind, year: own }) => kind === "percent" && (own === null || own === year));
  return shares.length === 1 ? shares : [];
}

/** Whether a head has all that is asked for in the question's own words. */
function saysAll(terms: readonly WeighedTerm[], tokens: readonly Token[]): boolean {
  const literal = terms.map((term) => ({ ...term, wordings: term.wordings.slice(0, 1) }));
  return literal.some(({ soft }) => !soft) && hasAll(literal, tokens);
}

/** A newer and an older column of the same measure. */
function pairColumns(
  all: readonly PlacedColumn[],
  { superlative: { of, shares }, terms }: ExtremumSearch,
  { year, before }: { year: number; before: number },
): Compared[] {
  const kind = shares ? "percent" : "amount";
  const newest = all.filter((column) => column.year === year && column.kind === kind);
  return bestNamed(newest, terms).flatMap((newer) => {
    const olders = all.filter((column) => column.year === before && column.kind === kind);
    const alike = olders.find((column) => bareHead(column.head) === bareHead(newer.head));
    const only = newest.length === 1 && olders.length === 1 ? olders[0] : undefined;
    const older = alike ?? only;
    if (!older) return [];
    const value = (row: TableRow) => {
      const [now, then] = [valueAt(row, newer.at), valueAt(row, older.at)];
      if (now === null || then === null) return null;
      if (of === "change") return now - then;
      return then > 0 ? (now / then - 1) * 100 : null;
    };
    return [{ columns: [newer.at, older.at], head: newer.head, value }];
  });
}

/** Of columns of several measures those that the question names; none where it names none of them. */
function bestNamed(columns: readonly PlacedColumn[], terms: readonly WeighedTerm[]): PlacedColumn[] {
  const weights = columns.map(({ tokens }) => terms.filter((term) => matches(term, tokens)).length);
  const most = Math.max(0, ...weights);
  const best = columns.filter((_, at) => weights[at] === most);
  return most > 0 || new Set(columns.map(({ head }) => bareHead(head))).size === 1 ? best : [];
}

/** A head without its dates. */
export function bareHead(head: string): string {
  return head.replace(/\b(?:19|20)\d\d\b|\((?:\d|[a-z])\)/g, "").replace(/\W+/g, "");
}
