import { type Database, inTransaction } from "../../../platform/db/index.ts";
import { makeSigningKey } from "../../../platform/oauth/index.ts";
import { endOtherSigningKeys, insertSigningKey, listSigningKeys, lockSigningKeys } from "./store.ts";

/** Longer than any node needs to notice a new key, so that every node can verify every token. */
const HEAD_START_SECONDS = 60;

/** Creates the first key when there is none; of several nodes that start together, one does. */
export async function ensureSigningKey(db: Database): Promise<void> {
  if ((await listSigningKeys(db)).length > 0) return;
  const key = await makeSigningKey();
  await inTransaction(db, async (sql) => {
    await lockSigningKeys(sql);
    if ((await listSigningKeys(sql)).length === 0) await insertSigningKey(sql, key, 0);
  });
}

/**
 * A new key is published immediately and signs a minute later; the old ones stay published for the overlap,
 * so that what they signed stays valid until it expires.
 */
export async function rotateSigningKeys(
  db: Database,
  { overlapSeconds }: { overlapSeconds: number },
): Promise<{ keyId: string; signsInSeconds: number }> {
  const key = await makeSigningKey();
  await inTransaction(db, async (sql) => {
    await lockSigningKeys(sql);
    await insertSigningKey(sql, key, HEAD_START_SECONDS);
    await endOtherSigningKeys(sql, key.id, HEAD_START_SECONDS + overlapSeconds);
  });
  return { keyId: key.id, signsInSeconds: HEAD_START_SECONDS };
}
