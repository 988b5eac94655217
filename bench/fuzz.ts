/**
 * Requests nobody would send in good faith, over every operation and MCP, against a service of its own.
 * `node bench/fuzz.ts [requests] [seed] [seconds]`; ends with 1 when one was answered with 5xx or not in time.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { bodies } from "../test/arbitrary-bodies.ts";
import { florin, startService } from "../test/service.ts";

type Json = Record<string, unknown>;

const REQUESTS = Number(process.argv[2] ?? 20_000);
const SEED = Number(process.argv[3] ?? Date.now() % 1_000_000);
const SECONDS_MAX = Number(process.argv[4] ?? 3_600);
const AT_ONCE = 16;
const ANSWER_MILLISECONDS_MAX = 30_000;
const BATCH = 200;

const root = mkdtempSync(path.join(os.tmpdir(), "florin-fuzz-"));
chmodSync(root, 0o755);
const config = path.join(root, "config.json");
writeFileSync(config, JSON.stringify({ rate_factor: 1_000_000 }));
const data = path.join(root, "data");
const service = await startService(data, ["--config", config, "--log-level", "error"]);
// However this ends, the service ends with it.
process.once("exit", () => service.process.kill("SIGKILL"));
const { base_url: baseUrl, mcp_url: mcpUrl } = service.ready;
await florin(["--data", data, "accounts", "create", "Fuzz"]);
await florin(["--data", data, "credits", "grant", "100000000", "--account", "Fuzz"]);
const made = await florin(["--data", data, "keys", "create", "fuzz", "--account", "Fuzz"]);
const key = /flr_live_\w+/.exec(made.out)?.[0] ?? "";

interface Target {
  name: string;
  send: (body: unknown, twist: number) => Promise<Response>;
  schema: Json;
}

const targets = [...(await restTargets()), ...(await mcpTargets())];

async function restTargets(): Promise<Target[]> {
  const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Json>>;
    components: { schemas: Record<string, Json> };
  };
  const inline = (value: unknown, depth = 0): unknown => {
    if (Array.isArray(value)) return value.map((item) => inline(item, depth));
    if (typeof value !== "object" || value === null) return value;
    const reference = (value as Json)["$ref"];
    if (typeof reference === "string" && depth < 5)
      return inline(document.components.schemas[reference.split("/").at(-1) ?? ""], depth + 1);
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inline(item, depth)]));
  };
  return Object.entries(document.paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, entry]) => ({
      name: `${method.toUpperCase()} ${url}`,
      schema: inline(inputSchema(entry)) as Json,
      send: (body: unknown, twist: number) => sendRest({ method, url, body, twist }),
    })),
  );
}

function inputSchema(entry: Json): Json {
  const content = ((entry["requestBody"] as Json | undefined)?.["content"] ?? {}) as Record<string, Json>;
  const [first] = Object.values(content);
  if (first) return first["schema"] as Json;
  const parameters = (entry["parameters"] ?? []) as { name: string; schema: Json }[];
  return {
    type: "object",
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  };
}

const CONTENT_TYPES = [
  "application/json",
  "application/json; charset=utf-8",
  "text/plain",
  "multipart/form-data",
];

function sendRest(wish: { method: string; url: string; body: unknown; twist: number }): Promise<Response> {
  const { method, url, body, twist } = wish;
  const fields = { ...(typeof body === "object" && body !== null ? (body as Json) : {}) };
  const filled = url.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(fields[name] ?? "x").slice(0, 300);
    delete fields[name];
    return encodeURIComponent(value.toWellFormed()) || "x";
  });
  const headers: Record<string, string> = { "x-api-key": key };
  const signal = AbortSignal.timeout(ANSWER_MILLISECONDS_MAX);
  if (method !== "post" && method !== "put" && method !== "patch") {
    const pairs = Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
    ]);
    return fetch(`${baseUrl}${filled}?${new URLSearchParams(pairs)}`, {
      method: method.toUpperCase(),
      headers,
      signal,
    });
  }
  headers["content-type"] = CONTENT_TYPES[twist < 90 ? 0 : twist % CONTENT_TYPES.length] ?? "";
  if (twist % 17 === 0) headers["idempotency-key"] = `k${twist}`;
  return fetch(`${baseUrl}${filled}`, {
    method: "POST",
    headers,
    body: mutate(JSON.stringify(body) ?? "", twist),
    signal,
  });
}

/** One request in ten is damaged: cut off, doubled, a byte changed. */
function mutate(text: string, twist: number): string {
  const middle = Math.floor(text.length / 2);
  if (twist % 31 === 0) return text.slice(0, middle);
  if (twist % 37 === 0) return text + text;
  if (twist % 29 === 0) return `${text.slice(0, middle)}\u0001${text.slice(middle + 1)}`;
  return text;
}

