import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  type Database,
  migrate,
  openDatabase,
  readMigrations,
  startEmbedded,
} from "../../src/platform/db/index.ts";

/** An embedded server of its own in a folder that is gone afterwards. */
export async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "florin-bench-"));
  const server = await startEmbedded(folder);
  const db = openDatabase(server.address, {
    connectionsMax: 10,
    statementSecondsMax: 600,
    applicationName: "florin-bench",
  });
  try {
    await migrate(db, readMigrations(path.join(import.meta.dirname, "../../migrations")));
    return await work(db);
  } finally {
    await db.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
