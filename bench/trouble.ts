/**
 * Trouble, compressed: three API nodes and two workers as processes on PostgreSQL with a synchronous standby, S3 and
 * Redis. Nodes are killed with -9, the database crashes and fails over, S3 answers with errors or not at all, Redis
 * dies, disks fill or are slow, clocks jump, packets and memory are missing, a certificate ends, while clients of several
 * tenants count. `node bench/trouble.ts [seconds] [seed]`; the seed decides the order. Ends with 1 if a count is off.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { migrate, openDatabase, readMigrations } from "../src/platform/db/index.ts";
import { addTenant, Clients } from "./trouble/clients.ts";
import { startEngines } from "./trouble/engines.ts";
import { measureRecovery, type Recovery, shuffle } from "./trouble/faults.ts";
import { Fleet, hasFaketime } from "./trouble/fleet.ts";
import { tally, waitForJobs } from "./trouble/tally.ts";

const SECONDS = Number(process.argv[2] ?? 120);
const SEED = Number(process.argv[3] ?? Math.floor(Math.random() * 1_000_000));
console.error(`seed ${SEED}`);
const API_NODES = 3;
const WORKERS = 2;
const TENANTS = 3;
const CLIENTS_PER_TENANT = 2;
/** One every two minutes, and five at least. */
const UPLOADS_PER_TENANT = Math.max(5, Math.round(SECONDS / 120));

const root = mkdtempSync(path.join(os.tmpdir(), "florin-trouble-"));
chmodSync(root, 0o755);
const engines = await startEngines(root);
const { PATH = "", HOME = "" } = process.env;
const fleet = new Fleet(root, {
  PATH,
  HOME,
  ...engines.env,
  FLORIN_LOG_LEVEL: "silent",
  FLORIN_DEMO: "false",
  FLORIN_RATE_FACTOR: "100000",
  FLORIN_DATA: path.join(root, "data"),
});
const options = { connectionsMax: 4, statementSecondsMax: 30, applicationName: "florin-trouble" };
const db = openDatabase({ url: engines.env.DATABASE_URL }, options);
await migrate(db, readMigrations("migrations"));
const tenants = await Promise.all(Array.from({ length: TENANTS }, (_, number) => addTenant(db, number)));
await fleet.start(API_NODES, WORKERS);
console.error("nodes are up");

const clients = new Clients(fleet.apis, tenants);
const pauseMilliseconds = (SECONDS * 1_000) / UPLOADS_PER_TENANT / 2;
const lanes = tenants.flatMap((tenant, number) => [
  ...Array.from({ length: CLIENTS_PER_TENANT }, (_, lane) =>
    clients.charge(tenant, number * CLIENTS_PER_TENANT + lane),
  ),
  clients.upload(tenant, { files: UPLOADS_PER_TENANT, pauseMilliseconds }),
]);
const probing = clients.probe();

// Every tenant owns something before the first fault, so that a leak would be seen from then on.
while (tenants.some(({ reports }) => reports.size === 0)) await sleep(100);
const recovery: Recovery = {};
const endsAt = Date.now() + SECONDS * 1_000;
const notRun = new Set<string>();
for (let round = 0; Date.now() < endsAt || round === 0; round++)
  for (const fault of shuffle(SEED + round)) {
    // The first round is always whole: every fault was there.
    if (round > 0 && Date.now() >= endsAt) break;
    // Only the latest node may still be starting, so that one of three always answers.
    await Promise.all(fleet.restarts.slice(0, -1));
    await sleep(500 + Math.random() * 1_000);
    await measureRecovery(fault, { engines, fleet, clients }, { recovery, notRun });
    console.error(`${fault.name}: ${JSON.stringify(recovery[fault.name]?.at(-1) ?? "not run")}`);
  }
await Promise.all(fleet.restarts);
clients.running = false;
await Promise.all([...lanes, probing]);
const stranded = clients.stranded.length;
await Promise.all(clients.stranded.map((paid) => clients.settle(paid, { mayWait: true })));
await waitForJobs(db);

const result = {
  seconds: SECONDS,
  seed: SEED,
  not_run: [...notRun],
  nodes: { api: API_NODES, workers: WORKERS, tenants: TENANTS },
  clock_jumps: hasFaketime(),
  small_disks: fleet.disk !== null && engines.disk !== null,
  faults: Object.fromEntries(Object.entries(recovery).map(([name, times]) => [name, times.length])),
  ...clients.count,
  statuses: clients.statuses,
  stranded_by_kills: stranded,
  ...(await tally(db, tenants)),
  cross_tenant_reads: clients.count.leaks,
  recovery,
  killed_node_answers_again_ms: fleet.nodeMilliseconds,
};
process.stdout.write(`${JSON.stringify(result, null, 1)}\n`);

fleet.end();
await db.close();
await engines.stop();
rmSync(root, { recursive: true, force: true });
const wrong = [
  result.charges_lost,
  result.charged_twice,
  result.credits_off,
  result.held_now,
  result.jobs_lost,
  result.jobs_done_twice,
  result.reports_unlike_the_others,
  result.cross_tenant_reads,
];
process.exit(wrong.every((number) => number === 0) && result.own_seen > 0 ? 0 : 1);