async function mcpTargets(): Promise<Target[]> {
  const ask = (method: string, params: unknown, twist = 1) =>
    fetch(mcpUrl, {
      method: "POST",
      headers: {
        "x-api-key": key,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": twist % 19 === 0 ? "1999-01-01" : "2025-11-25",
      },
      body: mutate(JSON.stringify({ jsonrpc: "2.0", id: twist, method, params }) ?? "", twist),
      signal: AbortSignal.timeout(ANSWER_MILLISECONDS_MAX),
    });
  const listed = await (await ask("tools/list", {})).text();
  const message = JSON.parse(
    listed.startsWith("{") ? listed : (/^data: (\{.*)$/m.exec(listed)?.[1] ?? "{}"),
  ) as {
    result?: { tools?: { name: string; inputSchema: Json }[] };
  };
  const tools = (message.result?.tools ?? []).map(({ name, inputSchema }) => ({
    name: `tool ${name}`,
    schema: inputSchema,
    send: (body: unknown, twist: number) => ask("tools/call", { name, arguments: body }, twist),
  }));
  if (tools.length === 0) throw new Error("MCP lists no tools");
  const others = ["resources/read", "prompts/get", "completion/complete", "resources/list", "no/such"].map(
    (method) => ({
      name: `mcp ${method}`,
      schema: {
        type: "object",
        properties: { uri: { type: "string" }, name: { type: "string" }, ref: {}, argument: {} },
      },
      send: (body: unknown, twist: number) => ask(method, body, twist),
    }),
  );
  return [...tools, ...others];
}

const statuses: Record<string, number> = {};
const faults: string[] = [];

async function fire({ name, send }: Target, body: unknown, twist: number): Promise<void> {
  try {
    const reply = await send(body, twist);
    const text = await reply.text();
    statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
    // The SDK says -32603 with the list of wrong fields for parameters of the wrong shape: that is an answer.
    const isInternal = text.includes('"code":-32603') && !text.includes('\\"path\\"');
    if (reply.status >= 500 || isInternal)
      faults.push(`${reply.status} ${name} ${JSON.stringify(body)?.slice(0, 300)} ${text.slice(0, 200)}`);
  } catch (error) {
    faults.push(`${(error as Error).name} ${name} ${JSON.stringify(body)?.slice(0, 300)}`);
  }
}

/** Resident memory of the service, which is the process behind the ready file. */
function residentMegabytes(): number {
  const status = readFileSync(`/proc/${service.ready.pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
}

const memory: number[] = [];
const startedAt = performance.now();
let sent = 0;
for (let round = 0; sent < REQUESTS && performance.now() - startedAt < SECONDS_MAX * 1_000; round++) {
  const target = targets[round % targets.length];
  if (!target) break;
  const size = Math.min(BATCH, REQUESTS - sent, Math.max(10, Math.ceil(REQUESTS / targets.length / 4)));
  const samples = fc.sample(bodies(target.schema), { numRuns: size, seed: SEED + round });
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < samples.length; index = next++)
      await fire(target, samples[index], index + round);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  sent += size;
  if (round % targets.length === 0) memory.push(residentMegabytes());
}
memory.push(residentMegabytes());

const result = {
  seed: SEED,
  requests: sent,
  targets: targets.length,
  seconds: Math.round((performance.now() - startedAt) / 1_000),
  statuses,
  faults: faults.length,
  memory_megabytes: memory,
};
process.stdout.write(`${JSON.stringify(result, null, 1)}\n`);
for (const fault of faults.slice(0, 20)) process.stdout.write(`${fault}\n`);
service.process.kill("SIGTERM");
await service.ended;
rmSync(root, { recursive: true, force: true });
process.exit(faults.length === 0 ? 0 : 1);
