/**
 * Whether the most used calls stay as fast with a million reports as with ten thousand.
 *
 *   node bench/million.ts [--reports 1000000] [--few 10000] [--passages 20] [--facts 500] [--rounds 5] [--seconds 2]
 *
 * Reports are made up: metadata, passages and a figure each, one a year of each company, and so many facts for each
 * company. Both sizes are services of their own on embedded databases, called in turn by four clients.
 */
import { readWords, writeVector } from "../src/features/news/index.ts";
import { synthesizeCompanies } from "./companies/synthesize.ts";
import { callsOf, companyIds } from "./million/calls.ts";
import { describeSize, fillMillion, YEARS } from "./million/store.ts";
import { compareCall, type MetadataLine } from "./reports/metadata.ts";
import { randomText } from "./service/made-up-text.ts";
import { readOptions } from "./service/options.ts";
import { type RunningService, startFilledService } from "./service/service-under-load.ts";

const options = readOptions({
  reports: 1_000_000,
  few: 10_000,
  passages: 20,
  facts: 500,
  rounds: 5,
  seconds: 2,
});
// Jobs would try to read reports that have no file.
process.env.FLORIN_WORK = "false";
const P99_RATIO_MAX = 2;
/** Companies of both sizes: the larger one has the same first ones. */
const companies = [...synthesizeCompanies(options.few / YEARS)];

const texts = Array.from({ length: 20_000 }, () => {
  const text = randomText(20);
  return { text, words: writeVector(readWords({ title: "Notes", snippet: "", body: text }, "en").places) };
});

async function start(reports: number): Promise<RunningService> {
  const startedAt = performance.now();
  return startFilledService(synthesizeCompanies(reports / YEARS), async (db) => {
    await fillMillion(db, {
      reports,
      passagesPerReport: options.passages,
      factsPerCompany: options.facts,
      texts,
    });
    console.log(
      `filled in ${Math.round((performance.now() - startedAt) / 1_000)} s:`,
      await describeSize(db),
    );
  });
}

const small = await start(options.few);
const large = await start(options.reports);
try {
  const lines: MetadataLine[] = [];
  const ids = await companyIds(small, companies);
  const largeCalls = callsOf(large, companies, ids);
  for (const [call, load] of Object.entries(callsOf(small, companies, ids))) {
    const other = largeCalls[call];
    if (!other) continue;
    lines.push(await compareCall(call, load, other, options));
    console.log(JSON.stringify(lines.at(-1)));
  }
  console.log(`${options.few} against ${options.reports} reports (bar: p99 within ${P99_RATIO_MAX} times):`);
  console.table(lines);
  const missed = lines.filter(({ p99_ratio, failures }) => p99_ratio > P99_RATIO_MAX || failures > 0);
  if (missed.length > 0) console.log(`NOT MET: ${missed.map(({ call }) => call).join("; ")}`);
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  await small.stop();
  await large.stop();
}
