import type { Viewer } from "../../../kernel/viewer.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { figuresOf, type Measure } from "../measures/measure.ts";
import { buildSeries, conceptsOf, type Series } from "./build-series.ts";
import { openBooks } from "./open-books.ts";
import {
  type Alignment,
  calendarYears,
  fiscalYears,
  interimPeriods,
  type SeriesBook,
} from "./series-book.ts";

export interface SeriesRequest {
  svcEntityIds: readonly string[];
  measures: readonly Measure[];
  frequency: "annual" | "interim";
  alignment: Alignment;
  /** Periods that end on these days or between. */
  from: string;
  to: string;
  /** The newest so many. */
  periodsMax: number;
  /** Null for the reported currency. */
  currency: string | null;
  asOf: string | null;
}

/** Series of many measures of many companies over the same periods, the oldest first. */
export async function findSeries(
  sql: Sql,
  viewer: Viewer,
  request: SeriesRequest,
): Promise<{ periods: string[]; series: Series[] }> {
  const { frequency, alignment, currency } = request;
  const year = alignment === "fiscal" ? fiscalYears : calendarYears;
  const needs = request.measures.flatMap(({ formula }) => (formula ? [figuresOf(formula.expression)] : []));
  const yearsBefore = Math.max(0, ...needs.map((need) => need.yearsBefore));
  const { books, convert } = await openBooks(sql, viewer, {
    ...request,
    concepts: [...new Set(request.measures.flatMap(conceptsOf))],
    // A fiscal year may be called by the year before or after its last day.
    fromYear: clampYear(Number(request.from.slice(0, 4)) - 1 - yearsBefore),
    toYear: clampYear(Number(request.to.slice(0, 4)) + 1),
    labelPeriods: frequency === "interim" ? interimPeriods : year,
  });
  const into = currency === null || convert === null ? null : { currency, convert };
  const periods = choosePeriods([...books.values()], request);
  const series = [...books].flatMap(([svcEntityId, book]) =>
    request.measures.map((measure) => buildSeries(book, measure, { svcEntityId, periods, into })),
  );
  return { periods, series };
}

function choosePeriods(books: readonly SeriesBook[], { from, to, periodsMax }: SeriesRequest): string[] {
  const isWithin = (end: string | null) => end !== null && end >= from && end <= to;
  const all = books.flatMap((book) => [...book.periods()].filter((period) => isWithin(book.endOf(period))));
  return [...new Set(all)].sort().slice(-periodsMax);
}

/** What the column of fiscal years can hold. */
const clampYear = (year: number) => Math.max(0, Math.min(year, 9_999));
