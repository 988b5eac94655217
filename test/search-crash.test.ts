import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createAccount } from "../src/features/accounts/index.ts";
import { joinEmbedded } from "../src/platform/db/embedded/index.ts";
import { type Database, openDatabase } from "../src/platform/db/index.ts";
import { openJobs } from "../src/platform/jobs/index.ts";
import { openLog } from "../src/platform/log/index.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { addReadyReport } from "./made-up-reports.ts";
import { startService } from "./service.ts";

const root = mkdtempSync(path.join(os.tmpdir(), "florin-alerts-"));
chmodSync(root, 0o755);
onTestFileEnd(() => rmSync(root, { recursive: true, force: true }));
const folder = path.join(root, "data");

const SEARCHES = 1_000;
const REPORTS = 100;
const KILLS = 4;
/** Each report has the words of this many searches. */
const MATCHES = 10;

async function joinDatabase(): Promise<Database> {
  const address = await joinEmbedded(folder);
  if (!address) throw new Error("the service's database is not running");
  return openDatabase(address, {
    connectionsMax: 2,
    statementSecondsMax: 30,
    applicationName: "florin-test",
  });
}

const wordOf = (search: number) => `topic${search}`;

/** Each search looks for a word of its own, and one webhook receives all hits. */
async function saveSearches(db: Database): Promise<void> {
  const accountId = await createAccount(db, "Test");
  await db`
    insert into saved_search (search_id, account_id, owner_id, visibility, name, query)
    select 'srh_' || number, ${accountId}, ${accountId}, 'shared', 'Search', 'topic' || number
    from generate_series(0, ${SEARCHES - 1}::int) as number`;
  await db`
    insert into webhook (webhook_id, account_id, owner_id, visibility, url, may_read, secret)
    values ('whk_alerts', ${accountId}, ${accountId}, 'shared', 'https://hooks.example.invalid/x', '{reports:read}',
      'secret')`;
}

async function addReports(db: Database): Promise<Set<string>> {
  const jobs = await openJobs(db, { log: openLog("silent"), work: false });
  const expected = new Set<string>();
  for (let report = 0; report < REPORTS; report++) {
    const searches = Array.from({ length: MATCHES }, (_, at) => (report * MATCHES + at * 97) % SEARCHES);
    const texts = searches.map((search) => `A passage about ${wordOf(search)} and other things.`);
    const reportId = await addReadyReport({ db, jobs }, { accountId: null, texts });
    for (const search of searches) expected.add(`search srh_${search} ${reportId}`);
  }
  await jobs.stop();
  return expected;
}

it(`records each hit of ${SEARCHES} searches in ${REPORTS} new reports once, although the worker is killed ${KILLS} times`, async () => {
  const options = ["--no-demo", "--log-level", "silent"];
  let service = await startService(folder, options);
  let db = await joinDatabase();
  await saveSearches(db);
  const expected = await addReports(db);
  for (let kill = 0; kill < KILLS; kill++) {
    await db.close();
    await sleep(200 + Math.random() * 600);
    service.process.kill("SIGKILL");
    await service.ended;
    service = await startService(folder, options);
    db = await joinDatabase();
  }
  const open = () =>
    db`select from jobs.job where name = 'search.new-report' and state in ('created', 'retry', 'active') limit 1`;
  await expect.poll(open, { interval: 500 }).toEqual([]);
  const events = await db<{ once_key: string; deliveries: number }>`
    select once_key, (select count(*) from webhook_delivery where event_no = event.event_no) as deliveries
    from event where type = 'search.hit'`;
  expect(events.map(({ once_key }) => once_key).sort()).toEqual([...expected].sort());
  expect(new Set(events.map(({ deliveries }) => deliveries))).toEqual(new Set([1]));
  await db.close();
  service.process.kill("SIGTERM");
  await service.ended;
});
