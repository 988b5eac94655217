/**
 * Trouble, compressed: API nodes and workers as processes on PostgreSQL and S3, killed with -9 again and again while
 * the database is restarted, and clients that count. `node bench/trouble.ts [seconds]`; ends with 1 if a count is off.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import S3rver from "@20minutes/s3rver";
import { createKey } from "../src/features/access/index.ts";
import { createAccount } from "../src/features/accounts/index.ts";
import { grantCredits } from "../src/features/credits/index.ts";
import { migrate, openDatabase, readMigrations } from "../src/platform/db/index.ts";
import { startDebianPostgres } from "../test/debian-postgres.ts";
import { startRedisServer } from "../test/redis-server.ts";

const SECONDS = Number(process.argv[2] ?? 60);
const API_NODES = 3;
const WORKERS = 2;
const CLIENTS = 6;
const UPLOADS = 12;
const GRANTED = 100_000_000;

const root = mkdtempSync(path.join(os.tmpdir(), "florin-trouble-"));
const postgres = await startDebianPostgres();
const redis = await startRedisServer();
if (!postgres || !redis) throw new Error("PostgreSQL and Redis are needed");
const s3 = new S3rver({
  port: 0,
  address: "127.0.0.1",
  silent: true,
  directory: path.join(root, "s3"),
  configureBuckets: [{ name: "florin", configs: [] }],
});
const { port: s3Port } = await s3.run();

const { PATH = "", HOME = "" } = process.env;
const env = {
  PATH,
  HOME,
  DATABASE_URL: postgres.url,
  REDIS_URL: redis.url,
  FLORIN_S3_BUCKET: "florin",
  FLORIN_S3_ENDPOINT: `http://127.0.0.1:${s3Port}`,
  FLORIN_S3_ACCESS_KEY_ID: "S3RVER",
  FLORIN_S3_SECRET_ACCESS_KEY: "S3RVER",
  FLORIN_LOG_LEVEL: "silent",
  FLORIN_DEMO: "false",
  FLORIN_RATE_FACTOR: "100000",
  FLORIN_DATA: path.join(root, "data"),
};

interface Node {
  name: string;
  process: ChildProcess;
  url: string;
}

async function launch(name: string, command: string[]): Promise<Node> {
  const ready = path.join(root, `${name}.ready`);
  rmSync(ready, { force: true });
  const line = ["bin/florin.mjs", ...command, "--ready-file", ready];
  const child = spawn(process.execPath, line, { env, stdio: "ignore" });
  for (let waited = 0; waited < 60_000; waited += 50) {
    if (existsSync(ready) && readFileSync(ready, "utf8").endsWith("\n")) {
      return { name, process: child, url: String(JSON.parse(readFileSync(ready, "utf8")).base_url) };
    }
    // The database may be away just now; a supervisor would start it again too.
    if (child.exitCode !== null) return launch(name, command);
    await sleep(50);
  }
  throw new Error(`${name} did not start`);
}

const serve = (name: string) => launch(name, ["serve", "--no-work", "--port", "0"]);
const work = (name: string) => launch(name, ["work"]);

const options = { connectionsMax: 4, statementSecondsMax: 30, applicationName: "florin-trouble" };
const db = openDatabase({ url: postgres.url }, options);
await migrate(db, readMigrations("migrations"));
const accountId = await createAccount(db, "Trouble");
await grantCredits(db, accountId, GRANTED);
const { key } = await createKey(db, { accountId, name: "trouble" });
const apis = await Promise.all(Array.from({ length: API_NODES }, (_, index) => serve(`api${index}`)));
const workers = await Promise.all(Array.from({ length: WORKERS }, (_, index) => work(`worker${index}`)));

// However this ends, nothing is left running.
process.once("exit", () => {
  for (const { process: child } of [...apis, ...workers]) child.kill("SIGKILL");
  redis.process.kill("SIGKILL");
});

const count = { acknowledged: 0, replayed: 0, refused: 0, unanswered: 0, kills: 0, database_restarts: 0 };
let running = true;

/** Calls that a killed node had begun: their claim runs out after two minutes, then they are asked again. */
const unsettled: string[] = [];

/** Sends one call until it is acknowledged, as a careful client does: always under the same key. */
async function settle(idempotencyKey: string, { mayWait }: { mayWait: boolean }): Promise<void> {
  for (let attempt = Math.floor(Math.random() * API_NODES); ; attempt++) {
    try {
      const reply = await fetch(`${apis[attempt % API_NODES]?.url}/v1/company_report/company_search`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json", "idempotency-key": idempotencyKey },
        body: '{"isin":"US0000000000"}',
        signal: AbortSignal.timeout(20_000),
      });
      await reply.text();
      if (reply.status === 200) {
        count.acknowledged++;
        if (reply.headers.get("idempotency-replayed")) count.replayed++;
        return;
      }
      count.refused++;
      if (reply.status === 409 && !mayWait) {
        unsettled.push(idempotencyKey);
        return;
      }
      await sleep(reply.status === 409 ? 2_000 : 100);
    } catch {
      count.unanswered++;
      await sleep(50);
    }
  }
}

async function client(number: number): Promise<void> {
  for (let call = 0; running; call++) await settle(`client-${number}-${call}`, { mayWait: false });
}

