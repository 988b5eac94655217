import { expect, it } from "vitest";
import { copyInto, openDatabase } from "../src/platform/db/index.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { freshDatabase, freshDatabaseAddress } from "./database.ts";
import { startPostgresProxy } from "./postgres-proxy.ts";

const address = await freshDatabaseAddress(null);
const proxy = await startPostgresProxy(address);
const db = openDatabase(proxy.address, {
  connectionsMax: 2,
  statementSecondsMax: 30,
  applicationName: "florin-test",
});
onTestFileEnd(() => db.close());
await db`create table line (name text)`;

it("cuts a COPY whose first reply is lost, so that other databases can be created", async () => {
  const { happened } = proxy.loseReply({ statement: /^copy line/, outageMilliseconds: 0 });
  await expect(copyInto(db, { table: "line", columns: ["name"] }, [["a"]])).rejects.toThrow();
  await happened;
  await freshDatabase(null);
});

it("cuts a connection that waits for a reply when the fault is cancelled", async () => {
  const { cancel } = proxy.loseReply({ statement: /pg_sleep/, outageMilliseconds: 0 });
  const waiting = db`select pg_sleep(60)`;
  const failed = expect(waiting).rejects.toThrow();
  const isRunning = () => db`select 1 from pg_stat_activity where query ~ '^select pg_sleep'`;
  await expect.poll(isRunning).toHaveLength(1);
  cancel();
  await failed;
});
