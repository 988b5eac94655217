/**
 * Whether the most used calls stay as fast with a million reports as with ten thousand.
 *
 *   node bench/million.ts [--reports 1000000] [--few 10000] [--passages 20] [--facts 500] [--rounds 5] [--seconds 2]
 *
 * Reports are made up: metadata, passages and a figure each, one a year of each company, and so many facts for each
 * company. Both sizes are services of their own on embedded databases, called in turn by four clients.
 */
import { parseArgs } from "node:util";
import { readWords, writeVector } from "../src/features/news/index.ts";
import { samplePartialName } from "./companies/sample-lookups.ts";
import { synthesizeCompanies } from "./companies/synthesize.ts";
import { describeSize, fillMillion, YEARS } from "./million/store.ts";
import { compareCall, type MetadataLine } from "./reports/metadata.ts";
import type { Load } from "./service/load.ts";
import { type RunningService, startFilledService } from "./service/service-under-load.ts";

const { values } = parseArgs({
  options: {
    reports: { type: "string", default: "1000000" },
    few: { type: "string", default: "10000" },
    passages: { type: "string", default: "20" },
    facts: { type: "string", default: "500" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
  },
});
// Jobs would try to read reports that have no file.
process.env.FLORIN_WORK = "false";
const P99_RATIO_MAX = 2;
const VOCABULARY = 20_000;
const few = Number(values.few);
/** Companies of both sizes: the larger one has the same first ones. */
const companies = [...synthesizeCompanies(few / YEARS)];

let seed = 1;
const random = () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
};
/** Frequent words are much more frequent than rare ones, as in a language. */
const word = (from = 0) => `w${Math.floor(VOCABULARY ** (from + random() * (1 - from)))}`;
const texts = Array.from({ length: 20_000 }, () => {
  const text = Array.from({ length: 20 }, () => word()).join(" ");
  return { text, words: writeVector(readWords({ title: "Notes", snippet: "", body: text }, "en").places) };
});

async function start(reports: number): Promise<RunningService> {
  const startedAt = performance.now();
  return startFilledService(synthesizeCompanies(reports / YEARS), async (db) => {
    await fillMillion(db, {
      reports,
      passagesPerReport: Number(values.passages),
      factsPerCompany: Number(values.facts),
      texts,
    });
    console.log(
      `filled in ${Math.round((performance.now() - startedAt) / 1_000)} s:`,
      await describeSize(db),
    );
  });
}

function callsOf({ url, key }: RunningService, ids: readonly string[]): Record<string, Load> {
  let turn = 0;
  const load = (path: string, nextInput: () => unknown): Load => ({
    url: url + path,
    headers: { "x-api-key": key },
    nextBody: () => JSON.stringify(nextInput()),
  });
  const company = () => companies[turn++ % companies.length];
  const id = () => ids[turn++ % ids.length];
  const report = () => `rep_${2015 + (turn % YEARS)}${String(turn++ % companies.length).padStart(8, "0")}`;
  const lookUp = "/v1/company_report/company_search";
  const search = "/v1/company_report/report_search";
  return {
    "company by ISIN": load(lookUp, () => ({ isin: company()?.securities?.find(({ isin }) => isin)?.isin })),
    "company by partial name": load(lookUp, () => {
      const one = company();
      return { name: one ? samplePartialName(one, turn) : "" };
    }),
    "newest reports": load(search, () => ({})),
    "reports of a company": load(search, () => ({ svc_entity_id: id() })),
    "reports by title": load(search, () => ({ query: `harbour ${turn++ % companies.length}` })),
    "reports by type and language": load(search, () => ({
      report_type_list: ["annual_report"],
      language: "de",
    })),
    "files of 20 reports": load("/v1/company_report/file_list", () => ({
      report_id: [...new Set(Array.from({ length: 20 }, report))],
      option: ["pdf"],
    })),
    "facts of a company": load("/v1/fact/list", () => ({ svc_entity_id: id(), limit: 100 })),
    "series of 10 companies": load("/v1/financial/series", () => ({
      svc_entity_ids: [...new Set(Array.from({ length: 10 }, id))],
      figures: ["revenue"],
    })),
    "passages by two rare words": load("/v1/search/passages", () => ({
      query: `${word(0.8)} ${word(0.8)}`,
      mode: "words",
    })),
  };
}

async function companyIds({ url, key }: RunningService): Promise<string[]> {
  const ids: string[] = [];
  for (const { securities } of companies.slice(0, 200)) {
    const isin = securities?.find((security) => security.isin)?.isin;
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const body = JSON.stringify({ isin });
    const reply = await fetch(`${url}/v1/company_report/company_search`, { method: "POST", headers, body });
    const { data } = (await reply.json()) as { data: { svc_entity_id: string }[] };
    ids.push(...data.map(({ svc_entity_id }) => svc_entity_id));
  }
  return ids;
}

const small = await start(few);
const large = await start(Number(values.reports));
try {
  const lines: MetadataLine[] = [];
  const ids = await companyIds(small);
  const largeCalls = callsOf(large, ids);
  for (const [call, load] of Object.entries(callsOf(small, ids))) {
    const other = largeCalls[call];
    if (!other) continue;
    lines.push(
      await compareCall(call, load, other, {
        rounds: Number(values.rounds),
        seconds: Number(values.seconds),
      }),
    );
    console.log(JSON.stringify(lines.at(-1)));
  }
  console.log(`${values.few} against ${values.reports} reports (bar: p99 within ${P99_RATIO_MAX} times):`);
  console.table(lines);
  const missed = lines.filter(({ p99_ratio, failures }) => p99_ratio > P99_RATIO_MAX || failures > 0);
  if (missed.length > 0) console.log(`NOT MET: ${missed.map(({ call }) => call).join("; ")}`);
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  await small.stop();
  await large.stop();
}
