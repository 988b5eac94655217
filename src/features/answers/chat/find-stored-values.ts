import type { AnyOperation } from "../../../kernel/operation.ts";
import { isYearBefore } from "../../statements/index.ts";
import { findPeriods } from "../figures/question-periods.ts";
import type { NamedCompany } from "./ask-reports.ts";
import type { ChatRunner } from "./chat-runner.ts";
import type { YearRange } from "./list-range.ts";
import { isStatementFigure, type StoredValue, statementFigure } from "./stored-figures.ts";

/** A figure of one year, and of the year before it. */
export interface YearValue {
  now: StoredValue;
  before: StoredValue | null;
}

interface SeriesReply {
  periods: string[];
  series: {
    svc_entity_id: string;
    figure: string;
    unit: StoredValue["unit"];
    currency: string | null;
    period_ends: (string | null)[];
    values: (number | null)[];
    confidence: (number | null)[];
    claim_ids: string[][];
  }[];
}

export interface StoredValues {
  /** For the year asked about, by company. */
  values: Map<string, YearValue>;
  /** All years there is a value for, by company. */
  years: Map<string, string[]>;
}

const YEARS = 12;
/** A value of which the reader is less sure is not given. */
const CONFIDENCE_MIN = 0.65;

export interface StoredQuery {
  companies: readonly NamedCompany[];
  figureId: string;
  isChange: boolean;
  question: string;
}

/**
 * A figure of several companies for the year asked about, or for the latest year of each, from the stored statements.
 * Companies without it are left out; a question for a quarter or a half-year has none.
 */
export async function findStoredValues(
  runner: ChatRunner,
  showSeries: AnyOperation,
  { companies, figureId, isChange, question }: StoredQuery,
): Promise<StoredValues> {
  const period = findPeriods(question).at(-1)?.last ?? null;
  const found: StoredValues = { values: new Map(), years: new Map() };
  if ((period !== null && period.span !== "year") || !isStatementFigure(figureId)) return found;
  const reply = await runSeries(runner, showSeries, { companies, figureIds: [figureId] });
  for (const series of reply?.series ?? []) {
    const periods = reply?.periods ?? [];
    const value = readYear(series, periods, period?.year ?? null);
    if (value && (!isChange || value.before))
      found.values.set(series.svc_entity_id, withExpression(value, figureId));
    const years = periods.filter((_, index) => valueAt(series, periods, index) !== null);
    if (years.length > 0) found.years.set(series.svc_entity_id, years);
  }
  return found;
}

/** The values of each company for the years of a range, the earliest first. Years without a sure value are left out. */
export async function findStoredRange(
  runner: ChatRunner,
  showSeries: AnyOperation,
  query: Pick<StoredQuery, "companies" | "figureId"> & { range: YearRange },
): Promise<Map<string, StoredValue[]>> {
  const { companies, range, figureId } = query;
  const { from, to, last = Number.POSITIVE_INFINITY } = range;
  const reply = await runSeries(runner, showSeries, { companies, figureIds: [figureId] });
  return new Map(
    (reply?.series ?? []).map((series) => {
      const periods = reply?.periods ?? [];
      const values = periods.flatMap((_, index) => valueAt(series, periods, index) ?? []);
      const within = values.filter(({ year }) => year >= from && year <= to).slice(-last);
      return [series.svc_entity_id, within.map((now) => withExpression({ now, before: null }, figureId).now)];
    }),
  );
}

/** The values of several figures of a company for one year, those it has; null where there is none of that year. */
export async function findStoredLines(
  runner: ChatRunner,
  showSeries: AnyOperation,
  { company, figureIds, year }: { company: NamedCompany; figureIds: readonly string[]; year: number | null },
): Promise<{ figureId: string; value: StoredValue }[]> {
  const reply = await runSeries(runner, showSeries, { companies: [company], figureIds });
  const periods = reply?.periods ?? [];
  const series = reply?.series ?? [];
  const values = series.map((one) => readYear(one, periods, year)?.now ?? null);
  const latest = Math.max(...values.map((value) => value?.year ?? 0));
  return figureIds.flatMap((figureId) => {
    const at = series.findIndex(({ figure }) => figure === statementFigure(figureId));
    const value = values[at];
    // A line that only an earlier year has is none of this statement.
    if (!value || value.year !== latest) return [];
    return [{ figureId, value: withExpression({ now: value, before: null }, figureId).now }];
  });
}

const runSeries = (
  runner: ChatRunner,
  showSeries: AnyOperation,
  { companies, figureIds }: Pick<StoredQuery, "companies"> & { figureIds: readonly string[] },
) =>
  runner.run<SeriesReply>(
    showSeries,
    {
      svc_entity_ids: companies.map(({ svc_entity_id }) => svc_entity_id),
      figures: figureIds.map(statementFigure),
      periods: YEARS,
    },
    `Stored statements of ${companies.map(({ name }) => name).join(", ")}`,
  );

/** The value of a year, or of the latest one there is, and that of the year before. */
function readYear(
  series: SeriesReply["series"][number],
  periods: readonly string[],
  year: number | null,
): YearValue | null {
  const index =
    year === null
      ? periods.findLastIndex((_, at) => valueAt(series, periods, at) !== null)
      : periods.indexOf(String(year));
  const now = valueAt(series, periods, index);
  const [endBefore, end] = [series.period_ends[index - 1], series.period_ends[index]];
  // Where the year end has changed, the year called by the number before is not the year before.
  const hasBefore = endBefore && end ? isYearBefore(endBefore, end) : false;
  return now && { now, before: hasBefore ? valueAt(series, periods, index - 1) : null };
}

function valueAt(
  { values, claim_ids, confidence, unit, currency }: SeriesReply["series"][number],
  periods: readonly string[],
  index: number,
): StoredValue | null {
  const value = values[index] ?? null;
  if (value === null || (confidence[index] ?? 0) < CONFIDENCE_MIN) return null;
  return {
    value,
    unit,
    currency,
    year: Number(periods[index]),
    claimIds: claim_ids[index] ?? [],
    expression: null,
  };
}

/** A figure read from several cells is computed, and says from what. */
function withExpression({ now, before }: YearValue, figureId: string): YearValue {
  const expression = statementFigure(figureId).replaceAll("_", " ");
  const name = (value: StoredValue) => (value.claimIds.length > 1 ? { ...value, expression } : value);
  return { now: name(now), before: before && name(before) };
}
