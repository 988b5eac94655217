import {
  chooseExtremum,
  type Extremum,
  type ExtremumSearch,
  type Fit,
  type Ranked,
  type SeenTable,
} from "./choose-extremum.ts";
import { coverageOf, extraShare, hasAll, matches } from "./coverage.ts";
import { closeness, type TableSearch, viewTables } from "./find-row.ts";
import { type TableRow, type TableView, valueAt } from "./table-view.ts";

const PERIODS_MIN = 3;
const AROUND = 0.7;

interface SeriesValue extends Ranked {
  year: number;
}

interface Series {
  seen: SeenTable;
  row: TableRow;
  values: SeriesValue[];
  fit: Fit;
  /** Whether the row has all that is asked for. */
  isWhole: boolean;
}

/** "In which year were sales the highest": one row, its columns are periods. */
export function findExtremePeriods(search: ExtremumSearch, tables: TableSearch): Extremum[] {
  const asked = search.request.years.length > 1 ? yearsOf(search.request) : null;
  const views = asked ? [...viewTables(tables), ...viewSeries(tables)] : viewSeries(tables);
  const series = [...new Map(views.map((one) => [one.view, one])).values()].flatMap(({ view, rank }) =>
    readSeries(search, { view, close: closeness(view, rank, tables.nearness) }),
  );
  // Rows of a review have many neighbours that differ in one word.
  const exact = series.some(({ fit }) => fit.isExact)
    ? series.filter(({ fit }) => fit.isExact)
    : sole(series);
  const found = (asked ? join(exact) : exact).flatMap((one) => {
    const values = asked
      ? one.values.filter(({ year }) => asked.includes(year))
      : one.values.toSorted((a, b) => b.year - a.year).slice(0, search.superlative.periods ?? undefined);
    const least = asked?.length ?? search.superlative.periods ?? PERIODS_MIN;
    return values.length < least ? [] : chooseExtremum(values, search, one.seen, one.fit);
  });
  if (asked) return found;
  const byYear = viewTables(tables).flatMap(({ view, rank }) =>
    findYearRows(search, { view, close: closeness(view, rank, tables.nearness) }),
  );
  return [...found, ...byYear];
}

/** A range of years names those between as well. */
function yearsOf({ question, years }: ExtremumSearch["request"]): number[] {
  const [first, last] = [Math.min(...years), Math.max(...years)];
  if (years.length > 2 || !RANGE.test(question) || last - first > YEARS_MAX) return [...years];
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

const YEARS_MAX = 10;
const RANGE = /\b20\d\d\s*(?:to|through|until|[-–—])\s*20\d\d\b/i;

/** One row has all that is asked for and little else: "loss after income tax" is the loss after tax. */
function sole(series: readonly Series[]): Series[] {
  const full = series.filter(({ fit, isWhole }) => isWhole && fit.extra >= EXTRA_MIN);
  return new Set(full.map(({ row }) => row.label.toLowerCase())).size === 1 ? full : [];
}

const EXTRA_MIN = 0.9;

/** Tables over several years, wherever they are: a review of years is seldom near the topic. */
function viewSeries({ pages, tablesOf, nearness }: TableSearch) {
  const series = (page: number) =>
    tablesOf(page).filter(({ periods }) => new Set(periods.map((one) => one?.year ?? 0)).size >= PERIODS_MIN);
  return viewTables({ pages, tablesOf: series, nearness }, pages.length);
}

function readSeries({ terms }: ExtremumSearch, seen: SeenTable): Series[] {
  const { view } = seen;
  return view.rows.flatMap((row) => {
    if (!terms.some((term) => matches(term, row.tokens))) return [];
    const values = valuesByYear(view, row);
    if (new Set(values.map(({ year }) => year)).size < values.length) return [];
    const coverage = coverageOf(terms, [
      { tokens: row.tokens, share: 1 },
      { tokens: [...row.sectionTokens, ...view.around], share: AROUND },
    ]);
    const extra = extraShare(row.label, terms);
    const isWhole = hasAll(terms, row.tokens);
    return [{ seen, row, values, isWhole, fit: { coverage, extra, isExact: extra === 1 && isWhole } }];
  });
}

function valuesByYear(view: TableView, row: TableRow): SeriesValue[] {
  return view.columns.flatMap(({ year, kind }, column) => {
    const value = kind === "amount" || kind === "percent" ? valueAt(row, column) : null;
    return year === null || value === null
      ? []
      : [{ name: String(year), year, value, cells: [{ view, row, column }] }];
  });
}

/** A row that two tables have for different years is one series where they agree on a year that both have. */
function join(series: readonly Series[]): Series[] {
  const groups = Map.groupBy(series, ({ row }) => row.label.toLowerCase());
  return [...groups].flatMap(([, [first, ...others]]) => {
    if (!first) return [];
    const values = [...first.values];
    for (const other of others) {
      const shared = other.values.filter(({ year }) => values.some((one) => one.year === year));
      const agrees = shared.every(({ year, value }) =>
        values.some((one) => one.year === year && one.value === value),
      );
      if (shared.length > 0 && agrees) values.push(...other.values.filter((one) => !shared.includes(one)));
    }
    return [{ ...first, values }];
  });
}

/** "In which year does most debt fall due": the rows are years. */
function findYearRows(search: ExtremumSearch, seen: SeenTable): Extremum[] {
  const { view } = seen;
  const rows = view.rows.filter(({ label }) => /^20\d\d$/.test(label));
  if (rows.length < PERIODS_MIN) return [];
  return columnsOfYears(search, view).flatMap(({ column, head }) => {
    const ranked = rows.flatMap((row) => {
      const value = valueAt(row, column);
      return value === null ? [] : [{ name: row.label, value, cells: [{ view, row, column }] }];
    });
    const coverage = coverageOf(search.terms, [
      { tokens: head.tokens, share: 1 },
      { tokens: view.around, share: YEARS_AROUND },
    ]);
    return chooseExtremum(ranked, search, seen, { coverage, extra: 1, isExact: false });
  });
}

const YEARS_AROUND = 0.9;

/** The columns of amounts that the question names; of those that it does not, the only one or the total. */
function columnsOfYears({ terms }: ExtremumSearch, view: TableView) {
  const amounts = view.columns.flatMap((head, column) => (head.kind === "amount" ? [{ head, column }] : []));
  const named = amounts.filter(({ head }) => terms.some((term) => matches(term, head.tokens)));
  const totals = amounts.filter(({ head }) => head.total);
  if (amounts.length === 1) return amounts;
  return named.length > 0 ? named.slice(0, 1) : totals.length === 1 ? totals : [];
}
