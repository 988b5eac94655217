import type { Sql } from "../../../platform/db/index.ts";
import { listSplits } from "../../prices/index.ts";
import { groupBy } from "../showing/restatements.ts";
import type { SeriesPoint } from "./read-point.ts";

/** Today's shares for one share of a report published on that day. */
export type SplitFactor = (published: string) => number;

export const NO_SPLITS: SplitFactor = () => 1;

/** What a split changes: amounts per share, and counts of shares. */
export function isSplit(unit: string): boolean {
  return unit === "per_share" || unit === "shares";
}

/** The factors of each company. */
export async function openSplits(
  sql: Sql,
  svcEntityIds: readonly string[],
  asOf: string | null,
): Promise<(svcEntityId: string) => SplitFactor> {
  const byCompany = groupBy(await listSplits(sql, svcEntityIds, asOf), ({ svc_entity_id }) => svc_entity_id);
  return (svcEntityId) => {
    const own = byCompany.get(svcEntityId) ?? [];
    return (published) =>
      own.reduce((product, { ex_date, ratio }) => (ex_date > published ? product * ratio : product), 1);
  };
}

const ROUNDING = 0.005;

/** A point in today's shares. What an earlier report gave is restated only where it differs in today's shares, too. */
export function adjustForSplits(point: SeriesPoint, splitFactor: SplitFactor): SeriesPoint {
  if (!isSplit(point.unit)) return point;
  const factor = splitFactor(point.published);
  const value = adjust(point.value, point.unit, factor);
  const before =
    point.restated && adjust(point.restated.value, point.unit, splitFactor(point.restated.published));
  const isRestated = before !== null && Math.abs(before - value) > Math.max(ROUNDING, Math.abs(value) * 1e-9);
  return {
    ...point,
    value,
    restated: isRestated && point.restated ? { ...point.restated, value: before } : null,
    splitFactor: factor,
  };
}

function adjust(value: number, unit: SeriesPoint["unit"], factor: number): number {
  if (factor === 1) return value;
  return Number((unit === "shares" ? value * factor : value / factor).toPrecision(12));
}
