import { listStoredReports } from "../../reports/index.ts";
import { STATEMENTS_VERSION } from "../statement.ts";
import { type StoringTools, storeStatements } from "./read-report.ts";
import { listRead } from "./store.ts";

const REPORTS_AT_ONCE = 200;

export interface Reread {
  read: number;
  /** Read before by this version, and left as they were. */
  current: number;
  failed: { report_id: string; reason: string }[];
  /** The last report looked at; null when there are no more. */
  last: string | null;
}

/**
 * Reads the statements of the next reports by id. What this version has read is left out, so that an interrupted run
 * continues where it stopped; one report that cannot be loaded does not stop the others.
 */
export async function rereadStatements(
  tools: StoringTools,
  { after, all, signal }: { after: string; all: boolean; signal?: AbortSignal },
): Promise<Reread> {
  const reports = await listStoredReports(tools.db, { after, limit: REPORTS_AT_ONCE });
  const known = all ? new Set<string>() : await listRead(tools.db, STATEMENTS_VERSION, reports);
  const result: Reread = {
    read: 0,
    current: known.size,
    failed: [],
    last: reports.at(-1)?.report_id ?? null,
  };
  for (const report of reports) {
    if (known.has(report.report_id)) continue;
    signal?.throwIfAborted();
    try {
      await storeStatements(tools, report);
      result.read++;
    } catch (error) {
      result.failed.push({ report_id: report.report_id, reason: String(error).slice(0, 300) });
    }
  }
  return result;
}
