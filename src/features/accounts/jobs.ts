import { z } from "zod";
import { defineJob } from "../../kernel/job.ts";
import type { Database } from "../../platform/db/index.ts";
import { deleteStale } from "./sign-in/store.ts";

export const accountJobs = (db: Database) => [
  defineJob({
    name: "accounts.forget-stale-sign-ins",
    payload: z.object({}),
    schedule: "41 * * * *",
    attemptsMax: 3,
    timeoutSeconds: 300,
    run: () => deleteStale(db),
  }),
];
