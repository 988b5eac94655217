import { type Database, inTransaction } from "../../../platform/db/index.ts";
import type { Storage } from "../../../platform/storage/index.ts";
import { eraseAccountRows, findUnusedFiles } from "./store.ts";

/**
 * Erases an account with its people, keys, reports, threads and everything else it stored. Its ledger and its calls
 * remain without a name: balances are computed from them. Cannot be undone.
 */
export async function eraseAccount(
  { db, storage }: { db: Database; storage: Storage },
  accountId: string,
): Promise<{ files_deleted: number }> {
  const files = await inTransaction(db, (sql) => eraseAccountRows(sql, accountId));
  return inTransaction(db, async (sql) => {
    const unused = await findUnusedFiles(sql, files);
    for (const sha256 of unused) await storage.remove(sha256);
    return { files_deleted: unused.length };
  });
}
