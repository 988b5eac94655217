import { z } from "zod";
import { makeId } from "../../../kernel/ids.ts";
import { type Database, inTransaction, type Sql } from "../../../platform/db/index.ts";
import type { Jobs } from "../../../platform/jobs/index.ts";
import type { Storage } from "../../../platform/storage/index.ts";
import { findUnusedFiles } from "./store.ts";

export const removeFilesJob = {
  name: "accounts.remove-files",
  payload: z.object({ files: z.array(z.string()) }),
} as const;

/** Few enough that their locks fit into the memory of the database. */
const FILES_PER_JOB = 100;

/**
 * Removes those of some files that no row names any more, once the transaction that deleted their rows is committed.
 * Retried until the storage answers, also when this process dies.
 */
export async function queueFileRemoval(jobs: Jobs, sql: Sql, files: readonly string[]): Promise<void> {
  for (let start = 0; start < files.length; start += FILES_PER_JOB) {
    const part = files.slice(start, start + FILES_PER_JOB);
    await jobs.send(sql, removeFilesJob, { files: part }, { key: makeId("job") });
  }
}

/** The same content may belong to several reports and parsed files: it is removed with the last of them. */
export async function removeUnusedFiles(
  { db, storage }: { db: Database; storage: Storage },
  files: readonly string[],
): Promise<void> {
  await inTransaction(db, async (sql) => {
    for (const sha256 of await findUnusedFiles(sql, files)) await storage.remove(sha256);
  });
}
