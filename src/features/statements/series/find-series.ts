import type { Viewer } from "../../../kernel/viewer.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { type Measure, requireMeasure } from "../measures/measure.ts";
import { groupBy } from "../showing/restatements.ts";
import { buildSeries, conceptsOf, type Series } from "./build-series.ts";
import { openConversion } from "./convert.ts";
import { type Alignment, alignedYear, interimPeriod, SeriesBook } from "./series-book.ts";
import { isSplit, NO_SPLITS, openSplits, type SplitFactor } from "./splits.ts";
import { listSeries, type SeriesRow } from "./store.ts";

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
  const concepts = [...new Set(request.measures.flatMap(conceptsOf))];
  const rows = await listSeries(sql, viewer, {
    svcEntityIds: request.svcEntityIds,
    concepts,
    frequency: request.frequency,
    // A fiscal year may be called by the year before or after its last day.
    fromYear: clampYear(Number(request.from.slice(0, 4)) - 1),
    toYear: clampYear(Number(request.to.slice(0, 4)) + 1),
    asOf: request.asOf,
  });
  const [into, splitsOf] = await Promise.all([
    request.currency === null ? null : openInto(sql, rows, { ...request, currency: request.currency }),
    concepts.some((concept) => isSplit(requireMeasure(concept).unit))
      ? openSplits(sql, request.svcEntityIds, request.asOf)
      : () => NO_SPLITS,
  ]);
  const byCompany = groupBy(rows, ({ svc_entity_id }) => svc_entity_id);
  const books = new Map(
    request.svcEntityIds.map((id) => [id, openBook(byCompany.get(id) ?? [], request, splitsOf(id))] as const),
  );
  const periods = choosePeriods([...books.values()], request);
  const series = [...books].flatMap(([svcEntityId, book]) =>
    request.measures.map((measure) => buildSeries(book, measure, { svcEntityId, periods, into })),
  );
  return { periods, series };
}

function openBook(
  rows: readonly SeriesRow[],
  { frequency, alignment }: Pick<SeriesRequest, "frequency" | "alignment">,
  splitFactor: SplitFactor,
): SeriesBook {
  return new SeriesBook(
    rows,
    frequency === "interim" ? interimPeriod : (point) => String(alignedYear(point, alignment)),
    splitFactor,
  );
}

function choosePeriods(books: readonly SeriesBook[], { from, to, periodsMax }: SeriesRequest): string[] {
  const isWithin = (end: string | null) => end !== null && end >= from && end <= to;
  const all = books.flatMap((book) => [...book.periods()].filter((period) => isWithin(book.endOf(period))));
  return [...new Set(all)].sort().slice(-periodsMax);
}

/** What the column of fiscal years can hold. */
const clampYear = (year: number) => Math.max(0, Math.min(year, 9_999));

async function openInto(
  sql: Sql,
  rows: readonly SeriesRow[],
  { currency, asOf }: { currency: string; asOf: string | null },
) {
  const amounts = rows.flatMap(({ points }) =>
    points.flatMap(({ periodEnd: date, currency: from }) =>
      from === null ? [] : [{ currency: from, date }],
    ),
  );
  return { currency, convert: await openConversion(sql, amounts, { into: currency, asOf }) };
}
