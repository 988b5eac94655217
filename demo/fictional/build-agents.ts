/**
 * Makes the outputs of the demo builders: starts the service on an empty folder, lets it read the demo reports, runs the
 * builders and writes what they made to agents.json.
 *
 *   node demo/fictional/build-agents.ts
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "../../src/config.ts";
import { openLog } from "../../src/platform/log/index.ts";
import { startApp } from "../../src/start.ts";

const file = path.join(import.meta.dirname, "agents.json");
const folder = mkdtempSync(path.join(os.tmpdir(), "florin-demo-"));
writeFileSync(file, JSON.stringify({ artifacts: [], claims: [], pages: {} }));
const config = readConfig({ env: {}, options: { data: folder, port: 0, rate_factor: 1_000 } });
const app = await startApp(config, openLog("error"));
const { db, storage } = app.tools;
const key = readFileSync(path.join(folder, "demo-api-key"), "utf8").trim();

async function call(method: string, route: string, body?: object) {
  const headers = { "x-api-key": key, ...(body ? { "content-type": "application/json" } : {}) };
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const reply = (await (await fetch(`${app.baseUrl}${route}`, init)).json()) as { data: never };
  return reply.data;
}

for (;;) {
  const [row] = await db<{ waiting: number }>`
    select count(*)::int as waiting from report where extract_sha256 is null`;
  if (row?.waiting === 0) break;
  await sleep(500);
}
for (const { id } of (await call("GET", "/v1/agent_builder/list")) as { id: string }[]) {
  for (const agent_type of ["data", "report"]) {
    const { run_id } = (await call("POST", "/v1/agent_builder/run", { agent_id: id, agent_type })) as {
      run_id: string;
    };
    for (let state = "waiting"; state !== "done"; await sleep(300)) {
      const run = (await call("GET", `/v1/agent_builder/run?run_id=${run_id}`)) as {
        state: string;
        reason: string;
      };
      if (run.state === "failed") throw new Error(run.reason);
      state = run.state;
    }
  }
}
const artifacts = await db<Record<string, unknown>>`
  select artifact_id, builder_id, agent_type, svc_entity_id, company_list, publish_date, extract_json, evidence,
    difference, provenance, content_sha256
  from agent_artifact order by builder_id, agent_type, svc_entity_id`;
const claims = await db<Record<string, unknown>>`
  select report_id, json_agg(json_build_object('claim_id', claim_id, 'document_sha256', file_sha256, 'page', page,
    'box', box, 'label', label, 'value', value, 'unit', unit, 'scale', scale, 'period', period, 'quote', quote)
    order by claim_id) as claims
  from claim group by report_id order by report_id`;
const pages: Record<string, string> = {};
for (const { agent_type, content_sha256 } of artifacts) {
  if (agent_type !== "report") continue;
  const parts: Buffer[] = [];
  for await (const part of await storage.read(String(content_sha256))) parts.push(part);
  pages[String(content_sha256)] = Buffer.concat(parts).toString();
}
writeFileSync(file, `${JSON.stringify({ artifacts, claims, pages }, null, 1)}\n`);
await app.close();
rmSync(folder, { recursive: true, force: true });
