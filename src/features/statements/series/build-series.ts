import { isKnown, type Known, type Result } from "../measures/evaluate.ts";
import type { Expression } from "../measures/expression.ts";
import type { Measure } from "../measures/measure.ts";
import type { Convert } from "./convert.ts";
import type { SeriesBook } from "./series-book.ts";

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
  /** Today's shares per share of a report published on that day. */
  splitFactor: (published: string) => number;
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
  const { id, formula } = measure;
  const expression = formula?.expression ?? { kind: "measure" as const, id, growthYears: null };
  const { splitFactor } = options;
  const points = periods.map((period) => readPoint(book, measure, { period, expression, splitFactor }));
  const currency = into?.currency ?? newestCurrency(points);
  const isMoney = measure.unit === "money" || measure.unit === "per_share";
  const shown = points.map((point) => (isMoney ? inCurrency(point, currency, into?.convert) : point));
  const known = shown.map(({ result }) => (isKnown(result) ? result : null));
  return {
    svc_entity_id: svcEntityId,
    figure: measure.id,
    unit: measure.unit,
    currency: isMoney && known.some((one) => one !== null) ? currency : null,
    values: known.map((one) => one?.value ?? null),
    period_ends: shown.map(({ end }) => end),
    confidence: known.map((one) => one?.confidence ?? null),
    claim_ids: known.map((one) => [...(one?.claimIds ?? [])]),
    restated_from: shown.map(({ restatedFrom }) => restatedFrom),
    split_factors: measure.unit === "per_share" ? shown.map(({ factor }) => factor) : null,
    rates: into && isMoney ? shown.map(({ rate }) => rate) : null,
    reasons: shown.map(({ result }) => (isKnown(result) ? null : result.reason)),
  };
}

interface PointOptions extends Pick<BuildOptions, "splitFactor"> {
  period: string;
  expression: Expression;
}

function readPoint(
  book: SeriesBook,
  { id, unit, formula }: Measure,
  { period, expression, splitFactor }: PointOptions,
): Point {
  const result = book.evaluate(expression, period);
  const printed = formula ? undefined : book.find(id, period);
  const factor = unit === "per_share" && printed ? splitFactor(printed.published) : 1;
  const adjust = (value: number) => (factor === 1 ? value : Number((value / factor).toPrecision(12)));
  const restated = printed?.restatedFrom ?? null;
  return {
    result: factor !== 1 && isKnown(result) ? { ...result, value: adjust(result.value) } : result,
    end: printed?.periodEnd ?? (isKnown(result) ? book.endOf(period) : null),
    restatedFrom: restated === null ? null : adjust(restated),
    factor,
    rate: null,
  };
}

const newestCurrency = (points: readonly Point[]): string | null =>
  points
    .map(({ result }) => result)
    .findLast((result): result is Known => isKnown(result) && result.currency !== null)?.currency ?? null;

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
