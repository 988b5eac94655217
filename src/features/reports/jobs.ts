import { z } from "zod";
import { type AnyJob, defineJob } from "../../kernel/job.ts";
import { inTransaction } from "../../platform/db/index.ts";
import { digestJob, embedJob, refundJob, renditionJob } from "./digest/digest-jobs.ts";
import { type DigestTools, digestReport } from "./digest/digest-report.ts";
import { type EmbedTools, embedReport } from "./digest/embed-report.ts";
import { listUndigested } from "./digest/store.ts";
import { printRendition, type RenditionTools } from "./rendition/print-rendition.ts";
import { listWithoutRendition } from "./rendition/store.ts";
import { refundUpload } from "./uploads/pay-upload.ts";

/** At five minutes a try about a day: a full disk or a database that is away is no fault of the report. */
const ATTEMPTS_MAX = 300;
const REPAIRED_AT_ONCE = 1_000;

export interface ReportJobTools extends DigestTools, EmbedTools, RenditionTools {}

export const reportJobs = (tools: ReportJobTools): readonly AnyJob[] => [
  defineJob({
    ...digestJob,
    attemptsMax: ATTEMPTS_MAX,
    timeoutSeconds: 1_800,
    atOnce: 2,
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
      const isDone = await inTransaction(tools.db, (sql) => refundUpload(sql, report_id));
      // It comes back until the upload has been settled or released.
      if (!isDone) throw new Error(`${report_id}: its upload has not settled yet`);
    },
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
 * Queues what is due by the state of its report. A job is written together with that state, so this finds only what
 * was given up after its last attempt, came from an older version, or waits for a browser there is now.
 */
async function queueForgotten({ db, jobs, browser }: ReportJobTools, signal: AbortSignal): Promise<void> {
  for (let after = ""; ; ) {
    const reports = await listUndigested(db, { after, limit: REPAIRED_AT_ONCE });
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
  for (const { report_id } of await listWithoutRendition(db, REPAIRED_AT_ONCE))
    await jobs.send(db, renditionJob, { report_id }, { key: report_id });
}
