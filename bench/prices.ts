/**
 * How price windows grow with the number of prices, and how fast prices are loaded.
 *
 *   node bench/prices.ts [--large] [--rounds 5] [--calls 400] [--rows 100000] [--json FILE]
 *
 * Two databases are measured in turn: one million prices, and ten (with --large fifty) times as many. Set
 * FLORIN_TEST_SERVER_URL to a PostgreSQL address to measure there instead of on the embedded server.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { loadCompanies } from "../src/features/companies/index.ts";
import { openSourceTools, requireSource, runIngest } from "../src/features/ingest/index.ts";
import { findPrices, type Window } from "../src/features/prices/index.ts";
import type { Database } from "../src/platform/db/index.ts";
import { withDatabases } from "./companies/bench-database.ts";
import { synthesizeCompanies } from "./companies/synthesize.ts";
import { describeServer, fillPrices, listSeriesCompanies } from "./prices/store.ts";
import { median } from "./service/median.ts";

const { values } = parseArgs({
  options: {
    large: { type: "boolean", default: false },
    rounds: { type: "string", default: "5" },
    calls: { type: "string", default: "400" },
    rows: { type: "string", default: "100000" },
    json: { type: "string" },
  },
});
const DAYS = 2_500;
const WINDOWS: readonly Window[] = ["1D", "1M", "1Y", "5Y", "MAX"];
const sizes = [1_000_000, values.large ? 50_000_000 : 10_000_000];
const calls = Number(values.calls);

await withDatabases(sizes.length, async (databases) => {
  const [first] = databases;
  if (!first) throw new Error("no database");
  console.log(await describeServer(first));
  for (const [index, db] of databases.entries()) await fill(db, sizes[index] ?? 0);
  const lines = await measureWindows(databases);
  console.table(lines);
  const load = await measureLoad(first);
  console.table([load]);
  if (values.json) writeFileSync(values.json, JSON.stringify({ windows: lines, load }, null, 2));
});

async function fill(db: Database, prices: number): Promise<void> {
  const series = Math.ceil(prices / DAYS);
  const source = { name: "synthetic", reference: "bench", licence: "made up", source_date: "2026-01-02" };
  await loadCompanies(db, source, synthesizeCompanies(series));
  const started = performance.now();
  await fillPrices(db, { series, days: DAYS });
  const seconds = (performance.now() - started) / 1_000;
  console.log(`${prices} prices of ${series} series filled in ${seconds.toFixed(0)} s`);
}

/** The sizes take turns in every round, so that whatever else the machine does falls on both. */
async function measureWindows(databases: readonly Database[]) {
  const companies = await Promise.all(databases.map((db) => listSeriesCompanies(db, calls)));
  const times = new Map<string, number[][]>();
  for (let round = 0; round <= Number(values.rounds); round++)
    for (const window of WINDOWS)
      for (const [index, db] of databases.entries()) {
        const milliseconds = await time(db, companies[index] ?? [], window);
        // The first round only warms up.
        if (round === 0) continue;
        const own = times.get(window) ?? databases.map(() => []);
        own[index]?.push(milliseconds);
        times.set(window, own);
      }
  return [...times].map(([window, [small = [], large = []]]) => ({
    window,
    ms_at_1M: Number(median(small).toFixed(3)),
    [`ms_at_${(sizes[1] ?? 0) / 1e6}M`]: Number(median(large).toFixed(3)),
    ratio: Number((median(large) / median(small)).toFixed(2)),
  }));
}

async function time(db: Database, companies: readonly string[], window: Window): Promise<number> {
  const started = performance.now();
  for (const svc_entity_id of companies) await findPrices(db, { svc_entity_id, window, adjust: "raw" });
  return (performance.now() - started) / companies.length;
}

/** A CSV file in our own shape, through the whole import; then the same again, which changes nothing. */
async function measureLoad(db: Database) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "florin-prices-"));
  try {
    const file = path.join(folder, "prices.csv");
    const rows = Number(values.rows);
    writeFileSync(file, await synthesizeCsv(db, rows));
    const settings = { dataFolder: folder, userAgent: "florin-bench", allowLocal: false };
    const load = () =>
      runIngest(openSourceTools(db, settings, new AbortController().signal), requireSource("prices-csv"), {
        location: file,
        options: { licence: "made up" },
      });
    const [added, again] = [await load(), await load()];
    return {
      rows,
      added: added.added,
      rows_per_second: Math.round(rows / added.seconds),
      unchanged_again: again.unchanged,
      again_per_second: Math.round(rows / again.seconds),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function synthesizeCsv(db: Database, rows: number): Promise<string> {
  const companies = await listSeriesCompanies(db, Math.ceil(rows / DAYS));
  const lines = companies.flatMap((id) =>
    Array.from({ length: DAYS }, (_, day) => {
      const date = new Date(Date.UTC(2010, 0, 1 + day)).toISOString().slice(0, 10);
      return `${id},NEW,${date},10.5,11,10,10.25,${day * 10},USD`;
    }),
  );
  return ["svc_entity_id,ticker,date,open,high,low,close,volume,currency", ...lines.slice(0, rows), ""].join(
    "\n",
  );
}
