import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Database } from "../../platform/db/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import { createKey } from "../access/index.ts";
import { createAccount, findAccountByName } from "../accounts/index.ts";
import { loadDemoBuilders } from "../agents/index.ts";
import { grantCredits } from "../credits/index.ts";

const DEMO_ACCOUNT = "Demo";
const DEMO_CREDITS = 100_000;

export interface DemoKey {
  key: string;
  /** Created by this start; later starts only read it. */
  isNew: boolean;
}

/**
 * An account with credits and a key, so that the first call works. The key is kept in a file that only the operator
 * can read; otherwise scripts could not use the demo after a restart. Keys of real accounts are never stored.
 */
export async function ensureDemoAccount(
  tools: { db: Database; storage: Storage },
  { dataFolder, demoFolder }: { dataFolder: string; demoFolder: string },
): Promise<DemoKey | null> {
  const { db } = tools;
  const outputs = path.join(demoFolder, "fictional", "agents.json");
  const known = await findAccountByName(db, DEMO_ACCOUNT);
  if (known) {
    await loadDemoBuilders(tools, known.id, outputs);
    const key = findDemoKey(dataFolder);
    return key === undefined ? null : { key, isNew: false };
  }
  const accountId = await createAccount(db, DEMO_ACCOUNT);
  await grantCredits(db, accountId, DEMO_CREDITS);
  const { key } = await createKey(db, { accountId, name: "Demo key" });
  await loadDemoBuilders(tools, accountId, outputs);
  writeFileSync(keyFile(dataFolder), `${key}\n`, { mode: 0o600 });
  return { key, isNew: true };
}

const keyFile = (dataFolder: string) => path.join(dataFolder, "demo-api-key");

/** The demo account's key, if this data folder has one. */
export function findDemoKey(dataFolder: string): string | undefined {
  try {
    return readFileSync(keyFile(dataFolder), "utf8").trim();
  } catch {
    return undefined;
  }
}
