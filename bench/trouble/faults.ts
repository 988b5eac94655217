import { setTimeout as sleep } from "node:timers/promises";
import type { Clients } from "./clients.ts";
import { limitMemory, limitWrites, release } from "./control-group.ts";
import type { Engines } from "./engines.ts";
import type { Fleet } from "./fleet.ts";

export interface StartOptions {
  engines: Engines;
  fleet: Fleet;
  clients: Clients;
}

export interface Fault {
  name: string;
  make: (context: StartOptions) => Promise<void>;
  /** A crash is over when the service answers again; an outage when what was away is back. */
  kind: "crash" | "outage";
  /** What an operator does afterwards, while the service goes on. */
  after?: (context: StartOptions) => Promise<void>;
}

/** Of every fault: milliseconds until the next charge was acknowledged, and how many were during an outage. */
export type Recovery = Record<string, { recovery_ms: number; acknowledged_meanwhile: number }[]>;

const RECOVERY_MILLISECONDS_MAX = 300_000;
const S3_AWAY_MILLISECONDS = 4_000;
const DISK_FULL_MILLISECONDS = 4_000;
const CLOCK_WRONG_MILLISECONDS = 3_000;
const CERTIFICATE_EXPIRED_MILLISECONDS = 4_000;
const LOSS_MILLISECONDS = 5_000;
const LOSS_SHARE = 0.05;
const SLOW_DISK_MILLISECONDS = 5_000;
const SLOW_DISK_WRITES_PER_SECOND = 20;
const MEMORY_MEGABYTES = 4;
const MEMORY_MILLISECONDS_MAX = 20_000;

/** Each comes once in a round, in an order that the seed decides. */
const FAULTS: Fault[] = [
  { name: "node_killed", kind: "crash", make: async ({ fleet }) => fleet.kill("api") },
  { name: "database_crash", kind: "crash", make: ({ engines }) => engines.pair.restart() },
  { name: "clock_hour_ahead", kind: "outage", make: ({ fleet }) => shiftClock(fleet, "+3600s") },
  { name: "worker_killed", kind: "crash", make: async ({ fleet }) => fleet.kill("worker") },
  { name: "s3_errors", kind: "outage", make: ({ engines }) => breakStore(engines, "error") },
  { name: "failover", kind: "crash", make: failOver, after: addStandby },
  { name: "node_killed", kind: "crash", make: async ({ fleet }) => fleet.kill("api") },
  { name: "node_disk_full", kind: "outage", make: ({ fleet }) => fillNodeDisk(fleet) },
  { name: "redis_killed", kind: "outage", make: restartRedis },
  { name: "s3_silent", kind: "outage", make: ({ engines }) => breakStore(engines, "silent") },
  { name: "clock_two_hours_behind", kind: "outage", make: ({ fleet }) => shiftClock(fleet, "-7200s") },
  { name: "database_disk_full", kind: "outage", make: ({ engines }) => fillDatabaseDisk(engines) },
  { name: "s3_certificate_expired", kind: "outage", make: ({ engines }) => expireCertificate(engines) },
  { name: "packet_loss", kind: "outage", make: ({ engines }) => losePackets(engines) },
  { name: "database_disk_slow", kind: "outage", make: ({ engines }) => slowDatabaseDisk(engines) },
  { name: "node_out_of_memory", kind: "outage", make: ({ fleet }) => takeMemory(fleet) },
];

/** A fault that this machine does not permit. */
class NotRun extends Error {}

/** The faults in another order for each seed and round; the same for the same. */
export function shuffle(seed: number): Fault[] {
  let state = seed >>> 0;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  return FAULTS.map((fault) => ({ fault, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ fault }) => fault);
}

