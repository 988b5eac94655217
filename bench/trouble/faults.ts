import { setTimeout as sleep } from "node:timers/promises";
import type { Clients } from "./clients.ts";
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

const RECOVERY_MILLISECONDS_MAX = 90_000;
const S3_AWAY_MILLISECONDS = 4_000;
const DISK_FULL_MILLISECONDS = 4_000;
const CLOCK_WRONG_MILLISECONDS = 3_000;

/** They come in this order, again and again. */
export const FAULTS: Fault[] = [
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
];

export async function measureRecovery(
  { name, kind, make, after }: Fault,
  context: StartOptions,
  recovery: Recovery,
): Promise<void> {
  const { count } = context.clients;
  let startedAt = performance.now();
  const before = count.acknowledged;
  await make(context);
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
