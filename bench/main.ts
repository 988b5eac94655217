/**
 * What the service costs over a bare server: each figure is a ratio, measured interleaved in the same run.
 *
 *   npm run bench -- [--large] [--sizes 10000,100000] [--rounds 5] [--seconds 2] [--warm 4] [--only name] [--json FILE]
 */
import { samplePartialName, sampleScreening } from "./companies/sample-lookups.ts";
import { synthesizeCompanies } from "./companies/synthesize.ts";
import { firstAnswer, startBareServer } from "./service/bare.ts";
import { measureCharges } from "./service/charges.ts";
import { alternate, applyLoad, CONNECTIONS, type Load, makeLoad } from "./service/load.ts";
import { readOptions, saveJson } from "./service/options.ts";
import { type RunningService, startFilledService } from "./service/service-under-load.ts";
import { median } from "./service/statistics.ts";

const options = readOptions({ large: false, sizes: [], rounds: 5, seconds: 2, warm: 4, only: "", json: "" });
const { rounds, seconds } = options;
const usualSizes = options.large ? [10_000, 100_000, 1_000_000] : [10_000, 100_000];
const sizes = options.sizes.length > 0 ? options.sizes : usualSizes;

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
const WARM_SECONDS = options.warm;
const SEARCH = "/v1/company_report/company_search";

function callsOf(service: RunningService): Record<string, Load> {
  let turn = 0;
  const sample = () => SAMPLES[Math.floor(Math.random() * SAMPLES.length)] ?? SAMPLES[0];
  const load = (path: string, nextInput: () => unknown) => makeLoad(service, path, nextInput);
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

async function compare(companies: number, call: string, load: Load): Promise<Line> {
  const bare = await startBareServer(await firstAnswer(load));
  const bareLoad: Load = { ...load, url: bare.url };
  await applyLoad(bareLoad, Math.min(WARM_SECONDS, 4));
  await applyLoad(load, WARM_SECONDS);
  const pairs = await alternate(bareLoad, load, options);
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
    if (!call.includes(options.only)) continue;
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
saveJson(options.json, { lines, charges, services });
