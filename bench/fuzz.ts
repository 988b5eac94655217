/**
 * Requests that no one would send in good faith, over every operation and MCP, against a service of its own.
 * `node bench/fuzz.ts [requests] [seed] [seconds]`; ends with 1 when one was answered with 5xx, not in time, with
 * something of another account's, or otherwise than the OpenAPI file declares.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { bodies } from "../test/arbitrary-bodies.ts";
import { DeclaredAnswers } from "../test/declared-answers.ts";
import { florin, startService } from "../test/service.ts";
import { makeForeignThings, mcpTargets, restTargets, type Target } from "./fuzz/targets.ts";
import { residentMegabytes } from "./service/process-memory.ts";
import { slope } from "./service/statistics.ts";

const REQUESTS = Number(process.argv[2] ?? 20_000);
const SEED = Number(process.argv[3] ?? Date.now() % 1_000_000);
const SECONDS_MAX = Number(process.argv[4] ?? 3_600);
const AT_ONCE = 16;
const BATCH = 50;

const root = mkdtempSync(path.join(os.tmpdir(), "florin-fuzz-"));
chmodSync(root, 0o755);
const config = path.join(root, "config.json");
writeFileSync(config, JSON.stringify({ rate_factor: 1_000_000 }));
const data = path.join(root, "data");
const service = await startService(data, ["--config", config, "--log-level", "error"]);
// However this ends, the service ends with it.
process.once("exit", () => service.process.kill("SIGKILL"));
const { base_url: baseUrl, mcp_url: mcpUrl } = service.ready;

async function addAccount(name: string): Promise<string> {
  await florin(["--data", data, "accounts", "create", name]);
  await florin(["--data", data, "credits", "grant", "100000000", "--account", name]);
  const made = await florin(["--data", data, "keys", "create", name, "--account", name]);
  return /flr_live_\w+/.exec(made.out)?.[0] ?? "";
}

const MARK = `zebrawood${SEED}`;
const door = { baseUrl, mcpUrl, key: await addAccount("Fuzz") };
const foreignIds = await makeForeignThings(door, await addAccount(MARK), MARK);
const targets = [...(await restTargets(door)), ...(await mcpTargets(door))];

const answers = new DeclaredAnswers(
  (await (await fetch(`${baseUrl}/openapi.json`)).json()) as ConstructorParameters<typeof DeclaredAnswers>[0],
);

const statuses: Record<string, number> = {};
const faults: string[] = [];
let slowestMilliseconds = 0;

let comparedWithFile = 0;

async function fire({ name, declared, send }: Target, body: unknown, twist: number): Promise<void> {
  const about = `${name} ${JSON.stringify(body)?.slice(0, 300)}`;
  const startedAt = performance.now();
  try {
    const reply = await send(body, twist);
    const text = await reply.text();
    statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
    if (reply.status >= 500 || text.includes('"code":-32603'))
      faults.push(`${reply.status} ${about} ${text.slice(0, 200)}`);
    if (declared !== null) {
      const { method, url } = declared;
      const answer = { status: reply.status, text, type: reply.headers.get("content-type") ?? "" };
      comparedWithFile++;
      faults.push(
        ...answers.findViolations(method, url, answer).map((found) => `undeclared ${about} ${found}`),
      );
    }
    if (text.includes(MARK)) faults.push(`leak ${about} ${text.slice(0, 200)}`);
  } catch (error) {
    faults.push(`${(error as Error).name} ${about}`);
  }
  slowestMilliseconds = Math.max(slowestMilliseconds, Math.round(performance.now() - startedAt));
}

/** Of the service, which is the process behind the ready file. */
const megabytes = () => residentMegabytes(service.ready.pid);
const memory = [{ sent: 0, megabytes: megabytes() }];
const startedAt = performance.now();
let sent = 0;
for (let round = 0; sent < REQUESTS && performance.now() - startedAt < SECONDS_MAX * 1_000; round++) {
  const target = targets[round % targets.length];
  if (!target) break;
  const size = Math.min(BATCH, REQUESTS - sent, Math.max(10, Math.ceil(REQUESTS / targets.length / 4)));
  const samples = fc.sample(bodies(target.schema, foreignIds), { numRuns: size, seed: SEED + round });
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < samples.length; index = next++)
      await fire(target, samples[index], index + round);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  sent += size;
  if (round % targets.length === 0) {
    memory.push({ sent, megabytes: megabytes() });
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    process.stderr.write(`${sent} sent in ${seconds} s, ${faults.length} faults, ${megabytes()} MB\n`);
  }
}
memory.push({ sent, megabytes: megabytes() });

/** The first third is warming up. */
const settled = memory.slice(Math.floor(memory.length / 3));
const growth = slope(settled.map((sample) => [sample.sent, sample.megabytes]));
const result = {
  seed: SEED,
  requests: sent,
  targets: targets.length,
  seconds: Math.round((performance.now() - startedAt) / 1_000),
  statuses,
  compared_with_openapi: comparedWithFile,
  faults: faults.length,
  slowest_ms: slowestMilliseconds,
  foreign_ids_tried: foreignIds.length,
  memory_megabytes: {
    before: memory[0]?.megabytes,
    after: memory.at(-1)?.megabytes,
    most: Math.max(...memory.map(({ megabytes }) => megabytes)),
    slope_per_10000_requests: Number((growth * 10_000).toFixed(2)),
  },
};
process.stdout.write(`${JSON.stringify(result, null, 1)}\n`);
for (const fault of faults.slice(0, 20)) process.stdout.write(`${fault}\n`);
service.process.kill("SIGTERM");
await service.ended;
rmSync(root, { recursive: true, force: true });
process.exit(faults.length === 0 ? 0 : 1);
