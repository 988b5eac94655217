/**
 * How long series take, and how they grow with the number of reports.
 *
 *   node bench/financials.ts [--reports 1000,100000] [--rounds 3] [--calls 60] [--json FILE]
 *
 * One call is 100 companies × 10 figures × 10 years with claim ids, restatements marked, by four clients at once. Set
 * FLORIN_TEST_SERVER_URL to a PostgreSQL address to measure there instead of on the embedded server.
 */
import { requireMeasure } from "../src/features/statements/measures/measure.ts";
import { findSeries } from "../src/features/statements/series/find-series.ts";
import type { Database } from "../src/platform/db/index.ts";
import { withDatabases } from "./companies/bench-database.ts";
import { synthesizeCompanies } from "./companies/synthesize.ts";
import { fillFigures, listFilledCompanies } from "./financials/store.ts";
import { fillCompanies } from "./service/made-up-data.ts";
import { readOptions, saveJson } from "./service/options.ts";
import { median, percentile } from "./service/statistics.ts";

const options = readOptions({ reports: [1_000, 100_000], rounds: 3, calls: 60, json: "" });
const FIGURES = [
  "revenue",
  "cost_of_revenue",
  "gross_profit",
  "operating_income",
  "pretax_income",
  "income_tax",
  "net_income",
  "total_assets",
  "total_equity",
  "cash_from_operations",
];
const YEARS = 10;
const COMPANIES = 100;
const CLIENTS = 4;
const sizes = options.reports;

await withDatabases(sizes.length, async (databases) => {
  for (const [index, db] of databases.entries()) await fill(db, sizes[index] ?? 0);
  const companies = await Promise.all(databases.map((db) => listFilledCompanies(db, COMPANIES * CLIENTS)));
  const times = databases.map((): number[] => []);
  // The sizes take turns, so that whatever else the machine does falls on both. The first round only warms up.
  for (let round = 0; round <= options.rounds; round++)
    for (const [index, db] of databases.entries()) {
      const own = await measure(db, companies[index] ?? []);
      if (round > 0) times[index]?.push(...own);
    }
  const lines = times.map((own, index) => ({
    reports: sizes[index],
    calls: own.length,
    ms_median: Number(median(own).toFixed(1)),
    ms_p99: percentile(own, 0.99, 1),
    ratio_to_first: Number((median(own) / median(times[0] ?? own)).toFixed(2)),
  }));
  console.table(lines);
  saveJson(options.json, lines);
});

async function fill(db: Database, reports: number): Promise<void> {
  const companies = Math.ceil(reports / YEARS);
  await fillCompanies(db, synthesizeCompanies(companies));
  await fillFigures(db, { companies, reportsPerCompany: YEARS, figures: FIGURES });
  console.log(`${reports} reports of ${companies} companies filled`);
}

/** Milliseconds of each call of four clients, each with other companies where there are enough. */
async function measure(db: Database, companies: readonly string[]): Promise<number[]> {
  const measures = FIGURES.map(requireMeasure);
  const client = async (number: number): Promise<number[]> => {
    const from = (number * COMPANIES) % companies.length;
    const own = companies.slice(from, from + COMPANIES);
    const times: number[] = [];
    for (let call = 0; call < options.calls / CLIENTS; call++) {
      const startedAt = performance.now();
      const { series } = await findSeries(
        db,
        { accountId: "acc_bench", userId: null },
        {
          svcEntityIds: own,
          measures,
          frequency: "annual",
          alignment: "fiscal",
          from: "1900-01-01",
          to: "2200-12-31",
          periodsMax: YEARS,
          currency: null,
          asOf: null,
        },
      );
      times.push(performance.now() - startedAt);
      const isWhole = series.every(({ claim_ids }) => claim_ids.every((ids) => ids.length === 1));
      const hasRestated = series.some(({ restated_from }) => restated_from.some((value) => value !== null));
      if (!isWhole || !hasRestated) throw new Error("a series lacks claims or restatements");
    }
    return times;
  };
  return (await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))).flat();
}
