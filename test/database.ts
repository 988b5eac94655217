import { inject } from "vitest";
import { type Database, type DatabaseAddress, openDatabase } from "../src/platform/db/index.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { inDatabase } from "./database-name.ts";
import { ensureTemplate, type Template } from "./templates.ts";

/** The server this run of the suite is about: the embedded one, or Debian's PostgreSQL with pgvector. */
export function testServer(): DatabaseAddress {
  const server = process.env.FLORIN_TEST_SERVER === "server" ? inject("server") : inject("embedded");
  if (!server) throw new Error("no PostgreSQL server to test on");
  return server;
}

/** A database of its own for one test file, cloned from a template in a fraction of a second. */
export async function freshDatabase(template?: Template | null): Promise<Database> {
  return open(await freshDatabaseAddress(template));
}

/** Null for an empty database. */
export async function freshDatabaseAddress(template: Template | null = "migrated"): Promise<DatabaseAddress> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const from = template === null ? "" : ` template ${await ensureTemplate(testServer(), template)}`;
  const admin = open(testServer());
  await admin.pool.query(`create database ${name}${from}`);
  onTestFileEnd(async () => {
    await admin.pool.query(`drop database if exists ${name} with (force)`);
    await admin.close();
  });
  return inDatabase(testServer(), name);
}

function open(address: DatabaseAddress): Database {
  const db = openDatabase(address, {
    connectionsMax: 4,
    statementSecondsMax: 30,
    applicationName: "florin-test",
  });
  onTestFileEnd(() => (db.pool.ended ? undefined : db.close()));
  return db;
}
