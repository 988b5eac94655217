import { inTransaction } from "../../../platform/db/index.ts";
import { removeUnusedFiles } from "../../accounts/index.ts";
import type { ReportTools } from "../add-report.ts";
import { eraseReport } from "../erase-report.ts";
import { findReport, lockFile } from "../store.ts";
import { settleUpload } from "./pay-upload.ts";
import { listUnsettledUploads } from "./store.ts";

const UPLOADS_PER_BATCH = 200;

/**
 * Deletes uploads that no one paid for, because the call failed or died after it had added the report: what fails
 * costs nothing and leaves nothing.
 */
export async function settleUploads(tools: Omit<ReportTools, "jobs">, signal: AbortSignal): Promise<void> {
  for (let after = ""; ; ) {
    const uploads = await listUnsettledUploads(tools.db, { after, limit: UPLOADS_PER_BATCH });
    for (const { report_id } of uploads) {
      signal.throwIfAborted();
      await settleOne(tools, report_id);
    }
    const last = uploads.at(-1);
    if (!last) return;
    after = last.report_id;
  }
}

async function settleOne(tools: Omit<ReportTools, "jobs">, reportId: string): Promise<void> {
  const files = await inTransaction(tools.db, async (sql) => {
    const report = await findReport(sql, reportId);
    if (!report?.account_id) return [];
    // In the order of an upload, so that one of the same file finds the report as it was, or not at all.
    await lockFile(sql, report);
    if ((await settleUpload(sql, reportId)) !== "unpaid") return [];
    const { digest_state } = (await findReport(sql, reportId)) ?? report;
    // It was refunded, and says why it could not be read.
    if (digest_state === "failed") return [];
    const erased = await eraseReport(sql, { report_id: reportId, account_id: report.account_id });
    return erased?.files ?? [];
  });
  await removeUnusedFiles(tools, files);
}
