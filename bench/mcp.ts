/**
 * What a tool call costs over the same operation by REST, interleaved in one run; and what a thousand clients cost.
 *
 *   node bench/mcp.ts [--rounds 5] [--seconds 2]
 */
import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { synthesizeCompanies } from "./companies/synthesize.ts";
import { applyLoad, type Load } from "./service/load.ts";
import { median } from "./service/median.ts";
import { startFilledService } from "./service/service-under-load.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, seconds: { type: "string", default: "2" } },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const WARM_SECONDS = 4;

const companies = [...synthesizeCompanies(5_000)];
const service = await startFilledService(synthesizeCompanies(10_000));
const nextIsin = () =>
  companies[Math.floor(Math.random() * companies.length)]?.securities?.find(({ isin }) => isin)?.isin;
let id = 0;

const rest: Load = {
  url: `${service.url}/v1/company_report/company_search`,
  headers: { "x-api-key": service.key },
  nextBody: () => JSON.stringify({ isin: nextIsin() }),
};
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
};
const call = (meta: object) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: id++,
    method: "tools/call",
    params: { name: "find_company", arguments: { isin: nextIsin() }, ...meta },
  });
const accept = "application/json, text/event-stream";
const headers = { "x-api-key": service.key, accept };
const modern = {
  ...headers,
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
  "mcp-name": "find_company",
};
const doors: Record<string, Load> = {
  "tools/call, 2026-07-28": {
    url: `${service.url}/mcp`,
    headers: modern,
    nextBody: () => call({ _meta: META }),
  },
  "tools/call, 2025-11-25": {
    url: `${service.url}/mcp`,
    headers: { ...headers, "mcp-protocol-version": "2025-11-25" },
    nextBody: () => call({}),
  },
};

await applyLoad(rest, WARM_SECONDS);
for (const [name, load] of Object.entries(doors)) {
  await applyLoad(load, WARM_SECONDS);
  const ratios: number[] = [];
  let failures = 0;
  for (let round = 0; round < rounds; round++) {
    const base = await applyLoad(rest, seconds);
    const own = await applyLoad(load, seconds);
    ratios.push(own.requestsPerSecond / base.requestsPerSecond);
    failures += own.failures;
  }
  console.log(`${name}: ${median(ratios).toFixed(2)} of REST, ${failures} failures`);
}
// Memory once taken is kept for the next; what leaked would add up.
for (let round = 0; round < 3; round++) await measureClients(1_000);
await service.stop();

/** Clients that each keep a stream open and call a tool meanwhile: what they cost, and what stays when they are gone. */
async function measureClients(count: number): Promise<void> {
  const before = residentMegabytes();
  const streams = await Promise.all(Array.from({ length: count }, openStream));
  await applyLoad(doors["tools/call, 2026-07-28"] as Load, seconds);
  const during = residentMegabytes();
  for (const stream of streams) stream.destroy();
  await sleep(5_000);
  console.log(
    `${count} open streams: ${before} MB before, ${during} MB during, ${residentMegabytes()} MB after`,
  );
}

function openStream(): Promise<IncomingMessage> {
  const params = { notifications: { toolsListChanged: true }, _meta: META };
  const body = JSON.stringify({ jsonrpc: "2.0", id: id++, method: "subscriptions/listen", params });
  const headers = { ...modern, "content-type": "application/json", "mcp-method": "subscriptions/listen" };
  const { "mcp-name": _, ...sent } = headers;
  return new Promise((resolve, reject) => {
    const sending = request(`${service.url}/mcp`, { method: "POST", headers: sent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`subscriptions/listen: ${response.statusCode}`));
      response.once("data", () => resolve(response));
    });
    sending.on("error", reject);
    sending.end(body);
  });
}

function residentMegabytes(): number {
  const status = readFileSync(`/proc/${service.process.pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024);
}
