import { type Database, inTransaction } from "../../../platform/db/index.ts";
import type { Storage } from "../../../platform/storage/index.ts";
import { removeUnusedFiles } from "./remove-unused-files.ts";
import { eraseAccountRows } from "./store.ts";

/**
 * Erases an account with its people, keys, reports, threads and everything else it stored. Its ledger and its calls
 * remain without a name: balances are computed from them. Cannot be undone.
 */
export async function eraseAccount(
  { db, storage }: { db: Database; storage: Storage },
  accountId: string,
): Promise<{ files_deleted: number }> {
  const files = await inTransaction(db, (sql) => eraseAccountRows(sql, accountId));
  return { files_deleted: await removeUnusedFiles({ db, storage }, files) };
}
