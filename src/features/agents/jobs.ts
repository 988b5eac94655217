import { z } from "zod";
import { type AnyJob, defineJob } from "../../kernel/job.ts";
import type { Database } from "../../platform/db/index.ts";
import type { Jobs } from "../../platform/jobs/index.ts";
import type { LanguageModel } from "../../platform/models/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import { ReportShelf } from "../answers/index.ts";
import { openLedger } from "../credits/index.ts";
import type { Announce } from "./announce.ts";
import { RUN_ATTEMPTS_MAX, runBuilder } from "./runs/run-builder.ts";
import { runJob } from "./runs/run-job.ts";
import { listUnfinishedRuns } from "./runs/store.ts";
import { fireDue } from "./subscriptions/fire-due.ts";

export interface AgentJobTools {
  db: Database;
  storage: Storage;
  jobs: Jobs;
  announce: Announce;
  /** Null where none is configured: the built-in reader reads alone. */
  languageModel: LanguageModel | null;
  /** The hour by which subscriptions are due. */
  now: () => Date;
}

const SHELF_BYTES_MAX = 256_000_000;
const PICKED_UP_MAX = 1_000;

export const agentJobs = (tools: AgentJobTools): readonly AnyJob[] => {
  const { db, jobs, now } = tools;
  const runTools = { ...tools, shelf: new ReportShelf(tools, SHELF_BYTES_MAX), ledger: openLedger(db) };
  return [
    defineJob({
      ...runJob,
      attemptsMax: RUN_ATTEMPTS_MAX,
      timeoutSeconds: 1_800,
      run: ({ run_id }, signal) => runBuilder(runTools, run_id, signal),
    }),
    defineJob({
      name: "agents.fire",
      payload: z.object({}),
      schedule: "* * * * *",
      attemptsMax: 1,
      timeoutSeconds: 50,
      // Safe to repeat: a due time has one run. What was started and not queued is queued now.
      async run() {
        await fireDue(db, now());
        for (const run_id of await listUnfinishedRuns(db, PICKED_UP_MAX))
          await jobs.send(runJob, { run_id }, run_id);
      },
    }),
  ];
};