export async function measureRecovery(
  { name, kind, make, after }: Fault,
  context: StartOptions,
  { recovery, notRun }: { recovery: Recovery; notRun: Set<string> },
): Promise<void> {
  const { count } = context.clients;
  let startedAt = performance.now();
  const before = count.acknowledged;
  try {
    await make(context);
  } catch (error) {
    if (!(error instanceof NotRun)) throw error;
    notRun.add(name);
    return;
  }
  const meanwhile = count.acknowledged - before;
  if (kind === "outage") startedAt = performance.now();
  const known = count.acknowledged;
  while (count.acknowledged === known) {
    if (performance.now() - startedAt > RECOVERY_MILLISECONDS_MAX)
      throw new Error(`no recovery from ${name}`);
    await sleep(10);
  }
  recovery[name] ??= [];
  recovery[name].push({
    recovery_ms: Math.round(performance.now() - startedAt),
    acknowledged_meanwhile: meanwhile,
  });
  await after?.(context);
}

async function failOver({ engines }: StartOptions): Promise<void> {
  await engines.pair.failOver();
  engines.point();
}

/** Copied from the new primary, as an operator would do it. */
async function addStandby({ engines }: StartOptions): Promise<void> {
  await engines.pair.addStandby();
  engines.pointReads();
}

async function breakStore({ store }: Engines, mode: "error" | "silent"): Promise<void> {
  store.mode = mode;
  await sleep(S3_AWAY_MILLISECONDS);
  store.mode = "pass";
}

async function restartRedis({ engines }: StartOptions): Promise<void> {
  await engines.redis.stop();
  await sleep(500);
  await engines.redis.startAgain();
}

async function shiftClock(fleet: Fleet, offset: string): Promise<void> {
  fleet.setClock(offset);
  await sleep(CLOCK_WRONG_MILLISECONDS);
  fleet.setClock("+0s");
}

async function fillNodeDisk({ disk }: Fleet): Promise<void> {
  disk?.fill();
  await sleep(DISK_FULL_MILLISECONDS);
  disk?.empty();
}

/** Until the log of the database has no room either, which ends the server; a supervisor starts it again. */
async function fillDatabaseDisk({ disk, pair }: Engines): Promise<void> {
  disk?.fill();
  for (let waited = 0; waited < DISK_FULL_MILLISECONDS; waited += 200) {
    // Uses up the segments of the log that were kept for later.
    await pair.query(pair.primaryUrl, "select pg_switch_wal()").catch(() => {});
    await sleep(200);
  }
  disk?.empty();
  await pair.revive();
}

async function expireCertificate({ front }: Engines): Promise<void> {
  if (!front) throw new NotRun();
  front.present("expired");
  await sleep(CERTIFICATE_EXPIRED_MILLISECONDS);
  front.present("valid");
}

/** Between the nodes and the primary. */
async function losePackets({ writes }: Engines): Promise<void> {
  writes.loss = LOSS_SHARE;
  await sleep(LOSS_MILLISECONDS);
  writes.loss = 0;
}

async function slowDatabaseDisk({ disk, pair }: Engines): Promise<void> {
  const group = disk && limitWrites(disk.folder, SLOW_DISK_WRITES_PER_SECOND);
  if (!group) throw new NotRun();
  const pids = pair.processes();
  for (const pid of pids) group.add(pid);
  await sleep(SLOW_DISK_MILLISECONDS);
  for (const pid of [...pids, ...pair.processes()]) release("disk", pid);
  group.remove();
}

/** A limit so tight that the kernel ends the node; a supervisor starts it again. */
async function takeMemory(fleet: Fleet): Promise<void> {
  const group = limitMemory(MEMORY_MEGABYTES);
  const victim = fleet.findRunning("api");
  const pid = victim?.process.pid;
  if (!group || !victim || pid === undefined) throw new NotRun();
  group.add(pid);
  for (let waited = 0; waited < MEMORY_MILLISECONDS_MAX && victim.process.signalCode === null; waited += 100)
    await sleep(100);
  victim.process.kill("SIGKILL");
  fleet.startAgain("api", victim);
  group.remove();
}
