import type { Viewer } from "../../../kernel/viewer.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { isYearBefore } from "../columns/calendar.ts";
import type { Measure } from "../measures/measure.ts";
import type { Series } from "./build-series.ts";
import { findSeries } from "./find-series.ts";

/** Companies publish at different times: the latest of one may be years before that of another. */
const YEARS = 12;

export interface LatestFigure {
  svc_entity_id: string;
  figure: string;
  value: number;
  unit: Measure["unit"];
  currency: string | null;
  /** The fiscal year. */
  period: string;
  /** Against the year before, as a share of it; for a ratio the difference. Null without a year before. */
  change: number | null;
}

/** The latest annual value of each measure of many companies, with its change. */
export async function listLatestFigures(
  sql: Sql,
  viewer: Viewer,
  { svcEntityIds, measures }: { svcEntityIds: readonly string[]; measures: readonly Measure[] },
): Promise<LatestFigure[]> {
  const { periods, series } = await findSeries(sql, viewer, {
    svcEntityIds,
    measures,
    frequency: "annual",
    alignment: "fiscal",
    from: "1900-01-01",
    to: "2200-12-31",
    periodsMax: YEARS,
    currency: null,
    asOf: null,
  });
  return series.flatMap((one) => latestOf(one, periods));
}

function latestOf(
  { svc_entity_id, figure, unit, currency, values, period_ends }: Series,
  periods: readonly string[],
): LatestFigure[] {
  const index = values.findLastIndex((value) => value !== null);
  const [value, period] = [values[index], periods[index]];
  if (value === undefined || value === null || period === undefined) return [];
  const [end, endBefore] = [period_ends[index], period_ends[index - 1]];
  const hasBefore = end && endBefore ? isYearBefore(endBefore, end) : false;
  const before = hasBefore ? (values[index - 1] ?? null) : null;
  return [{ svc_entity_id, figure, value, unit, currency, period, change: changeOf(unit, before, value) }];
}

/** A loss has no rate of growth. */
function changeOf(unit: Measure["unit"], before: number | null, value: number): number | null {
  if (before === null) return null;
  if (unit === "number") return value - before;
  return before > 0 ? value / before - 1 : null;
}