const shortest = (
  JSON.parse(readFileSync("demo/fictional/reports.json", "utf8")) as { file: string; page_count: number }[]
).reduce((a, b) => (b.page_count < a.page_count ? b : a));
const pdf = readFileSync(path.join("demo/fictional", shortest.file));
let uploaded = 0;

/** Every accepted upload is a job that must be done, once. */
async function upload(): Promise<void> {
  for (let index = 0; index < UPLOADS; index++) {
    for (let attempt = 0; ; attempt++) {
      const form = new FormData();
      form.set("title", `Copy ${index}`);
      form.set("file", new Blob([Buffer.concat([pdf, Buffer.from(`\n% ${index}\n`)])]), "copy.pdf");
      const headers = { "x-api-key": key, "idempotency-key": `upload-${index}` };
      const target = `${apis[attempt % API_NODES]?.url}/v1/company_report/upload`;
      const status = await fetch(target, { method: "POST", headers, body: form }).then(
        async (reply) => {
          await reply.text();
          return reply.status;
        },
        () => 0,
      );
      if (status === 200) break;
      await sleep(500);
    }
    uploaded++;
    await sleep((SECONDS * 1_000) / UPLOADS / 2);
  }
}

const recovery = { database_ms: [] as number[], node_ms: [] as number[] };
const restarting = new Set<string>();
const restarts: Promise<void>[] = [];

function killOne(list: Node[], start: (name: string) => Promise<Node>): void {
  const index = list.findIndex(({ name }) => !restarting.has(name));
  const victim = list[index];
  if (!victim) return;
  const startedAt = performance.now();
  victim.process.kill("SIGKILL");
  count.kills++;
  restarting.add(victim.name);
  restarts.push(
    start(victim.name).then((node) => {
      // To the end of the list, so that the next one to be killed is another.
      list.splice(list.indexOf(victim), 1);
      list.push(node);
      restarting.delete(node.name);
      recovery.node_ms.push(Math.round(performance.now() - startedAt));
    }),
  );
}

async function restartDatabase(until: number): Promise<void> {
  const startedAt = performance.now();
  await postgres?.restart();
  count.database_restarts++;
  const before = count.acknowledged;
  while (count.acknowledged === before && Date.now() < until + 20_000) await sleep(20);
  recovery.database_ms.push(Math.round(performance.now() - startedAt));
}

async function makeTrouble(until: number): Promise<void> {
  for (let turn = 0; Date.now() < until; turn++) {
    await sleep(1_000 + Math.random() * 1_000);
    if (turn % 6 === 1) await restartDatabase(until);
    else if (turn % 6 === 3) {
      await redis?.stop();
      await sleep(500);
      await redis?.startAgain();
    } else if (turn % 6 === 5) killOne(workers, work);
    else killOne(apis, serve);
  }
  await Promise.all(restarts);
}

const clients = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
const uploads = upload();
await makeTrouble(Date.now() + SECONDS * 1_000);
running = false;
await Promise.all([clients, uploads]);
const stranded = unsettled.length;
await Promise.all(unsettled.map((idempotencyKey) => settle(idempotencyKey, { mayWait: true })));

/** Jobs go on after the trouble; the last one is waited for. */
for (let waited = 0; waited < 240_000; waited += 500) {
  const [row] = await db<{ open: number }>`
    select count(*) as open from report where digest_state <> 'ready'`;
  if (row?.open === 0) break;
  await sleep(500);
}

const [ledger] = await db<{ spent: number; held: number }>`
  select spent, held from credit_balance where account_id = ${accountId}`;
const [searches] = await db<{ calls: number }>`
  select count(*) filter (where kind = 'charge') - count(*) filter (where kind = 'refund') as calls
  from credit_entry where account_id = ${accountId} and operation_id = 'companies.search'`;
const [reports] = await db<{ ready: number; all: number }>`
  select count(*) filter (where digest_state = 'ready') as ready, count(*) as all from report`;
const [chunks] = await db<{ twice: number }>`
  select count(*) as twice from (select from report_chunk group by report_id, chunk_index having count(*) > 1) as t`;

const result = {
  seconds: SECONDS,
  nodes: { api: API_NODES, workers: WORKERS },
  ...count,
  ledger_spent: ledger?.spent,
  stranded_by_kills: stranded,
  charges_in_ledger: searches?.calls,
  charges_lost: Math.max(0, count.acknowledged - (searches?.calls ?? 0)),
  // Every call was acknowledged in the end, so a charge too many is one call charged twice.
  charged_twice: Math.max(0, (searches?.calls ?? 0) - count.acknowledged),
  held_now: ledger?.held,
  reports_accepted: uploaded,
  jobs_lost: uploaded - (reports?.ready ?? 0),
  reports_twice: (reports?.all ?? 0) - uploaded,
  chunks_twice: chunks?.twice,
  recovery,
};
process.stdout.write(`${JSON.stringify(result, null, 1)}\n`);

for (const { process: child } of [...apis, ...workers]) child.kill("SIGKILL");
await db.close();
await redis.stop();
await s3.close();
await postgres.stop();
rmSync(root, { recursive: true, force: true });
const faults = [
  result.charges_lost,
  result.charged_twice,
  result.jobs_lost,
  result.reports_twice,
  result.chunks_twice,
];
process.exit(faults.every((fault) => fault === 0) ? 0 : 1);
