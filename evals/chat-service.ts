import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { readConfig } from "../src/config.ts";
import { createKey } from "../src/features/access/index.ts";
import { createAccount } from "../src/features/accounts/index.ts";
import { grantCredits } from "../src/features/credits/index.ts";
import type { Database } from "../src/platform/db/index.ts";
import { openLog } from "../src/platform/log/index.ts";
import { startApp } from "../src/start.ts";

const CREDITS = 1_000_000;

// biome-ignore lint/suspicious/noExplicitAny: an evaluation looks into whatever came back
export type Reply = any;

/** The service with the demo data in a folder of its own, as a caller meets it. */
export interface ChatService {
  post: (url: string, body: object) => Promise<Reply>;
  db: Database;
  close: () => Promise<void>;
}

export async function startChatService(): Promise<ChatService> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "florin-eval-"));
  const options = { data: folder, port: 0, demo: true, log_level: "silent", rate_factor: 1_000 };
  const config = readConfig({ env: {}, options: { ...options, browser_path: "off" } });
  const app = await startApp(config, openLog(config.log_level));
  const { db } = app.tools;
  const accountId = await createAccount(db, "Evaluation");
  await grantCredits(db, accountId, CREDITS);
  const { key } = await createKey(db, { accountId, name: "Evaluation" });
  return {
    db,
    post: async (url, body) => {
      const response = await fetch(app.baseUrl + url, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: JSON.stringify(body),
      });
      return response.json();
    },
    close: async () => {
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
