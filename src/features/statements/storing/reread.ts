import { inTransaction } from "../../../platform/db/index.ts";
import { listStoredReports, type StoredReport } from "../../reports/index.ts";
import { STATEMENTS_VERSION } from "../statement.ts";
import { type StoringTools, storeStatements } from "./read-report.ts";
import { listRead, lockReading } from "./store.ts";

const REPORTS_AT_ONCE = 200;

export interface Reread {
  read: number;
  /** Read before by this version, and left as they were. */
  current: number;
  failed: { report_id: string; reason: string }[];
  /** The last report looked at; null when there are no more. */
  last: string | null;
}

export interface RereadOptions {
  after: string;
  signal?: AbortSignal;
  /** After each report that had to be read. */
  onReport?: (soFar: Reread) => void;
}

/**
 * Reads the statements of the next reports by id. What this version has read is left out, so that an interrupted run
 * continues where it stopped; one report that cannot be loaded does not stop the others.
 */
export async function rereadStatements(
  tools: StoringTools,
  { after, signal, onReport }: RereadOptions,
): Promise<Reread> {
  const reports = await listStoredReports(tools.db, { after, limit: REPORTS_AT_ONCE });
  const known = await listRead(tools.db, STATEMENTS_VERSION, reports);
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
      if (await readOnce(tools, report)) result.read++;
      else result.current++;
    } catch (error) {
      result.failed.push({ report_id: report.report_id, reason: String(error).slice(0, 300) });
    }
    onReport?.(result);
  }
  return result;
}

/** The service reads in the background what a command may be reading: each waits for the other, and only one reads. */
async function readOnce(tools: StoringTools, report: StoredReport): Promise<boolean> {
  return inTransaction(tools.db, async (sql) => {
    await lockReading(sql, report.report_id);
    const read = await listRead(sql, STATEMENTS_VERSION, [report]);
    if (read.has(report.report_id)) return false;
    await storeStatements(tools, report);
    return true;
  });
}
