import type { WeighedTerm } from "./candidates.ts";
import type { ExtremumSearch } from "./find-extremum.ts";
import { matches } from "./find-row.ts";
import type { Token } from "./roots.ts";
import type { Superlative } from "./superlative.ts";
import { type TableColumn, type TableRow, type TableView, valueAt } from "./table-view.ts";

/** The columns that are compared, and what each row has in them. */
export interface Compared {
  columns: number[];
  value: (row: TableRow) => number | null;
  tokens: Token[];
}

type PlacedColumn = TableColumn & { at: number };

/** The columns whose values say which member is the highest: those that the question names, of the year it names. */
export function compareColumns({ superlative, request, terms }: ExtremumSearch, view: TableView): Compared[] {
  const all = view.columns.map((column, at) => ({ ...column, at }));
  const newest = Math.max(0, ...all.map(({ year }) => year ?? 0));
  const year = request.years.length > 0 ? Math.max(...request.years) : newest;
  if (superlative.of === "level") {
    const isDated = newest > 0 && request.years.length > 0;
    return levelColumns(all, { superlative, request, terms }, { year, isDated }).map(direct);
  }
  const printed = superlative.shares
    ? []
    : all.filter(
        (column) => column.kind === superlative.of && (column.year === null || column.year === year),
      );
  if (printed.length > 0) return bestNamed(printed, terms).map(direct);
  const before = request.years.length > 1 ? Math.min(...request.years) : year - 1;
  return pairColumns(all, superlative, { year, before });
}

function direct({ at, tokens }: PlacedColumn): Compared {
  return { columns: [at], value: (row) => valueAt(row, at), tokens };
}

function levelColumns(
  all: readonly PlacedColumn[],
  { superlative, terms }: ExtremumSearch,
  { year, isDated }: { year: number; isDated: boolean },
): PlacedColumn[] {
  const wanted = all.filter(({ kind }) => kind === (superlative.shares ? "percent" : "amount"));
  const dated = wanted.filter((column) => column.year === year);
  if (dated.length > 0 || isDated) return dated;
  const totals = wanted.filter(({ total }) => total);
  if (totals.length === 1) return totals;
  if (wanted.length === 1) return wanted;
  if (wanted.length > 0) return wanted.filter(({ tokens }) => terms.some((term) => matches(term, tokens)));
  const shares = all.filter(({ kind, year: own }) => kind === "percent" && (own === null || own === year));
  return shares.length === 1 ? shares : [];
}

/** A newer and an older column of the same measure. */
function pairColumns(
  all: readonly PlacedColumn[],
  { of, shares }: Superlative,
  { year, before }: { year: number; before: number },
): Compared[] {
  return all.flatMap((newer) => {
    if (newer.year !== year || newer.kind !== (shares ? "percent" : "amount")) return [];
    const older = all.find(
      (column) => column.year === before && column.kind === newer.kind && sameWords(column.head, newer.head),
    );
    if (!older) return [];
    const value = (row: TableRow) => {
      const [now, then] = [valueAt(row, newer.at), valueAt(row, older.at)];
      if (now === null || then === null) return null;
      if (of === "change") return now - then;
      return then > 0 ? (now / then - 1) * 100 : null;
    };
    return [{ columns: [newer.at, older.at], tokens: newer.tokens, value }];
  });
}

function bestNamed<Column extends TableColumn>(
  columns: readonly Column[],
  terms: readonly WeighedTerm[],
): Column[] {
  const weights = columns.map(({ tokens }) => terms.filter((term) => matches(term, tokens)).length);
  const most = Math.max(...weights);
  return columns.filter((_, at) => weights[at] === most).slice(0, 1);
}

function sameWords(a: string, b: string): boolean {
  const bare = (head: string) => head.replace(/\b(?:19|20)\d\d\b/g, "").replace(/\W+/g, "");
  return bare(a) === bare(b) || bare(a) === "" || bare(b) === "";
}
