import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Database } from "../../platform/db/index.ts";
import { createKey } from "../access/index.ts";
import { createAccount, findAccountByName } from "../accounts/index.ts";
import { grantCredits } from "../credits/index.ts";

const DEMO_ACCOUNT = "Demo";
const DEMO_CREDITS = 100_000;

export interface DemoKey {
  key: string;
  /** Made by this start; a later one only reads it again. */
  isNew: boolean;
}

/**
 * An account with credits and a key, so that the first call works. The key is kept in a file that only the operator
 * can read: the demo would be of no use to scripts after a restart otherwise. Keys of real accounts are never kept.
 */
export async function ensureDemoAccount(db: Database, dataFolder: string): Promise<DemoKey | null> {
  const file = path.join(dataFolder, "demo-api-key");
  if (await findAccountByName(db, DEMO_ACCOUNT)) {
    const key = readKey(file);
    return key === null ? null : { key, isNew: false };
  }
  const accountId = await createAccount(db, DEMO_ACCOUNT);
  await grantCredits(db, accountId, DEMO_CREDITS);
  const { key } = await createKey(db, { accountId, name: "Demo key" });
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  return { key, isNew: true };
}

function readKey(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return null;
  }
}
