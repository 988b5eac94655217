import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import {
  type DatabaseAddress,
  migrate,
  openDatabase,
  readMigrations,
  startEmbedded,
} from "../src/platform/db/index.ts";
import { inDatabase } from "./database-name.ts";
import { startDebianPostgres } from "./debian-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    embedded: DatabaseAddress;
    server: DatabaseAddress | null;
    templateFolder: string;
  }
}

/** Starts the servers once for the whole run and prepares the template that test files clone. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "florin-test-"));
  // Open to the server's own user, when the tests run as root.
  chmodSync(folder, 0o755);
  const [embedded, debian] = await Promise.all([startEmbedded(folder), startDebianPostgres()]);
  const server = debian && { url: debian.url };
  for (const address of [embedded.address, server]) if (address) await prepareTemplate(address);
  project.provide("embedded", embedded.address);
  project.provide("server", server);
  project.provide("templateFolder", path.join(folder, "templates"));
  return async () => {
    await Promise.all([embedded.stop(), debian?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  };
}

async function prepareTemplate(address: DatabaseAddress): Promise<void> {
  const options = { connectionsMax: 1, statementSecondsMax: 60, applicationName: "florin-test" };
  const admin = openDatabase(address, options);
  // Nothing here has to survive a power cut.
  for (const setting of ["fsync", "full_page_writes", "synchronous_commit"])
    await admin.pool.query(`alter system set ${setting} = off`);
  await admin.pool.query("select pg_reload_conf()");
  await admin.pool.query("create database florin_migrated");
  await admin.close();
  const template = openDatabase(inDatabase(address, "florin_migrated"), options);
  await migrate(template, readMigrations("migrations"));
  await template.close();
}
