import { isNear } from "../columns/calendar.ts";
import { evaluate, type Result } from "../measures/evaluate.ts";
import type { Expression } from "../measures/expression.ts";
import type { Unit } from "../measures/measure.ts";
import { periodKey } from "../storing/periods.ts";
import type { SeriesPoint } from "./newest-points.ts";
import { adjustForSplits, isSplit, NO_SPLITS, type SplitFactor } from "./splits.ts";
import type { SeriesRow } from "./store.ts";

export type Alignment = "fiscal" | "calendar";

/** The last month of a fiscal year that belongs to the calendar year before: most of its months are in that year. */
const MONTH_OF_YEAR_BEFORE = 5;

/** The year a period is shown under. */
export function alignedYear({ fiscalYear, periodEnd }: SeriesPoint, alignment: Alignment): number {
  if (alignment === "fiscal") return fiscalYear;
  const [year = 0, month = 0] = periodEnd.split("-").map(Number);
  return month <= MONTH_OF_YEAR_BEFORE ? year - 1 : year;
}

/** The label of a period: a year, or the last day of an interim period with its length, such as "2024-06-30 6M". */
export type PeriodOf = (point: SeriesPoint) => string;

/** A day, such as that of a balance sheet, has no length: it is the last day of every period that ends on it. */
export function interimPeriod({ fiscalYear, periodEnd, periodStart }: SeriesPoint): string {
  return periodKey({ start: periodStart, end: periodEnd, fiscalYear }, "interim");
}

const LAST_DAY_LETTERS = "2024-06-30".length;

interface Figure {
  unit: Unit;
  /** In today's shares. */
  points: Map<string, SeriesPoint>;
}

/** The figures of one company by period, from which every measure is computed. */
export class SeriesBook {
  readonly #figures = new Map<string, Figure>();

  constructor(rows: readonly SeriesRow[], periodOf: PeriodOf, splitFactor: SplitFactor = NO_SPLITS) {
    for (const { concept, points } of rows) {
      const unit = points[0]?.unit ?? "percent";
      if (unit === "percent") continue;
      const byPeriod = new Map<string, SeriesPoint>();
      // In order of their ends: of two periods with one label the later one is shown.
      for (const point of points) byPeriod.set(periodOf(point), adjustForSplits(point, splitFactor));
      this.#figures.set(concept, { unit, points: byPeriod });
    }
  }

  /** Every period any figure has; a day only where no period ends on it. */
  periods(): Set<string> {
    const all = new Set<string>();
    for (const { points } of this.#figures.values()) for (const period of points.keys()) all.add(period);
    const ends = new Set([...all].filter(hasLength).map(lastDay));
    return new Set([...all].filter((period) => hasLength(period) || !ends.has(period)));
  }

  find(concept: string, period: string): SeriesPoint | undefined {
    const points = this.#figures.get(concept)?.points;
    return points?.get(period) ?? points?.get(lastDay(period));
  }

  /** By how much splits changed the first of these figures that they change. */
  splitFactorOf(concepts: Iterable<string>, period: string): number {
    for (const concept of concepts) {
      const point = this.find(concept, period);
      if (point && isSplit(point.unit)) return point.splitFactor;
    }
    return 1;
  }

  /** The last day of a period, as its figures have it. */
  endOf(period: string): string | null {
    for (const concept of this.#figures.keys()) {
      const point = this.find(concept, period);
      if (point) return point.periodEnd;
    }
    return null;
  }

  evaluate(expression: Expression, period: string): Result {
    return evaluate(expression, (concept, yearsBefore) =>
      this.read(concept, this.#earlier(period, yearsBefore)),
    );
  }

  /** The period so many years before; one of whole weeks ends a few days off. */
  #earlier(period: string, years: number): string | null {
    if (years === 0) return period;
    const year = Number(period.slice(0, 4)) - years;
    if (!Number.isInteger(year)) return null;
    const wanted = `${year}${period.slice(4)}`;
    if (!hasLength(period)) return wanted;
    const suffix = period.slice(LAST_DAY_LETTERS);
    const alike = [...this.periods()].find(
      (one) => one.endsWith(suffix) && isNear(lastDay(one), lastDay(wanted)),
    );
    return alike ?? wanted;
  }

  /** A printed figure. */
  read(concept: string, period: string | null): Result {
    const figure = this.#figures.get(concept);
    const point = period === null ? undefined : this.find(concept, period);
    if (!figure || !point)
      return { reason: `${concept} was not found${period === null ? "" : ` for ${period}`}` };
    const { value, currency, confidence, claimIds } = point;
    return {
      value,
      unit: figure.unit,
      currency: figure.unit === "shares" ? null : currency,
      confidence,
      claimIds: claimIds.includes(" ") ? claimIds.split(" ") : [claimIds],
    };
  }
}

const hasLength = (period: string) => period.endsWith("M");
const lastDay = (period: string) => period.slice(0, LAST_DAY_LETTERS);
