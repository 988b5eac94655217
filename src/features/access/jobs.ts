import { z } from "zod";
import { defineJob } from "../../kernel/job.ts";
import type { Database } from "../../platform/db/index.ts";
import { deleteOldClaims } from "./store.ts";

/** Long enough for any client that retries; documented with the header. */
const IDEMPOTENCY_HOURS = 24;
const ROWS_PER_STATEMENT = 1_000;

export const accessJobs = (db: Database) => [
  defineJob({
    name: "access.forget-idempotency-keys",
    payload: z.object({}),
    schedule: "17 * * * *",
    attemptsMax: 3,
    timeoutSeconds: 300,
    async run(_payload, signal) {
      while (!signal.aborted) {
        if ((await deleteOldClaims(db, IDEMPOTENCY_HOURS, ROWS_PER_STATEMENT)) < ROWS_PER_STATEMENT) return;
      }
    },
  }),
];
