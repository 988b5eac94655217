import { addMonths, isNear } from "../columns/calendar.ts";
import { evaluate, isKnown, type Known, type Unknown } from "../measures/evaluate.ts";
import type { Expression } from "../measures/expression.ts";
import { periodKey } from "../storing/periods.ts";
import { type CalledYear, monthOfEnd, nameYears } from "../storing/year-names.ts";
import { findVersions, isNewer, type PointsQuery } from "./newest-points.ts";
import { endOfLine, endsOn, fiscalYearOf, publishedOn, startsOn } from "./point-line.ts";
import { type PointReader, type SeriesPoint, type Versions, writeDay } from "./read-point.ts";
import { adjustForSplits, isSplit, type SplitFactor } from "./splits.ts";

export type Alignment = "fiscal" | "calendar";

/** The label of the period of a line: a year, or the last day of an interim period with its length, "2024-06-30 6M". */
export type PeriodOf = (lines: string, line: number) => string;

/** How the periods of a company are labelled, which may depend on the lines of all of its figures. */
export type LabelPeriods = (figures: Iterable<string>) => PeriodOf;

/** By what the newest line calls them, also where that is outside of the years in question: a year has one name. */
export const fiscalYears: LabelPeriods = (figures) => {
  const nameOf = nameYears(listYears(figures));
  return (lines, line) => String(nameOf(endsOn(lines, line)) ?? fiscalYearOf(lines, line));
};

function* listYears(figures: Iterable<string>): Iterable<CalledYear> {
  for (const lines of figures)
    for (let line = 0; line < lines.length; line = endOfLine(lines, line) + 1)
      yield {
        end: endsOn(lines, line),
        fiscalYear: fiscalYearOf(lines, line),
        published: publishedOn(lines, line),
      };
}

const YEAR_MONTHS = 12;
/** The last month of a fiscal year that belongs to the calendar year before: most of its months are in that year. */
const MONTH_OF_YEAR_BEFORE = 5;

export const calendarYears: LabelPeriods = () => calendarYear;

const calendarYear: PeriodOf = (lines, line) => {
  const end = monthOfEnd(endsOn(lines, line));
  const [year, month] = [Math.floor(end / YEAR_MONTHS), (end % YEAR_MONTHS) + 1];
  return String(month <= MONTH_OF_YEAR_BEFORE ? year - 1 : year);
};

/** A day, such as that of a balance sheet, has no length: it is the last day of every period that ends on it. */
const interimPeriod: PeriodOf = (lines, line) => {
  const start = startsOn(lines, line);
  const days = { start: start === null ? null : writeDay(start), end: writeDay(endsOn(lines, line)) };
  return periodKey({ ...days, fiscalYear: fiscalYearOf(lines, line) }, "interim");
};

export const interimPeriods: LabelPeriods = () => interimPeriod;

const LAST_DAY_LETTERS = "2024-06-30".length;

/** What was computed, with the last day of the period it is of; null where no figure was needed. */
export interface Computed extends Known {
  end: string | null;
}

export interface BookOptions extends PointsQuery {
  labelPeriods: LabelPeriods;
  splitFactor: SplitFactor;
  reader: PointReader;
}

/**
 * The figures of one company by period, from which every measure is computed. Ten thousands of points that are all kept
 * would be copied by the garbage collector again and again, so that a point is read when it is asked for.
 */
export class SeriesBook {
  /** The lines of each figure. */
  readonly #figures: ReadonlyMap<string, string>;
  readonly #options: BookOptions;
  /** Of each period those figures that it has. */
  readonly #periods = new Map<string, Map<string, Versions>>();

