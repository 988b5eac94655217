import { z } from "zod";
import { type AnyJob, defineJob } from "../../kernel/job.ts";
import type { Database } from "../../platform/db/index.ts";
import type { Jobs } from "../../platform/jobs/index.ts";
import { indexReport, reindexReports } from "./indexing/index-report.ts";
import { runOnArticles, runOnReport } from "./saved/run-saved.ts";
import { fillVectorIndex, indexMissingVectors } from "./vectors/pgvector/index-search.ts";

/** What callers need to queue it: indexes every ready report that is not up to date, and fills the index of vectors. */
export const indexingJob = {
  name: "search.index",
  payload: z.object({ after: z.string().default("") }),
} as const;

/** Queued with the transaction that makes a report ready. */
export const newReportJob = {
  name: "search.new-report",
  payload: z.object({
    report_id: z.string(),
    /** The saved search after which a turn continues. */
    after: z.object({ account_id: z.string(), search_id: z.string() }).optional(),
  }),
} as const;

const ATTEMPTS_MAX = 300;

export const searchJobs = ({ db, jobs }: { db: Database; jobs: Jobs }): readonly AnyJob[] => [
  defineJob({
    ...indexingJob,
    atStart: true,
    // Also what came since: from nodes of the version before, and from commands that stopped halfway.
    schedule: "37 * * * *",
    attemptsMax: 5,
    timeoutSeconds: 1_200,
    async run({ after }, signal) {
      const { last, failed } = await reindexReports(db, { after, signal });
      if (last !== null) await jobs.send(db, indexingJob, { after: last }, { key: `after ${last}` });
      else await fillVectorIndex(db, signal);
      const [first] = failed;
      if (first)
        throw new Error(`${failed.length} reports were not indexed: ${first.report_id}: ${first.reason}`);
    },
  }),
  defineJob({
    ...newReportJob,
    attemptsMax: ATTEMPTS_MAX,
    timeoutSeconds: 600,
    async run({ report_id, after }, signal) {
      await indexReport(db, report_id);
      await indexMissingVectors(db, [report_id]);
      const last = await runOnReport({ db, jobs }, { reportId: report_id, after }, { signal });
      const key = `${report_id} ${last?.search_id}`;
      if (last) await jobs.send(db, newReportJob, { report_id, after: last }, { key });
    },
  }),
  defineJob({
    name: "search.new-articles",
    payload: z.object({}),
    schedule: "* * * * *",
    attemptsMax: 3,
    timeoutSeconds: 600,
    // Safe to repeat: an article leaves the queue with its events.
    run: (_payload, signal) => runOnArticles({ db, jobs }, signal),
  }),
];
