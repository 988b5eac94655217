import type { Viewer } from "../../../kernel/viewer.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { listSplits } from "../../prices/index.ts";
import type { Unknown } from "../measures/evaluate.ts";
import { groupBy } from "../showing/restatements.ts";
import type { SeriesPoint } from "./read-point.ts";
import { listUndatedReports } from "./store.ts";

/** Today's shares for one share of a report that counts from that day; null where that is not known. */
export type SplitFactor = (published: string) => number | null;

export const NO_SPLITS: SplitFactor = () => 1;

/** What a split changes: amounts per share, and counts of shares. */
export function isSplit(unit: string): boolean {
  return unit === "per_share" || unit === "shares";
}

/**
 * The factors of each company. A report without a day of publication counts from the latest day on which it can have
 * been published: whether a split between its last period and that day is in its numbers is not known.
 */
export async function openSplits(
  sql: Sql,
  viewer: Viewer,
  { svcEntityIds, asOf }: { svcEntityIds: readonly string[]; asOf: string | null },
): Promise<(svcEntityId: string) => SplitFactor> {
  const byCompany = groupBy(await listSplits(sql, svcEntityIds, asOf), ({ svc_entity_id }) => svc_entity_id);
  const reports =
    byCompany.size === 0
      ? []
      : await listUndatedReports(sql, viewer, { svcEntityIds: [...byCompany.keys()] });
  const undated = groupBy(reports, ({ svc_entity_id }) => svc_entity_id);
  return (svcEntityId) => {
    const own = byCompany.get(svcEntityId) ?? [];
    const unknown = new Set(
      (undated.get(svcEntityId) ?? [])
        .filter(({ last_day, published }) =>
          own.some(({ ex_date }) => ex_date > last_day && ex_date <= published),
        )
        .map(({ published }) => published),
    );
    return (published) =>
      unknown.has(published)
        ? null
        : own.reduce((product, { ex_date, ratio }) => (ex_date > published ? product * ratio : product), 1);
  };
}

const ROUNDING = 0.005;

/** A point in today's shares. What an earlier report gave is restated only where it differs in today's shares, too. */
export function adjustForSplits(point: SeriesPoint, splitFactor: SplitFactor): SeriesPoint | Unknown {
  if (!isSplit(point.unit)) return point;
  const factor = splitFactor(point.published);
  if (factor === null) return { reason: UNKNOWN_FACTOR };
  const value = adjust(point.value, point.unit, factor);
  const factorBefore = point.restated && splitFactor(point.restated.published);
  const before =
    point.restated && factorBefore !== null ? adjust(point.restated.value, point.unit, factorBefore) : null;
  const isRestated = before !== null && Math.abs(before - value) > Math.max(ROUNDING, Math.abs(value) * 1e-9);
  return {
    ...point,
    value,
    restated: isRestated && point.restated ? { ...point.restated, value: before } : null,
    splitFactor: factor,
  };
}

const UNKNOWN_FACTOR =
  "the report has no publication date, and shares were split after its last period: it may have been published before or after";

function adjust(value: number, unit: SeriesPoint["unit"], factor: number): number {
  if (factor === 1) return value;
  return Number((unit === "shares" ? value * factor : value / factor).toPrecision(12));
}
