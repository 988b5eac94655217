import type { Viewer } from "../../../kernel/viewer.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { requireMeasure } from "../measures/measure.ts";
import { type Convert, openConversion } from "./convert.ts";
import type { PointsQuery } from "./newest-points.ts";
import { PointReader } from "./read-point.ts";
import { type LabelPeriods, SeriesBook } from "./series-book.ts";
import { isSplit, NO_SPLITS, openSplits } from "./splits.ts";
import { listFigureLines, type SeriesQuery } from "./store.ts";

export interface BooksRequest extends SeriesQuery, PointsQuery {
  labelPeriods: LabelPeriods;
  /** Amounts are to be converted into it; null for the reported currencies. */
  currency: string | null;
}

/** The figures of each company, and how to convert them. */
export interface Books {
  books: Map<string, SeriesBook>;
  convert: Convert | null;
}

export async function openBooks(sql: Sql, viewer: Viewer, request: BooksRequest): Promise<Books> {
  const { svcEntityIds, concepts, currency, asOf } = request;
  const hasSplits = concepts.some((concept) => isSplit(requireMeasure(concept).unit));
  const [lines, splitsOf] = await Promise.all([
    listFigureLines(sql, viewer, request),
    hasSplits ? openSplits(sql, viewer, { svcEntityIds, asOf }) : () => NO_SPLITS,
  ]);
  const reader = new PointReader();
  const books = new Map(
    svcEntityIds.map((id) => {
      const options = { ...request, reader, splitFactor: splitsOf(id) };
      return [id, new SeriesBook(lines.get(id) ?? new Map(), options)] as const;
    }),
  );
  if (currency === null) return { books, convert: null };
  const amounts = [...books.values()].flatMap((book) => [...book.amounts()]);
  return { books, convert: await openConversion(sql, amounts, { into: currency, asOf }) };
}
