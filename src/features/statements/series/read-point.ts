import { isNear } from "../columns/calendar.ts";
import type { Known } from "../measures/evaluate.ts";
import { LineScanner } from "./line-scanner.ts";
import { endsOn, publishedOn, valueAt } from "./point-line.ts";

/** One figure for one period, as the newest report gives it. */
export interface SeriesPoint extends Known {
  periodEnd: string;
  scale: number;
  published: string;
  /** What the report before gave, and when, where it differs by more than rounding. */
  restated: { value: number; published: string } | null;
  /** By how much splits changed the value since. */
  splitFactor: number;
}

/** Where two lines about one period begin: the newest, and the newest that differs from it; -1 where there is none. */
export interface Versions {
  /** The month in which a year ends, or the span of an interim period. */
  period: number;
  newest: number;
  before: number;
}

const PER_SHARE_ROUNDING = 0.005;

/** Reads lines of figures. Days, currencies and units repeat: one reader for many lines makes few new strings. */
export class PointReader {
  readonly #scanner = new LineScanner();
  readonly #days = new Map<number, string>();

  read(lines: string, { newest, before }: Versions): SeriesPoint {
    const point = this.readLine(lines, newest);
    if (before >= 0) point.restated = findRestated(point, this.readLine(lines, before));
    return point;
  }

  readLine(lines: string, line: number): SeriesPoint {
    const scanner = this.#scanner;
    scanner.open(lines, valueAt(lines, line));
    const value = scanner.number();
    const currency = scanner.text();
    const scale = scanner.number();
    // Written by the trigger of the table, whose column has these words alone.
    const unit = scanner.text() as Known["unit"];
    return {
      value,
      unit,
      currency: unit === "shares" ? null : currency,
      scale,
      confidence: scanner.number(),
      claimIds: scanner.lastWords(),
      periodEnd: this.readEnd(lines, line),
      published: this.#day(publishedOn(lines, line)),
      restated: null,
      splitFactor: 1,
    };
  }

  readEnd(lines: string, line: number): string {
    return this.#day(endsOn(lines, line));
  }

  #day(number: number): string {
    const known = this.#days.get(number);
    if (known !== undefined) return known;
    const day = writeDay(number);
    this.#days.set(number, day);
    return day;
  }
}

/** 20241231 as 2024-12-31. */
export function writeDay(number: number): string {
  return String(number).replace(/(..)(..)$/, "-$1-$2");
}

function findRestated(newest: SeriesPoint, before: SeriesPoint): SeriesPoint["restated"] {
  const rounding = newest.unit === "money" ? Math.max(newest.scale, before.scale) : PER_SHARE_ROUNDING;
  const isRestated =
    newest.currency === before.currency &&
    isNear(newest.periodEnd, before.periodEnd) &&
    Math.abs(newest.value - before.value) > rounding;
  return isRestated ? { value: before.value, published: before.published } : null;
}
