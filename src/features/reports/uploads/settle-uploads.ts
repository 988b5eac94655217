import { inTransaction } from "../../../platform/db/index.ts";
import { queueFileRemoval } from "../../accounts/index.ts";
import type { ReportTools } from "../add-report.ts";
import { eraseReport } from "../erase-report.ts";
import { findReport, lockFile } from "../store.ts";
import { settleUpload } from "./pay-upload.ts";
import { listUnsettledUploads } from "./store.ts";

const UPLOADS_PER_BATCH = 200;

/**
 * Deletes uploads that no one paid for, because the call failed or died after it had added the report: what fails
 * costs nothing and leaves nothing. One that cannot be settled now does not keep the others from it.
 */
export async function settleUploads(tools: ReportTools, signal: AbortSignal): Promise<void> {
  const errors: unknown[] = [];
  for (let after = ""; ; ) {
    const uploads = await listUnsettledUploads(tools.db, { after, limit: UPLOADS_PER_BATCH });
    for (const { report_id } of uploads) {
      signal.throwIfAborted();
      await settleOne(tools, report_id).catch((error: unknown) => errors.push(error));
    }
    const last = uploads.at(-1);
    if (!last) break;
    after = last.report_id;
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} uploads could not be settled`);
}

async function settleOne(tools: ReportTools, reportId: string): Promise<void> {
  await inTransaction(tools.db, async (sql) => {
    const report = await findReport(sql, reportId);
    if (!report?.account_id) return;
    // In the order of an upload, so that one of the same file finds the report as it was, or not at all.
    await lockFile(sql, report);
    if ((await settleUpload(sql, reportId)) !== "unpaid") return;
    const { digest_state } = (await findReport(sql, reportId)) ?? report;
    // It was refunded, and says why it could not be read.
    if (digest_state === "failed") return;
    const erased = await eraseReport(sql, { report_id: reportId, account_id: report.account_id });
    await queueFileRemoval(tools.jobs, sql, erased?.files ?? []);
  });
}
