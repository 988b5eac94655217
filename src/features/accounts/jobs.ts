import { z } from "zod";
import { type AnyJob, defineJob } from "../../kernel/job.ts";
import type { Database } from "../../platform/db/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import { removeFilesJob, removeUnusedFiles } from "./data-rights/remove-files.ts";
import { deleteStale } from "./sign-in/store.ts";

/** At five minutes per attempt, about four weeks: what someone erased must not stay because a storage was away. */
const REMOVAL_ATTEMPTS_MAX = 8_000;

export const accountJobs = (tools: { db: Database; storage: Storage }): readonly AnyJob[] => [
  defineJob({
    ...removeFilesJob,
    attemptsMax: REMOVAL_ATTEMPTS_MAX,
    timeoutSeconds: 300,
    // Safe to repeat: a file that is gone is not found again.
    run: ({ files }) => removeUnusedFiles(tools, files),
  }),
  defineJob({
    name: "accounts.forget-stale-sign-ins",
    payload: z.object({}),
    schedule: "41 * * * *",
    attemptsMax: 3,
    timeoutSeconds: 300,
    run: () => deleteStale(tools.db),
  }),
];
