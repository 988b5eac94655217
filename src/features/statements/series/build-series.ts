import { isKnown, type Known, type Result } from "../measures/evaluate.ts";
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
  const { periods, into } = options;
  const results = periods.map((period) => readMeasure(book, measure, period));
  const currency = into?.currency ?? newestCurrency(results);
  const series = openSeries(measure, options);
  const hasCurrency = isMoney(measure);
  const concepts = conceptsOf(measure);
  for (const [at, result] of results.entries()) {
    const period = periods[at] ?? "";
    const printed = measure.formula ? undefined : book.find(measure.id, period);
    const end = printed?.periodEnd ?? (isKnown(result) ? book.endOf(period) : null);
    series.period_ends.push(end);
    series.split_factors?.push(book.splitFactorOf(concepts, period));
    const before = printed?.restated?.value ?? null;
    if (hasCurrency && isKnown(result) && result.currency !== currency)
      addPoint(series, convertPoint(result, { before, end, currency, convert: into?.convert }));
    else addPoint(series, { result, before, rate: null });
  }
  const isAnyKnown = series.confidence.some((one) => one !== null);
  return { ...series, currency: hasCurrency && isAnyKnown ? currency : null };
}

/** The printed figures a measure is made of. */
export function conceptsOf({ id, formula }: Measure): string[] {
  return formula ? [...figuresOf(formula.expression).concepts] : [id];
}

function readMeasure(book: SeriesBook, { id, formula }: Measure, period: string): Result {
  return formula ? book.evaluate(formula.expression, period) : book.read(id, period);
}

const isMoney = ({ unit }: Measure) => unit === "money" || unit === "per_share";

function openSeries(measure: Measure, { svcEntityId, into }: BuildOptions): Series {
  const { id, unit } = measure;
  return {
    svc_entity_id: svcEntityId,
    figure: id,
    unit,
    currency: null,
    values: [],
    period_ends: [],
    confidence: [],
    claim_ids: [],
    restated_from: [],
    split_factors: isSplit(unit) ? [] : null,
    rates: into && isMoney(measure) ? [] : null,
    reasons: [],
  };
}

interface Point {
  result: Result;
  /** What an earlier report gave. */
  before: number | null;
  rate: Rate | null;
}

/** Column by column: a series of many companies has ten thousands of points, and lists of their own would be many. */
function addPoint(series: Series, { result, before, rate }: Point): void {
  const known = isKnown(result) ? result : null;
  series.values.push(known?.value ?? null);
  series.confidence.push(known?.confidence ?? null);
  series.claim_ids.push(known?.claimIds ?? []);
  series.restated_from.push(before);
  series.rates?.push(rate);
  series.reasons.push(isKnown(result) ? null : result.reason);
}

interface Conversion {
  before: number | null;
  end: string | null;
  currency: string | null;
  convert: Convert | undefined;
}

/** A series has one currency: what cannot be given in it is left out, and says why. */
function convertPoint(result: Known, { before, end, currency, convert }: Conversion): Point {
  const without = (reason: string): Point => ({ result: { reason }, before: null, rate: null });
  if (result.currency === null) return without("the report does not name its currency");
  if (!convert) return without(`it was reported in ${result.currency}`);
  const rate = end === null ? null : convert(result.currency, end);
  if (!rate) return without(`no rate of ${result.currency} to ${currency} is known for ${end}`);
  const into = (value: number) => Number((value * rate.rate).toPrecision(12));
  return {
    result: { ...result, value: into(result.value), currency },
    before: before === null ? null : into(before),
    rate,
  };
}

function newestCurrency(results: readonly Result[]): string | null {
  const newest = results.findLast((result) => isKnown(result) && result.currency !== null);
  return newest && isKnown(newest) ? newest.currency : null;
}
