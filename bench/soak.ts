/**
 * Whether anything grows while the service is used for long: memory, file handles, connections.
 *
 *   node bench/soak.ts [--seconds 3600] [--every 10]
 *
 * First the load that the service bears is measured for ten seconds, then half of it runs. The slopes are those of a
 * straight line through the second half of the samples, per hour: the first half fills caches.
 */
import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { samplePartialName, sampleScreening } from "./companies/sample-lookups.ts";
import { synthesizeCompanies } from "./companies/synthesize.ts";
import { readOptions } from "./service/options.ts";
import { countConnections, measureTree } from "./service/process-memory.ts";
import { startFilledService } from "./service/service-under-load.ts";
import { slope } from "./service/statistics.ts";

const options = readOptions({ seconds: 3_600, every: 10 });
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
    `${Math.round(full.requests.average)} requests/s at full load; half of it for ${options.seconds} s:`,
  );
  const running = load(options.seconds, rate);
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1_000;
  while (elapsed() < options.seconds - options.every / 2) {
    await sleep(options.every * 1_000);
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
        Number((slope(late.map((sample) => [sample.seconds, sample[name]])) * 3_600).toFixed(1)),
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
    connections: countConnections(tree),
  };
}
