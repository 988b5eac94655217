/**
 * Whether anything grows while the service is used for long: memory, file handles, connections.
 *
 *   node bench/soak.ts [--seconds 3600] [--every 10]
 *
 * First the load that the service bears is measured for ten seconds, then half of it runs. The slopes are those of a
 * straight line through the second half of the samples, per hour: the first half fills caches.
 */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { samplePartialName, sampleScreening } from "./companies/sample-lookups.ts";
import { synthesizeCompanies } from "./companies/synthesize.ts";
import { measureTree } from "./service/process-memory.ts";
import { startFilledService } from "./service/service-under-load.ts";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "3600" }, every: { type: "string", default: "10" } },
});
const CONNECTIONS = 16;
const WARM_SECONDS = 30;
const companies = [...synthesizeCompanies(10_000)];

interface Sample {
  seconds: number;
  service_mb: number;
  database_mb: number;
  handles: number;
  connections: number;
}

const service = await startFilledService(companies);
const pid = service.process.pid ?? 0;
let turn = 0;
const requests = [
  {
    path: "company_search",
    body: () => ({ isin: nextCompany()?.securities?.find(({ isin }) => isin)?.isin }),
  },
  { path: "company_search", body: () => ({ name: nameOf(nextCompany()) }) },
  { path: "company_search_batch", body: () => sampleScreening(turn++) },
  { path: "report_search", body: () => ({}) },
].map(({ path, body }) => ({
  method: "POST" as const,
  path: `/v1/company_report/${path}`,
  headers: { "content-type": "application/json", "x-api-key": service.key },
  setupRequest: (request: autocannon.Request) => ({ ...request, body: JSON.stringify(body()) }),
}));
const nextCompany = () => companies[turn++ % companies.length];
const nameOf = (company: (typeof companies)[number] | undefined) =>
  company ? samplePartialName(company, turn) : "";
const load = (duration: number, overallRate?: number) =>
  autocannon({
    url: service.url,
    connections: CONNECTIONS,
    duration,
    requests,
    ...(overallRate ? { overallRate } : {}),
  });

try {
  // Indexes are made and code is compiled: that is not the load it bears.
  await load(WARM_SECONDS);
  const full = await load(10);
  const rate = Math.max(1, Math.round(full.requests.average / 2));
  console.log(
    `${Math.round(full.requests.average)} requests/s at full load; half of it for ${values.seconds} s:`,
  );
  const running = load(Number(values.seconds), rate);
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1_000;
  while (elapsed() < Number(values.seconds) - Number(values.every) / 2) {
    await sleep(Number(values.every) * 1_000);
    samples.push({ seconds: Math.round(elapsed()), ...measure() });
    console.log(JSON.stringify(samples.at(-1)));
  }
  const result = await running;
  const late = samples.slice(Math.floor(samples.length / 2));
  console.log({
    requests: result.requests.total,
    failures: result.non2xx + result.errors + result.timeouts,
    p99_ms: result.latency.p99,
    first: samples[0],
    last: samples.at(-1),
    growth_per_hour: Object.fromEntries(
      (["service_mb", "database_mb", "handles", "connections"] as const).map((name) => [
        name,
        slope(late, name),
      ]),
    ),
  });
  process.exitCode = result.non2xx + result.errors > 0 ? 1 : 0;
} finally {
  await service.stop();
}

function measure(): Omit<Sample, "seconds"> {
  const tree = measureTree(pid);
  const megabytes = (part: string) =>
    Math.round(tree.filter((one) => one.part === part).reduce((sum, one) => sum + one.ownMegabytes, 0));
  return {
    service_mb: megabytes("service"),
    database_mb: megabytes("database"),
    handles: readdirSync(`/proc/${pid}/fd`).length,
    // Backends that serve a client say whom.
    connections: tree.filter((one) => /postgres: \S+ \S+ \[local\]/.test(commandOf(one.pid))).length,
  };
}

function commandOf(process: number): string {
  try {
    return readFileSync(`/proc/${process}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** Least squares, per hour. */
function slope(samples: readonly Sample[], name: Exclude<keyof Sample, "seconds">): number {
  const mean = (pick: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / Math.max(1, samples.length);
  const [middle, level] = [mean(({ seconds }) => seconds), mean((sample) => sample[name])];
  const spread = samples.reduce((sum, { seconds }) => sum + (seconds - middle) ** 2, 0);
  const rise = samples.reduce((sum, sample) => sum + (sample.seconds - middle) * (sample[name] - level), 0);
  return spread === 0 ? 0 : Number(((rise / spread) * 3_600).toFixed(1));
}
