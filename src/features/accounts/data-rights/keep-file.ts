import type { Sql } from "../../../platform/db/index.ts";
import type { Storage } from "../../../platform/storage/index.ts";
import { lockNamedFile } from "./store.ts";

/**
 * For the transaction that names a stored file: until its end no one removes the file. It may have been removed already,
 * with the last row that named the same content; then it is stored again.
 */
export async function keepFile(
  sql: Sql,
  storage: Storage,
  { sha256, restore = retry }: { sha256: string; restore?: () => Promise<unknown> },
): Promise<void> {
  await lockNamedFile(sql, sha256);
  if ((await storage.size(sha256)) === null) await restore();
}

/** A job writes the file again when it is repeated. */
async function retry(): Promise<never> {
  throw new Error("the same file was removed while it was being stored");
}
