import { z } from "zod";
import { type AnyJob, defineJob } from "../../kernel/job.ts";
import { inTransaction } from "../../platform/db/index.ts";
import { digestJob, embedJob, refundJob, renditionJob } from "./digest/digest-jobs.ts";
import { type DigestTools, digestReport } from "./digest/digest-report.ts";
import { type EmbedTools, embedReport } from "./digest/embed-report.ts";
import { listUndigested, lockFailedReport } from "./digest/store.ts";
import { printRendition, type RenditionTools } from "./rendition/print-rendition.ts";
import { listWithoutRendition } from "./rendition/store.ts";
import { refundUpload } from "./uploads/pay-upload.ts";
import { settleUploads } from "./uploads/settle-uploads.ts";

/** With five minutes per attempt, about a day: a full disk or a database outage is not the report's fault. */
const ATTEMPTS_MAX = 300;
const REPAIRS_PER_BATCH = 1_000;

export interface ReportJobTools extends DigestTools, EmbedTools, RenditionTools {}

export const reportJobs = (tools: ReportJobTools): readonly AnyJob[] => [
  defineJob({
    ...digestJob,
    attemptsMax: ATTEMPTS_MAX,
    timeoutSeconds: 1_800,
    concurrency: 2,
    run: ({ report_id, priority }, signal) => digestReport(tools, { reportId: report_id, priority }, signal),
  }),
  defineJob({
    ...embedJob,
    attemptsMax: ATTEMPTS_MAX,
    timeoutSeconds: 3_600,
    run: ({ report_id }, signal) => embedReport(tools, report_id, signal),
  }),
  defineJob({
    ...renditionJob,
    attemptsMax: 5,
    timeoutSeconds: 900,
    run: ({ report_id }, signal) => printRendition(tools, report_id, signal),
  }),
  defineJob({
    ...refundJob,
    attemptsMax: ATTEMPTS_MAX,
    timeoutSeconds: 60,
    async run({ report_id }) {
      const isDone = await inTransaction(
        tools.db,
        // Sent again in the meantime, the report is being read, and its payment is for that.
        async (sql) => !(await lockFailedReport(sql, report_id)) || refundUpload(sql, report_id),
      );
      // Retried until the upload has been settled or released.
      if (!isDone) throw new Error(`${report_id}: its upload has not settled yet`);
    },
  }),
  defineJob({
    name: "reports.settle-uploads",
    payload: z.object({}),
    schedule: "* * * * *",
    attemptsMax: 1,
    timeoutSeconds: 300,
    run: (_payload, signal) => settleUploads(tools, signal),
  }),
  defineJob({
    name: "reports.pick-up",
    payload: z.object({}),
    atStart: true,
    attemptsMax: 3,
    timeoutSeconds: 600,
    run: (_payload, signal) => queueForgotten(tools, signal),
  }),
];

/**
 * Queues the step that each report's state requires. A job is written together with that state, so this finds only
 * jobs that were abandoned after their last attempt, come from an older version, or waited for a browser that now
 * exists.
 */
async function queueForgotten({ db, jobs, browser }: ReportJobTools, signal: AbortSignal): Promise<void> {
  for (let after = ""; ; ) {
    const reports = await listUndigested(db, { after, limit: REPAIRS_PER_BATCH });
    for (const { report_id, digest_state } of reports) {
      signal.throwIfAborted();
      const due = digest_state === "embedding" ? embedJob : digestJob;
      await jobs.send(db, due, { report_id }, { key: report_id });
    }
    const last = reports.at(-1);
    if (!last) break;
    after = last.report_id;
  }
  if (!browser) return;
  for (const { report_id } of await listWithoutRendition(db, REPAIRS_PER_BATCH))
    await jobs.send(db, renditionJob, { report_id }, { key: report_id });
}
