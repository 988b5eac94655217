import { type Database, inTransaction } from "../../../platform/db/index.ts";
import type { Jobs } from "../../../platform/jobs/index.ts";
import { queueFileRemoval } from "./remove-files.ts";
import { eraseAccountRows } from "./store.ts";

/**
 * Erases an account with its people, keys, reports, threads and everything else it stored; a job removes its files. Its
 * ledger and its calls remain without a name: balances are computed from them. Cannot be undone. Returns how many files
 * its rows named.
 */
export async function eraseAccount(
  { db, jobs }: { db: Database; jobs: Jobs },
  accountId: string,
): Promise<{ files: number }> {
  return inTransaction(db, async (sql) => {
    const files = await eraseAccountRows(sql, accountId);
    await queueFileRemoval(jobs, sql, files);
    return { files: files.length };
  });
}
