import { z } from "zod";
import { type AnyJob, defineJob } from "../../kernel/job.ts";
import type { Jobs } from "../../platform/jobs/index.ts";
import { type DigestTools, digestReport } from "./digest/digest-report.ts";
import { type EmbedTools, embedReport } from "./digest/embed-report.ts";
import { listUndigested } from "./digest/store.ts";
import { printTwin, type TwinTools } from "./twin/print-twin.ts";
import { findUntwinned, listUntwinned } from "./twin/store.ts";

const Payload = z.object({ report_id: z.string(), rank: z.enum(["awaited", "in turn"]).default("in turn") });
const PICKED_UP_MAX = 1_000;

/** What callers need to queue a digest; the work itself is `reportJobs`. */
export const digestJob = { name: "reports.digest", payload: Payload } as const;
const embedJob = { name: "reports.embed", payload: Payload } as const;
const twinJob = { name: "reports.twin", payload: Payload } as const;

export interface ReportJobTools extends DigestTools, EmbedTools, TwinTools {
  jobs: Jobs;
}

export const reportJobs = (tools: ReportJobTools): readonly AnyJob[] => [
  defineJob({
    ...digestJob,
    attemptsMax: 20,
    timeoutSeconds: 1_800,
    atOnce: 2,
    async run({ report_id, rank }, signal) {
      if (await digestReport(tools, report_id, signal))
        await tools.jobs.send(embedJob, { report_id, rank }, report_id, rank);
      if (tools.browser && (await findUntwinned(tools.db, report_id)))
        await tools.jobs.send(twinJob, { report_id, rank }, report_id, rank);
    },
  }),
  defineJob({
    ...embedJob,
    attemptsMax: 20,
    timeoutSeconds: 3_600,
    run: ({ report_id }, signal) => embedReport(tools, report_id, signal),
  }),
  defineJob({
    ...twinJob,
    attemptsMax: 5,
    timeoutSeconds: 900,
    run: ({ report_id }, signal) => printTwin(tools, report_id, signal),
  }),
  defineJob({
    name: "reports.pick-up",
    payload: z.object({}),
    schedule: "* * * * *",
    attemptsMax: 1,
    timeoutSeconds: 50,
    // A crash between two steps loses a job, never the report: its state says which step is due.
    async run() {
      for (const { report_id, digest_state } of await listUndigested(tools.db, PICKED_UP_MAX)) {
        const due = digest_state === "embedding" ? embedJob : digestJob;
        await tools.jobs.send(due, { report_id }, report_id);
      }
      if (!tools.browser) return;
      for (const { report_id } of await listUntwinned(tools.db, PICKED_UP_MAX))
        await tools.jobs.send(twinJob, { report_id }, report_id);
    },
  }),
];