  constructor(figures: ReadonlyMap<string, string>, options: BookOptions) {
    this.#figures = figures;
    this.#options = options;
    const periodOf = options.labelPeriods(figures.values());
    for (const [concept, lines] of figures)
      for (const versions of findVersions(lines, options)) {
        const period = periodOf(lines, versions.newest);
        const known = this.#periods.get(period) ?? new Map<string, Versions>();
        const other = known.get(concept);
        this.#periods.set(
          period,
          known.set(concept, other ? chooseVersions(lines, other, versions) : versions),
        );
      }
  }

  /** Every period any figure has; a day only where no period ends on it. */
  periods(): string[] {
    const all = [...this.#periods.keys()];
    const ends = new Set(all.filter(hasLength).map(lastDay));
    return all.filter((period) => !ends.has(period));
  }

  /** In today's shares; a reason where these are not known. */
  find(concept: string, period: string): SeriesPoint | Unknown | undefined {
    const lines = this.#figures.get(concept);
    const versions =
      this.#periods.get(period)?.get(concept) ?? this.#periods.get(lastDay(period))?.get(concept);
    if (lines === undefined || !versions) return undefined;
    return adjustForSplits(this.#options.reader.read(lines, versions), this.#options.splitFactor);
  }

  /** By how much splits changed the first of these figures that they change. */
  splitFactorOf(concepts: Iterable<string>, period: string): number {
    for (const concept of concepts) {
      const point = this.find(concept, period);
      if (point && isKnown(point) && isSplit(point.unit)) return point.splitFactor;
    }
    return 1;
  }

  /** The last day of a period, as its figures have it. */
  endOf(period: string): string | null {
    for (const [concept, { newest }] of this.#periods.get(period) ?? this.#periods.get(lastDay(period)) ?? [])
      return this.#options.reader.readEnd(this.#figures.get(concept) ?? "", newest);
    return null;
  }

  /** The currencies of all figures, with the days on which they may be converted. */
  *amounts(): Iterable<{ currency: string; date: string }> {
    for (const figures of this.#periods.values())
      for (const [concept, { newest }] of figures) {
        const lines = this.#figures.get(concept) ?? "";
        const { currency, periodEnd } = this.#options.reader.readLine(lines, newest);
        if (currency !== null) yield { currency, date: periodEnd };
      }
  }

  /**
   * Figures of one label need not be of one period: a company that changed its year end has a year and a balance sheet
   * that end months apart. Nothing is computed from those.
   */
  evaluate(expression: Expression, period: string): Computed | Unknown {
    let end: string | null = null;
    const result = evaluate(expression, (concept, yearsBefore) => {
      const point = this.read(concept, this.#earlier(period, yearsBefore));
      if (!isKnown(point)) return point;
      const { periodEnd } = point;
      const own = yearsBefore === 0 ? periodEnd : addMonths(periodEnd, yearsBefore * YEAR_MONTHS);
      end ??= own;
      // Most are of the very day, and days are slow to compare.
      return own === end || isNear(own, end) ? point : { reason: describeMixed(concept, periodEnd, end) };
    });
    return isKnown(result) ? { ...result, end } : result;
  }

  /** The period so many years before; one of whole weeks ends a few days off. */
  #earlier(period: string, years: number): string | null {
    if (years === 0) return period;
    const year = Number(period.slice(0, 4)) - years;
    if (!Number.isInteger(year)) return null;
    const wanted = `${year}${period.slice(4)}`;
    if (!hasLength(period)) return wanted;
    const suffix = period.slice(LAST_DAY_LETTERS);
    const alike = [...this.#periods.keys()].find(
      (one) => one.endsWith(suffix) && isNear(lastDay(one), lastDay(wanted)),
    );
    return alike ?? wanted;
  }

  /** A printed figure. */
  read(concept: string, period: string | null): SeriesPoint | Unknown {
    const point = period === null ? undefined : this.find(concept, period);
    return point ?? { reason: `${concept} was not found${period === null ? "" : ` for ${period}`}` };
  }
}

/**
 * Of two periods with one label the newer one is shown: a company changed its year end, or two reports count the weeks
 * of one period differently.
 */
function chooseVersions(lines: string, known: Versions, other: Versions): Versions {
  const isOtherNewer = isNewer(lines, other.newest, known.newest);
  const [newer, older] = isOtherNewer ? [other, known] : [known, other];
  return { ...newer, before: newer.before < 0 ? older.newest : newer.before };
}

const describeMixed = (concept: string, own: string, other: string) =>
  `${concept} is of the period to ${own}, which does not belong to that of the other figures, to ${other}`;

const hasLength = (period: string) => period.endsWith("M");
const lastDay = (period: string) => period.slice(0, LAST_DAY_LETTERS);
