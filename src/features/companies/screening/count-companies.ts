import type { Sql } from "../../../platform/db/index.ts";
import type { CurrentRevision } from "../current-revision.ts";
import { countCompanies, type Filter } from "./store.ts";

const COUNTS_MAX = 2_000;

/**
 * Exact totals without counting each time: a count is cached with the revision of its data, and used only while that
 * revision is current.
 */
export function cachedCounts(
  sql: Sql,
  currentRevision: CurrentRevision,
): (filter: Filter) => Promise<number> {
  const counts = new Map<string, { total: number; revision: number }>();
  return async (filter) => {
    const key = JSON.stringify(Object.values(filter));
    const revision = await currentRevision();
    const kept = counts.get(key);
    if (kept && kept.revision === revision) return kept.total;
    const counted = await countCompanies(sql, filter);
    counts.delete(key);
    counts.set(key, counted);
    const [oldest] = counts.keys();
    if (counts.size > COUNTS_MAX && oldest !== undefined) counts.delete(oldest);
    return counted.total;
  };
}
