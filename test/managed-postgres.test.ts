import { expect, it } from "vitest";
import { openDatabase } from "../src/platform/db/index.ts";
import { startTestApp } from "./app.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { testServer } from "./database.ts";
import { inDatabase, urlOf } from "./database-name.ts";

/** Like a managed PostgreSQL: a role with its own database and no other right. */
async function addPlainOwner(): Promise<string> {
  const name = `plain_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const options = { connectionsMax: 1, statementSecondsMax: 30, applicationName: "florin-test" };
  const admin = openDatabase(testServer(), options);
  await admin.pool.query(
    `create role ${name} login password 'plain' nosuperuser nocreatedb nocreaterole noreplication`,
  );
  await admin.pool.query(`create database ${name} owner ${name} template template0`);
  onTestFileEnd(async () => {
    await admin.pool.query(`drop database ${name} with (force)`);
    await admin.pool.query(`drop role ${name}`);
    await admin.close();
  });
  const url = new URL(urlOf(inDatabase(testServer(), name)));
  url.username = name;
  url.password = "plain";
  return url.href;
}

it("runs as an ordinary role that owns its database, without superuser rights or extensions", async () => {
  const app = await startTestApp({ database_url: await addPlainOwner() });
  const { key } = await app.addAccount();
  const body = { isin: "US0000000000" };
  const reply = await app.call("POST", "/v1/company_report/company_search", { key, body });
  expect([reply.status, Number(reply.headers.get("x-credits-charged")) > 0]).toEqual([200, true]);
  const [role] = await app.db<{
    rolsuper: boolean;
  }>`select rolsuper from pg_roles where rolname = current_user`;
  const extensions = await app.db<{ extname: string }>`select extname from pg_extension`;
  expect([role?.rolsuper, extensions.map(({ extname }) => extname)]).toEqual([false, ["plpgsql"]]);
});
