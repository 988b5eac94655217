import { z } from "zod";
import { defineJob } from "../../kernel/job.ts";
import type { Database } from "../../platform/db/index.ts";
import { restoreIndexes } from "../companies/index.ts";
import { openSourceTools, type SourceSettings } from "./open-source-tools.ts";
import { reasonOf, runIngest } from "./running/run-ingest.ts";
import { isLoading, recordScheduledRun, takeDueSchedule } from "./running/store.ts";
import { requireSource } from "./sources/all-sources.ts";

const LOADS_MAX = 20;

const restoreAbandoned = (db: Database) =>
  defineJob({
    name: "ingest.restore-indexes",
    payload: z.object({}),
    schedule: "2-59/5 * * * *",
    attemptsMax: 1,
    timeoutSeconds: 3_600,
    // Safe to repeat: what is restored is no longer suspended.
    async run() {
      if (!(await isLoading(db))) await restoreIndexes(db);
    },
  });

/** Runs the scheduled loads that are due, one after the other. */
export const ingestJobs = (db: Database, settings: SourceSettings) => [
  defineJob({
    name: "ingest.run-due",
    payload: z.object({}),
    schedule: "*/5 * * * *",
    attemptsMax: 1,
    timeoutSeconds: 6 * 3_600,
    // Safe to repeat: an interrupted load continues from its position, and a finished one finds nothing changed.
    async run(_payload, signal) {
      const failures: unknown[] = [];
      for (let count = 0; count < LOADS_MAX; count++) {
        const due = await takeDueSchedule(db);
        if (!due) break;
        const tools = openSourceTools(db, settings, signal);
        // One failing source must not keep the others waiting; the schedule stores the reason.
        try {
          await runIngest(tools, requireSource(due.source), due);
          await recordScheduledRun(db, due, null);
        } catch (error) {
          failures.push(error);
          await recordScheduledRun(db, due, reasonOf(error));
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} loads failed`);
    },
  }),
  restoreAbandoned(db),
];
