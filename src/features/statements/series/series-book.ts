import { evaluate, type Result } from "../measures/evaluate.ts";
import type { Expression } from "../measures/expression.ts";
import type { Unit } from "../measures/measure.ts";
import type { SeriesPoint, SeriesRow } from "./store.ts";

export type Alignment = "fiscal" | "calendar";

/** The last month of a fiscal year that belongs to the calendar year before: most of its months are in that year. */
const MONTH_OF_YEAR_BEFORE = 5;

/** The year a period is shown under. */
export function alignedYear([fiscalYear, periodEnd]: SeriesPoint, alignment: Alignment): number {
  if (alignment === "fiscal") return fiscalYear;
  const [year = 0, month = 0] = periodEnd.split("-").map(Number);
  return month <= MONTH_OF_YEAR_BEFORE ? year - 1 : year;
}

/** The label of a period: a year, or the last day of an interim period. */
export type PeriodOf = (point: SeriesPoint) => string;

interface Figure {
  unit: Unit;
  points: Map<string, SeriesPoint>;
}

/** The figures of one company by period, from which every measure is computed. */
export class SeriesBook {
  readonly #figures = new Map<string, Figure>();

  constructor(rows: readonly SeriesRow[], periodOf: PeriodOf) {
    for (const { concept, unit, points } of rows) {
      if (unit === "percent") continue;
      // In order of their ends: of two periods with one label the later one is shown.
      this.#figures.set(concept, { unit, points: new Map(points.map((point) => [periodOf(point), point])) });
    }
  }

  /** Every period any figure has. */
  periods(): Set<string> {
    return new Set([...this.#figures.values()].flatMap(({ points }) => [...points.keys()]));
  }

  find(concept: string, period: string): SeriesPoint | undefined {
    return this.#figures.get(concept)?.points.get(period);
  }

  /** The last day of a period, as its figures have it. */
  endOf(period: string): string | null {
    for (const { points } of this.#figures.values()) {
      const point = points.get(period);
      if (point) return point[1];
    }
    return null;
  }

  evaluate(expression: Expression, period: string): Result {
    return evaluate(expression, (concept, yearsBefore) =>
      this.#result(concept, earlier(period, yearsBefore)),
    );
  }

  #result(concept: string, period: string | null): Result {
    const figure = this.#figures.get(concept);
    const point = period === null ? undefined : figure?.points.get(period);
    if (!figure || !point)
      return { reason: `${concept} was not found${period === null ? "" : ` for ${period}`}` };
    const [, , value, currency, confidence, claimIds] = point;
    return {
      value,
      unit: figure.unit,
      currency: figure.unit === "shares" ? null : currency,
      confidence,
      claimIds,
    };
  }
}

/** The period so many years before; interim periods end a year earlier on the same day. */
function earlier(period: string, years: number): string | null {
  if (years === 0) return period;
  const year = Number(period.slice(0, 4)) - years;
  return Number.isInteger(year) ? `${year}${period.slice(4)}` : null;
}
