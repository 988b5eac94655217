import { z } from "zod";
import { type AnyJob, defineJob } from "../../kernel/job.ts";
import type { Jobs } from "../../platform/jobs/index.ts";
import type { StoringTools } from "./storing/read-report.ts";
import { rereadStatements } from "./storing/reread.ts";

/** What callers need to queue it: reads every report that this version of the reader has not read. */
export const readingJob = {
  name: "statements.read",
  payload: z.object({ after: z.string().default("") }),
} as const;

export const statementJobs = (tools: StoringTools & { jobs: Jobs }): readonly AnyJob[] => [
  defineJob({
    ...readingJob,
    atStart: true,
    attemptsMax: 5,
    timeoutSeconds: 1_200,
    async run({ after }, signal) {
      const { failed, last } = await rereadStatements(tools, { after, signal });
      if (last !== null)
        await tools.jobs.send(tools.db, readingJob, { after: last }, { key: `after ${last}` });
      const [first] = failed;
      if (first) throw new Error(`${failed.length} reports, such as ${first.report_id}: ${first.reason}`);
    },
  }),
];
