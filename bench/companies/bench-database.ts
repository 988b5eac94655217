import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  type Database,
  type DatabaseAddress,
  migrate,
  openDatabase,
  readMigrations,
  startEmbedded,
} from "../../src/platform/db/index.ts";
import { inDatabase } from "../../test/database-name.ts";

/** An embedded server of its own in a folder that is gone afterwards. */
export async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const folder = makeFolder();
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

/** Open to the server's user: it would otherwise put the data elsewhere, where it is never removed. */
function makeFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "florin-bench-"));
  chmodSync(folder, 0o755);
  return folder;
}

/** Several databases on one server: the embedded one, or that of FLORIN_TEST_SERVER_URL. */
export async function withDatabases<T>(
  count: number,
  work: (databases: Database[]) => Promise<T>,
): Promise<T> {
  const folder = makeFolder();
  const url = process.env.FLORIN_TEST_SERVER_URL;
  const server = url === undefined ? await startEmbedded(folder) : null;
  const address = server?.address ?? { url: url ?? "" };
  const admin = open(address);
  const names = Array.from({ length: count }, (_, index) => `bench_${process.pid}_${index}`);
  const databases: Database[] = [];
  try {
    for (const name of names) {
      await admin.pool.query(`create database ${name}`);
      const db = open(inDatabase(address, name));
      databases.push(db);
      await migrate(db, readMigrations(path.join(import.meta.dirname, "../../migrations")));
    }
    return await work(databases);
  } finally {
    for (const db of databases) await db.close();
    for (const name of names) await admin.pool.query(`drop database if exists ${name} with (force)`);
    await admin.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function open(address: DatabaseAddress): Database {
  return openDatabase(address, {
    connectionsMax: 10,
    statementSecondsMax: 3_600,
    applicationName: "florin-bench",
  });
}
