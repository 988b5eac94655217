import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { createKey } from "../src/features/access/index.ts";
import { createAccount } from "../src/features/accounts/index.ts";
import { findBalance, grantCredits } from "../src/features/credits/index.ts";
import { openDatabase } from "../src/platform/db/index.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { freshDatabaseAddress } from "./database.ts";
import { startPostgresProxy } from "./postgres-proxy.ts";
import { type Service, startService } from "./service.ts";

const address = await freshDatabaseAddress();
const proxy = await startPostgresProxy(address);
const db = openDatabase(address, { connectionsMax: 2, statementSecondsMax: 30, applicationName: "test" });
onTestFileEnd(() => db.close());

async function start(folder: string): Promise<Service> {
  const service = await startService(path.join(folder, "data"), [
    ...["--database-url", proxy.address.url, "--database-outage-ms", "300"],
    ...["--no-demo", "--no-work", "--log-level", "silent"],
  ]);
  onTestFileEnd(() => void service.process.kill("SIGKILL"));
  return service;
}

it("refunds a charge whose caller got an error just before kill -9", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "florin-crash-undo-"));
  onTestFileEnd(() => rmSync(folder, { recursive: true, force: true }));
  const journal = path.join(folder, "data", "unsettled-calls");
  proxy.cut(0);
  const accountId = await createAccount(db, "Test");
  await grantCredits(db, accountId, 100);
  const { key } = await createKey(db, { accountId, name: "Test key" });
  const search = ({ ready }: Service) =>
    fetch(`${ready.base_url}/v1/company_report/company_search`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: '{"isin":"US0000000000"}',
    });
  const first = await start(folder);
  expect((await search(first)).status).toBe(200);
  // The charge is committed, its reply is lost, and the database stays away for longer than the call may wait.
  const { happened } = proxy.loseReply({ statement: /post_charges/, outageMilliseconds: 120_000 });
  const failed = await search(first);
  await happened;
  expect([failed.status, failed.headers.get("x-credits-charged")]).toEqual([503, "0"]);
  first.process.kill("SIGKILL");
  await first.ended;
  expect((await findBalance(db, accountId))?.spent).toBe(2);
  expect(readdirSync(journal)).toHaveLength(1);

  proxy.cut(0);
  const second = await start(folder);
  await expect.poll(() => findBalance(db, accountId)).toMatchObject({ available: 99, held: 0, spent: 1 });
  expect((await search(second)).headers.get("x-credits-charged")).toBe("1");
  await expect.poll(() => readdirSync(journal)).toEqual([]);
  second.process.kill("SIGTERM");
  expect(await second.ended).toBe(0);
});
