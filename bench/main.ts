/**
 * What the service costs over a bare server: each figure is a ratio, measured interleaved in the same run.
 *
 *   npm run bench -- [--large] [--sizes 10000,100000] [--rounds 5] [--seconds 2] [--warm 4] [--only name] [--json FILE]
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { samplePartialName, sampleScreening } from "./companies/sample-lookups.ts";
import { synthesizeCompanies } from "./companies/synthesize.ts";
import { measureCharges } from "./service/charges.ts";
import { applyLoad, CONNECTIONS, type Load, type LoadResult } from "./service/load.ts";
import { median } from "./service/median.ts";
import {
  type RunningService,
  type SentAnswer,
  startBareServer,
  startFilledService,
} from "./service/service-under-load.ts";

const { values } = parseArgs({
  options: {
    large: { type: "boolean", default: false },
    sizes: { type: "string" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
    warm: { type: "string", default: "4" },
    only: { type: "string", default: "" },
    json: { type: "string" },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const sizes = (values.sizes ?? (values.large ? "10000,100000,1000000" : "10000,100000"))
  .split(",")
  .map(Number);

interface Line {
  companies: number;
  call: string;
  requests_per_second: number;
  ratio_to_bare: number;
  p50_ms: number;
  p99_ms: number;
  failures: number;
}

/** Samples are drawn from the first companies, whatever the size, so that sizes are compared on the same questions. */
const SAMPLES = [...synthesizeCompanies(5_000)];
/** Long enough for both servers to be compiled; for names, also what the service keeps of earlier look-ups. */
const WARM_SECONDS = Number(values.warm);
const SEARCH = "/v1/company_report/company_search";

function callsOf({ url, key }: RunningService): Record<string, Load> {
  let turn = 0;
  const sample = () => SAMPLES[Math.floor(Math.random() * SAMPLES.length)] ?? SAMPLES[0];
  const load = (path: string, nextInput: () => unknown): Load => ({
    url: url + path,
    headers: { "x-api-key": key },
    nextBody: () => JSON.stringify(nextInput()),
  });
  return {
    "company_search by ISIN": load(SEARCH, () => ({
      isin: sample()?.securities?.find(({ isin }) => isin)?.isin,
    })),
    "company_search by partial name": load(SEARCH, () => {
      const company = sample();
      return { name: company ? samplePartialName(company, turn++) : "" };
    }),
    company_search_batch: load("/v1/company_report/company_search_batch", () => sampleScreening(turn++)),
  };
}

const WRITTEN_BY_FRAMEWORK = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];

async function firstAnswer(load: Load): Promise<SentAnswer> {
  const headers = { "content-type": "application/json", ...load.headers };
  const reply = await fetch(load.url, { method: "POST", headers, body: load.nextBody() });
  if (reply.status !== 200) throw new Error(`${load.url}: ${reply.status} ${await reply.text()}`);
  const sent = [...reply.headers].filter(([name]) => !WRITTEN_BY_FRAMEWORK.includes(name));
  return { body: await reply.text(), headers: Object.fromEntries(sent) };
}

/** One round of the bare server, one of ours, and again: a busy machine slows both alike. */
async function compare(companies: number, call: string, load: Load): Promise<Line> {
  const bare = await startBareServer(await firstAnswer(load));
  const bareLoad: Load = { url: bare.url, headers: load.headers, nextBody: load.nextBody };
  const pairs: { own: LoadResult; ratio: number }[] = [];
  await applyLoad(bareLoad, Math.min(WARM_SECONDS, 4));
  await applyLoad(load, WARM_SECONDS);
  for (let round = 0; round < rounds; round++) {
    const base = await applyLoad(bareLoad, seconds);
    const own = await applyLoad(load, seconds);
    pairs.push({ own, ratio: own.requestsPerSecond / base.requestsPerSecond });
  }
  bare.stop();
  return {
    companies,
    call,
    requests_per_second: Math.round(median(pairs.map(({ own }) => own.requestsPerSecond))),
    ratio_to_bare: Number(median(pairs.map(({ ratio }) => ratio)).toFixed(2)),
    p50_ms: median(pairs.map(({ own }) => own.p50Milliseconds)),
    p99_ms: median(pairs.map(({ own }) => own.p99Milliseconds)),
    failures: pairs.reduce((sum, { own }) => sum + own.failures, 0),
  };
}

const lines: Line[] = [];
const services: object[] = [];
for (const size of sizes) {
  console.log(`filling a database with ${size.toLocaleString("en-US")} companies …`);
  const service = await startFilledService(synthesizeCompanies(size));
  services.push({
    companies: size,
    load_seconds: Number(service.loadSeconds.toFixed(1)),
    ...service.idleMegabytes,
  });
  for (const [call, load] of Object.entries(callsOf(service))) {
    if (!call.includes(values.only)) continue;
    const line = await compare(size, call, load);
    console.log(
      `  ${call}: ${line.requests_per_second}/s, ${line.ratio_to_bare} of bare, p99 ${line.p99_ms} ms`,
    );
    lines.push(line);
  }
  await service.stop();
}
const charges = await measureCharges(seconds * 2);

console.log(`\n${CONNECTIONS} connections, every charge durable, median of ${rounds} interleaved rounds:`);
console.table(lines);
console.log("The ledger alone:");
console.table(charges);
console.log("Loading, and resident memory (MB) of the idle service and its database:");
console.table(services);
if (values.json) writeFileSync(values.json, JSON.stringify({ lines, charges, services }, null, 2));
