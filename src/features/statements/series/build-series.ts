import { isKnown, type Result } from "../measures/evaluate.ts";
import { figuresOf, type Measure } from "../measures/measure.ts";
import type { Convert } from "./convert.ts";
import type { SeriesBook } from "./series-book.ts";
import { isSplit } from "./splits.ts";

interface Rate {
  rate: number;
  source: string;
  date: string;
}

/** One measure of one company, in columns: position `i` of every list belongs to period `i`. */
export interface Series {
  svc_entity_id: string;
  figure: string;
  unit: Measure["unit"];
  currency: string | null;
  values: (number | null)[];
  period_ends: (string | null)[];
  confidence: (number | null)[];
  claim_ids: string[][];
  restated_from: (number | null)[];
  split_factors: number[] | null;
  rates: (Rate | null)[] | null;
  reasons: (string | null)[];
}

export interface BuildOptions {
  svcEntityId: string;
  periods: readonly string[];
  /** Null to leave amounts in the currency they were reported in. */
  into: { currency: string; convert: Convert } | null;
}

export function buildSeries(book: SeriesBook, measure: Measure, options: BuildOptions): Series {
  const { svcEntityId, periods, into } = options;
  const { id, unit } = measure;
  const isMoney = unit === "money" || unit === "per_share";
  const read = periods.map((period) => readMeasure(book, measure, period));
  const currency = isMoney ? (into?.currency ?? newestCurrency(read)) : null;
  const points = isMoney ? read.map((point) => inCurrency(point, currency, into?.convert)) : read;
  const known = points.map(({ result }) => (isKnown(result) ? result : null));
  const concepts = conceptsOf(measure);
  return {
    svc_entity_id: svcEntityId,
    figure: id,
    unit,
    currency: known.some((one) => one !== null) ? currency : null,
    values: known.map((one) => one?.value ?? null),
    period_ends: points.map(({ end }) => end),
    confidence: known.map((one) => one?.confidence ?? null),
    claim_ids: known.map((one) => one?.claimIds ?? []),
    restated_from: points.map(({ before }) => before),
    split_factors: isSplit(unit) ? periods.map((period) => book.splitFactorOf(concepts, period)) : null,
    rates: into && isMoney ? points.map(({ rate }) => rate) : null,
    reasons: points.map(({ result }) => (isKnown(result) ? null : result.reason)),
  };
}

/** The printed figures a measure is made of. */
export function conceptsOf({ id, formula }: Measure): string[] {
  return formula ? [...figuresOf(formula.expression).concepts] : [id];
}

interface Point {
  result: Result;
  /** The last day of the period. */
  end: string | null;
  /** What an earlier report gave. */
  before: number | null;
  rate: Rate | null;
}

function readMeasure(book: SeriesBook, { id, formula }: Measure, period: string): Point {
  if (formula) {
    const result = book.evaluate(formula.expression, period);
    return { result, end: isKnown(result) ? result.end : null, before: null, rate: null };
  }
  const result = book.read(id, period);
  return isKnown(result)
    ? { result, end: result.periodEnd, before: result.restated?.value ?? null, rate: null }
    : { result, end: null, before: null, rate: null };
}

/** A series has one currency: what cannot be given in it is left out, and says why. */
function inCurrency(point: Point, currency: string | null, convert: Convert | undefined): Point {
  const { result, end, before } = point;
  if (!isKnown(result) || result.currency === currency) return point;
  const without = (reason: string): Point => ({ result: { reason }, end, before: null, rate: null });
  if (result.currency === null) return without("the report does not name its currency");
  if (!convert) return without(`it was reported in ${result.currency}`);
  const rate = end === null ? null : convert(result.currency, end);
  if (!rate) return without(`no rate of ${result.currency} to ${currency} is known for ${end}`);
  const into = (value: number) => Number((value * rate.rate).toPrecision(12));
  return {
    result: { ...result, value: into(result.value), currency },
    end,
    before: before === null ? null : into(before),
    rate,
  };
}

function newestCurrency(points: readonly Point[]): string | null {
  for (const { result } of points.toReversed())
    if (isKnown(result) && result.currency !== null) return result.currency;
  return null;
}
