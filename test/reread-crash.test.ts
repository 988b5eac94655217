import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { inTransaction, openDatabase } from "../src/platform/db/index.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { freshDatabaseAddress } from "./database.ts";
import { urlOf } from "./database-name.ts";
import { florin } from "./service.ts";
import { copyDemoFiles } from "./templates.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "florin-reread-"));
const address = await freshDatabaseAddress("demo");
copyDemoFiles(folder);
const db = openDatabase(address, {
  connectionsMax: 2,
  statementSecondsMax: 30,
  applicationName: "florin-test",
});
onTestFileEnd(async () => {
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});
const SETTINGS = { DATABASE_URL: urlOf(address), FLORIN_DATA: folder };
const READ_BEFORE_KILL = 2;

async function countCurrent(): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::int as count from report_statements where version not in ('earlier', 'outdated')`;
  return row?.count ?? 0;
}

/** Everything that a reading stores. */
const listStored = () => db`
  select json_agg(f order by report_id, concept, period_end, period_start) as figures,
    (select json_agg(s order by s.svc_entity_id, s.concept, s.frequency) from figure_series s) as series,
    (select json_agg(c order by claim_id) from claim c) as claims
  from (select report_id, concept, period_end, period_start, value, published, claim_ids from financial_figure) f`;

async function killReread(options: readonly string[]): Promise<void> {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [path.resolve("bin/florin.mjs"), "reports", "reread", ...options], {
    env: { PATH, HOME, ...SETTINGS },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  if (options.length > 0) await expect.poll(countCurrent, { interval: 10 }).toBe(0);
  await expect.poll(countCurrent, { interval: 10 }).toBeGreaterThanOrEqual(READ_BEFORE_KILL);
  child.kill("SIGKILL");
  await ended;
}

it.each([
  [[], ""],
  [["--all"], "Continuing an interrupted run.\n"],
])(
  "reads every report once, and loses nothing, where reread %j was killed and is started again",
  async (options, first) => {
    const stored = await listStored();
    await db`update report_statements set version = 'earlier'`;
    const [all] = await db<{ count: number }>`select count(*)::int as count from report_statements`;
    await inTransaction(db, async (sql) => {
      // It waits for the last report, so that it is killed before its end.
      await sql`select from report where report_id = (select max(report_id) from report_statements) for update`;
      await killReread(options);
    });
    const read = await countCurrent();
    expect(read).toBeLessThan(all?.count ?? 0);
    const { code, out } = await florin(["reports", "reread", ...options], SETTINGS);
    expect([code, out.trim()]).toEqual([
      0,
      `${first}${(all?.count ?? 0) - read} reports read, ${read} were up to date.`,
    ]);
    expect(await countCurrent()).toBe(all?.count);
    expect(await listStored()).toEqual(stored);
  },
);

it("reads all reports again where the run before came to its end", async () => {
  const { code, out } = await florin(["reports", "reread", "--all"], SETTINGS);
  const [all] = await db<{ count: number }>`select count(*)::int as count from report_statements`;
  expect([code, out.trim()]).toEqual([0, `${all?.count} reports read, 0 were up to date.`]);
});
