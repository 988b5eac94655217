import { cpSync } from "node:fs";
import path from "node:path";
import { inject } from "vitest";
import { readConfig } from "../src/config.ts";
import { type DatabaseAddress, openDatabase } from "../src/platform/db/index.ts";
import { openLog } from "../src/platform/log/index.ts";
import { startApp } from "../src/start.ts";
import { inDatabase, urlOf } from "./database-name.ts";
import { waitUntilJobsAreDone } from "./wait-for-reports.ts";

/** `migrated` has only the tables; `service` is as a service leaves it; `demo` has the demo loaded, read and indexed. */
export type Template = "migrated" | "service" | "demo";

const MAKING_SECONDS_MAX = 600;

/** The name of a template's database. The first test file that needs it makes it; others wait for it. */
export async function ensureTemplate(server: DatabaseAddress, template: Template): Promise<string> {
  const name = `florin_${template}`;
  if (template === "migrated") return name;
  const options = {
    connectionsMax: 1,
    statementSecondsMax: MAKING_SECONDS_MAX,
    applicationName: "florin-test",
  };
  const admin = openDatabase(server, options);
  // One connection from beginning to end: the lock is lost with it, and a pool closes connections that are idle.
  const connection = await admin.pool.connect();
  try {
    await connection.query("select pg_advisory_lock(hashtext($1))", [name]);
    const made = await connection.query("select from pg_database where datname = $1", [name]);
    if (made.rows.length > 0) return name;
    // Under another name until it is complete: a failed attempt must not be cloned.
    const partial = `${name}_${process.pid}_${Date.now()}`;
    await connection.query(`create database ${partial} template florin_migrated`);
    await runOnce(inDatabase(server, partial), template);
    await connection.query(`alter database ${partial} rename to ${name}`);
    return name;
  } finally {
    connection.release(true);
    await admin.close();
  }
}

/** Copies the files that belong to the demo template. */
export function copyDemoFiles(folder: string): void {
  cpSync(templateFolder("demo"), folder, { recursive: true });
}

const templateFolder = (template: Template) =>
  path.join(inject("templateFolder"), process.env.FLORIN_TEST_SERVER ?? "", template);

async function runOnce(address: DatabaseAddress, template: Template): Promise<void> {
  const config = readConfig({
    env: {},
    options: {
      data: templateFolder(template),
      port: 0,
      demo: template === "demo",
      log_level: "silent",
      browser_path: "off",
      database_url: urlOf(address),
    },
  });
  const app = await startApp(config, openLog(config.log_level));
  try {
    await waitUntilJobsAreDone(app.tools.db);
  } finally {
    await app.close();
  }
}
