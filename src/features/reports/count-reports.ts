import { batchLoader, type Sql } from "../../platform/db/index.ts";
import { countReports, type ReportQuery, readRevision } from "./store.ts";

const COUNTS_MAX = 2_000;

/**
 * Exact totals without counting each time: a count is cached with the revision of its data, and used only while that
 * revision is current.
 */
export function cachedReportCounts(sql: Sql): (query: ReportQuery) => Promise<number> {
  const counts = new Map<string, { total: number; revision: number }>();
  const currentRevision = batchLoader(async () => new Map([["revision", await readRevision(sql)]]));
  return async (query) => {
    const key = JSON.stringify({ ...query, order: null, limit: null, offset: null });
    const revision = await currentRevision("revision");
    const kept = counts.get(key);
    if (kept && kept.revision === revision) return kept.total;
    const counted = await countReports(sql, query);
    counts.delete(key);
    counts.set(key, counted);
    const [oldest] = counts.keys();
    if (counts.size > COUNTS_MAX && oldest !== undefined) counts.delete(oldest);
    return counted.total;
  };
}
