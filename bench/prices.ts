/**
 * How price windows grow with the number of prices, and how fast prices are loaded.
 *
 *   node bench/prices.ts [--large] [--rounds 5] [--calls 400] [--rows 100000] [--only load] [--json FILE]
 *
 * Two databases are measured in turn: one million prices, and ten (with --large fifty) times as many. Set
 * FLORIN_TEST_SERVER_URL to a PostgreSQL address to measure there instead of on the embedded server.
 */
import { findPrices, type Window } from "../src/features/prices/index.ts";
import type { Database } from "../src/platform/db/index.ts";
import { withDatabases } from "./companies/bench-database.ts";
import { synthesizeCompanies } from "./companies/synthesize.ts";
import { DAYS, measureLoad } from "./prices/measure-load.ts";
import { describeServer, fillPrices, listSeriesCompanies } from "./prices/store.ts";
import { fillCompanies } from "./service/made-up-data.ts";
import { readOptions, saveJson } from "./service/options.ts";
import { median } from "./service/statistics.ts";

const options = readOptions({ large: false, rounds: 5, calls: 400, rows: 100_000, only: "", json: "" });
const WINDOWS: readonly Window[] = ["1D", "1M", "1Y", "5Y", "MAX"];
const sizes = options.only === "load" ? [1_000_000] : [1_000_000, options.large ? 50_000_000 : 10_000_000];

await withDatabases(sizes.length, async (databases) => {
  const [first] = databases;
  if (!first) throw new Error("no database");
  console.log(await describeServer(first));
  for (const [index, db] of databases.entries()) await fill(db, sizes[index] ?? 0);
  const lines = options.only === "load" ? [] : await measureWindows(databases);
  if (lines.length > 0) console.table(lines);
  const load = await measureLoad(first, options.rows);
  console.table([load]);
  saveJson(options.json, { windows: lines, load });
});

async function fill(db: Database, prices: number): Promise<void> {
  const series = Math.ceil(prices / DAYS);
  await fillCompanies(db, synthesizeCompanies(series));
  const started = performance.now();
  await fillPrices(db, { series, days: DAYS });
  const seconds = (performance.now() - started) / 1_000;
  console.log(`${prices} prices of ${series} series filled in ${seconds.toFixed(0)} s`);
}

/** The sizes take turns in every round, so that whatever else the machine does falls on both. */
async function measureWindows(databases: readonly Database[]) {
  const companies = await Promise.all(databases.map((db) => listSeriesCompanies(db, options.calls)));
  const times = new Map<string, number[][]>();
  for (let round = 0; round <= options.rounds; round++)
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
