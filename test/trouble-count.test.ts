import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import type { PaidCall } from "../bench/trouble/calls.ts";
import { addTenant, Clients } from "../bench/trouble/clients.ts";
import { tally } from "../bench/trouble/tally.ts";
import { verifyLedger } from "../src/features/credits/index.ts";
import { openDatabase } from "../src/platform/db/index.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { freshDatabaseAddress } from "./database.ts";
import { startPostgresProxy } from "./postgres-proxy.ts";
import { startService } from "./service.ts";

const address = await freshDatabaseAddress();
const proxy = await startPostgresProxy(address);
const db = openDatabase(address, { connectionsMax: 2, statementSecondsMax: 30, applicationName: "test" });
onTestFileEnd(() => db.close());
const folder = mkdtempSync(path.join(os.tmpdir(), "florin-trouble-count-"));
onTestFileEnd(() => rmSync(folder, { recursive: true, force: true }));
const service = await startService(folder, [
  ...["--database-url", proxy.address.url, "--database-outage-ms", "300"],
  ...["--no-demo", "--no-work", "--log-level", "silent"],
]);
onTestFileEnd(() => void service.process.kill("SIGKILL"));
const JOURNAL = path.join(folder, "unsettled-calls");
const nodes = [{ name: "api", process: service.process, url: service.ready.base_url }];

const SEARCH: PaidCall = {
  operation: "companies.search",
  path: "/v1/company_report/company_search",
  body: '{"isin":"US0000000000"}',
  creditsOf: () => 1,
};
/** Held first; all of it is returned, since no one has this report. */
const FILES: PaidCall = {
  operation: "reports.file_list",
  path: "/v1/company_report/file_list",
  body: '{"report_id":["rep_000000000000"],"option":["pdf"]}',
  creditsOf: () => 0,
};
const MONEY = /post_c(redits|harges)/;
/** Longer than a call waits for its database. */
const OUTAGE = { statement: MONEY, outageMilliseconds: 1_500 };

const cases: [string, { call: PaidCall; arrives: boolean; nth: number; undone: object; charges: number }][] =
  [
    [
      "a charge that never arrived",
      { call: SEARCH, arrives: false, nth: 1, undone: { undone_in_time: 1, given_back: 0 }, charges: 1 },
    ],
    [
      "a charge whose reply was lost",
      // Given back if the node was faster than the repeated call, which is then charged anew.
      { call: SEARCH, arrives: true, nth: 1, undone: { undone_in_time: 0 }, charges: 1 },
    ],
    [
      "a hold that never arrived",
      { call: FILES, arrives: false, nth: 1, undone: { undone_in_time: 1, given_back: 0 }, charges: 0 },
    ],
    [
      "a hold whose reply was lost",
      { call: FILES, arrives: true, nth: 1, undone: { undone_in_time: 0, given_back: 0 }, charges: 0 },
    ],
  ];

it.each(cases)("is undone, repeated and charged once: %s", async (name, expected) => {
  const { call, arrives, nth, undone, charges } = expected;
  const tenant = await addTenant(db, 0);
  const clients = new Clients(nodes, [tenant]);
  const { happened } = (arrives ? proxy.loseReply : proxy.loseStatement)({ ...OUTAGE, nth });
  await clients.settle({ tenant, key: name.replaceAll(" ", "-"), call }, { mayWait: true });
  await happened;
  expect(clients.statuses).toMatchObject({ 200: 1, 503: expect.any(Number) });
  // The node undoes what it abandoned as soon as its database is back.
  await expect
    .poll(() => tally(db, [tenant]))
    .toMatchObject({
      charges_in_ledger: charges,
      charges_lost: 0,
      charged_twice: 0,
      credits_off: 0,
      held_now: 0,
      ...undone,
    });
  expect((await verifyLedger(db)).faults).toEqual([]);
  // Otherwise the next fault would strike what this call still has to undo.
  await expect.poll(() => (existsSync(JOURNAL) ? readdirSync(JOURNAL) : [])).toEqual([]);
});
