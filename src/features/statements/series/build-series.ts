import { isKnown, type Result } from "../measures/evaluate.ts";
import { figuresOf, type Measure } from "../measures/measure.ts";
import type { Convert } from "./convert.ts";
import type { SeriesBook } from "./series-book.ts";
import { isSplit } from "./splits.ts";

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
  rates: ({ rate: number; source: string; date: string } | null)[] | null;
  reasons: (string | null)[];
}

export interface BuildOptions {
  svcEntityId: string;
  periods: readonly string[];
  /** Null to leave amounts in the currency they were reported in. */
  into: { currency: string; convert: Convert } | null;
}

interface Point {
  result: Result;
  end: string | null;
  restatedFrom: number | null;
  factor: number;
  rate: { rate: number; source: string; date: string } | null;
}

export function buildSeries(book: SeriesBook, measure: Measure, options: BuildOptions): Series {
  const { svcEntityId, periods, into } = options;
  const points = periods.map((period) => readPoint(book, measure, period));
  const currency = into?.currency ?? newestCurrency(points);
  const isMoney = measure.unit === "money" || measure.unit === "per_share";
  const series: Series = {
    svc_entity_id: svcEntityId,
    figure: measure.id,
    unit: measure.unit,
    currency: null,
    values: [],
    period_ends: [],
    confidence: [],
    claim_ids: [],
    restated_from: [],
    split_factors: isSplit(measure.unit) ? [] : null,
    rates: into && isMoney ? [] : null,
    reasons: [],
  };
  for (const point of points) addPoint(series, isMoney ? inCurrency(point, currency, into?.convert) : point);
  if (isMoney && series.confidence.some((one) => one !== null)) series.currency = currency;
  return series;
}

/** Column by column: a series of many companies has ten thousands of points, and lists of their own would be many. */
function addPoint(series: Series, { result, end, restatedFrom, factor, rate }: Point): void {
  const known = isKnown(result) ? result : null;
  series.values.push(known?.value ?? null);
  series.period_ends.push(end);
  series.confidence.push(known?.confidence ?? null);
  series.claim_ids.push(known?.claimIds ?? []);
  series.restated_from.push(restatedFrom);
  series.split_factors?.push(factor);
  series.rates?.push(rate);
  series.reasons.push(isKnown(result) ? null : result.reason);
}

function readPoint(book: SeriesBook, { id, unit, formula }: Measure, period: string): Point {
  const result = formula ? book.evaluate(formula.expression, period) : book.read(id, period);
  const printed = formula ? undefined : book.find(id, period);
  const concepts = formula ? figuresOf(formula.expression).concepts : [id];
  return {
    result,
    end: printed?.periodEnd ?? (isKnown(result) ? book.endOf(period) : null),
    restatedFrom: printed?.restated?.value ?? null,
    factor: isSplit(unit) ? book.splitFactorOf(concepts, period) : 1,
    rate: null,
  };
}

function newestCurrency(points: readonly Point[]): string | null {
  const newest = points.findLast(({ result }) => isKnown(result) && result.currency !== null)?.result;
  return newest && isKnown(newest) ? newest.currency : null;
}

/** A series has one currency: what cannot be given in it is left out, and says why. */
function inCurrency(point: Point, currency: string | null, convert: Convert | undefined): Point {
  const { result, end } = point;
  if (!isKnown(result) || result.currency === currency) return point;
  const without = (reason: string): Point => ({ ...point, result: { reason }, restatedFrom: null });
  if (result.currency === null) return without("the report does not name its currency");
  if (!convert) return without(`it was reported in ${result.currency}`);
  const rate = end === null ? null : convert(result.currency, end);
  if (!rate) return without(`no rate of ${result.currency} to ${currency} is known for ${end}`);
  const into = (value: number) => Number((value * rate.rate).toPrecision(12));
  return {
    ...point,
    result: { ...result, value: into(result.value), currency },
    restatedFrom: point.restatedFrom === null ? null : into(point.restatedFrom),
    rate,
  };
}
