import { type Database, inTransaction } from "../../../platform/db/index.ts";
import type { Storage } from "../../../platform/storage/index.ts";
import { findUnusedFiles } from "./store.ts";

/**
 * Removes those of some files that no row of any table names any more; returns how many. The same content may belong
 * to several reports and parsed files: it is removed with the last of them.
 */
export async function removeUnusedFiles(
  { db, storage }: { db: Database; storage: Storage },
  hashes: readonly string[],
): Promise<number> {
  if (hashes.length === 0) return 0;
  return inTransaction(db, async (sql) => {
    const unused = await findUnusedFiles(sql, hashes);
    for (const sha256 of unused) await storage.remove(sha256);
    return unused.length;
  });
}
