/**
 * What a tool call costs over the same operation by REST, interleaved in one run; and what a thousand clients cost.
 *
 *   node bench/mcp.ts [--rounds 5] [--seconds 2]
 */
import { type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { synthesizeCompanies } from "./companies/synthesize.ts";
import { alternate, applyLoad, type Load, makeLoad } from "./service/load.ts";
import { readOptions } from "./service/options.ts";
import { residentMegabytes } from "./service/process-memory.ts";
import { startFilledService } from "./service/service-under-load.ts";
import { median } from "./service/statistics.ts";

const options = readOptions({ rounds: 5, seconds: 2 });
const WARM_SECONDS = 4;

const companies = [...synthesizeCompanies(5_000)];
const service = await startFilledService(synthesizeCompanies(10_000));
const nextIsin = () =>
  companies[Math.floor(Math.random() * companies.length)]?.securities?.find(({ isin }) => isin)?.isin;
let id = 0;

const rest = makeLoad(service, "/v1/company_report/company_search", () => ({ isin: nextIsin() }));
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
  const results = await alternate(rest, load, options);
  const ratio = median(results.map((result) => result.ratio)).toFixed(2);
  const failures = results.reduce((sum, { own }) => sum + own.failures, 0);
  console.log(`${name}: ${ratio} of REST, ${failures} failures`);
}
// Memory once taken is kept for the next; what leaked would add up.
for (let round = 0; round < 3; round++) await measureClients(1_000);
await service.stop();

/** Clients that each keep a stream open and call a tool meanwhile: what they cost, and what stays when they are gone. */
async function measureClients(count: number): Promise<void> {
  const memory = () => residentMegabytes(service.process.pid ?? 0);
  const before = memory();
  const streams = await Promise.all(Array.from({ length: count }, openStream));
  await applyLoad(doors["tools/call, 2026-07-28"] as Load, options.seconds);
  const during = memory();
  for (const stream of streams) stream.destroy();
  await sleep(5_000);
  console.log(`${count} open streams: ${before} MB before, ${during} MB during, ${memory()} MB after`);
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
