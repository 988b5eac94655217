import { z } from "zod";
import { defineJob } from "../../kernel/job.ts";
import type { Database } from "../../platform/db/index.ts";
import { releaseHold } from "./ledger.ts";
import { listExpiredHolds } from "./store.ts";

const HOLDS_PER_RUN_MAX = 500;

export const creditJobs = (db: Database) => [
  defineJob({
    name: "credits.release-expired-holds",
    payload: z.object({}),
    schedule: "* * * * *",
    attemptsMax: 3,
    timeoutSeconds: 50,
    // Safe to repeat: a hold that is gone cannot be released again.
    async run(_payload, signal) {
      for (const hold of await listExpiredHolds(db, HOLDS_PER_RUN_MAX)) {
        if (signal.aborted) return;
        await releaseHold(db, hold);
      }
    },
  }),
];
