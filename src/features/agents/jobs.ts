import { z } from "zod";
import { type AnyJob, defineJob } from "../../kernel/job.ts";
import type { Database, Sql } from "../../platform/db/index.ts";
import type { Jobs } from "../../platform/jobs/index.ts";
import type { LanguageModel } from "../../platform/models/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import type { ReportCache } from "../answers/index.ts";
import { openLedger } from "../credits/index.ts";
import type { Announce } from "./announce.ts";
import { runBuilder } from "./runs/run-builder.ts";
import { runJob } from "./runs/run-job.ts";
import { listUnfinishedRuns } from "./runs/store.ts";
import { fireDue } from "./subscriptions/fire-due.ts";

export interface AgentJobTools {
  db: Database;
  storage: Storage;
  jobs: Jobs;
  announce: Announce;
  /** Null when none is configured: then only the built-in reader reads. */
  languageModel: LanguageModel | null;
  reportCache: ReportCache;
  /** The time that decides which subscriptions are due. */
  now: () => Date;
}

const REPAIRS_MAX = 1_000;
/** More than a run's own attempts: nodes that die do not use them up. */
const JOB_ATTEMPTS_MAX = 300;

export const agentJobs = (tools: AgentJobTools): readonly AnyJob[] => {
  const { db, jobs, now } = tools;
  const queueRun = (sql: Sql, run_id: string) => jobs.send(sql, runJob, { run_id }, { key: run_id });
  const runTools = { ...tools, cache: tools.reportCache, ledger: openLedger(db) };
  return [
    defineJob({
      ...runJob,
      attemptsMax: JOB_ATTEMPTS_MAX,
      timeoutSeconds: 1_800,
      run: ({ run_id }, signal) => runBuilder(runTools, run_id, signal),
    }),
    defineJob({
      name: "agents.fire",
      payload: z.object({}),
      schedule: "* * * * *",
      attemptsMax: 1,
      timeoutSeconds: 50,
      // Safe to repeat: each due time has one run.
      async run() {
        await fireDue({ db, queueRun }, now());
      },
    }),
    defineJob({
      name: "agents.pick-up",
      payload: z.object({}),
      atStart: true,
      attemptsMax: 3,
      timeoutSeconds: 300,
      // A job is written together with its run, so this finds only abandoned runs or those of an older
      // version.
      async run() {
        for (const run_id of await listUnfinishedRuns(db, REPAIRS_MAX)) await queueRun(db, run_id);
      },
    }),
  ];
};
