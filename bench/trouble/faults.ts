import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clients } from "./clients.ts";
import type { Engines } from "./engines.ts";
import type { Fleet } from "./fleet.ts";

export interface Surroundings {
  engines: Engines;
  fleet: Fleet;
  clients: Clients;
}

/** How long until the next charge was acknowledged, or the next upload taken, after the fault began. */
export type Recovery = Record<string, number[]>;

const RECOVERY_MILLISECONDS_MAX = 90_000;
const S3_AWAY_MILLISECONDS = 4_000;
const DISK_FULL_MILLISECONDS = 4_000;
const CLOCK_WRONG_MILLISECONDS = 3_000;

/** Each fault by its name; they come in this order, again and again. */
export const FAULTS: [name: string, make: (surroundings: Surroundings) => Promise<void>][] = [
  ["node_killed", async ({ fleet }) => fleet.kill("api")],
  ["database_crash", ({ engines }) => engines.pair.restart()],
  ["clock_hour_ahead", ({ fleet }) => turnClock(fleet, "+3600s")],
  ["worker_killed", async ({ fleet }) => fleet.kill("worker")],
  ["s3_errors", ({ engines }) => breakStore(engines, "error")],
  ["failover", failOver],
  ["node_killed", async ({ fleet }) => fleet.kill("api")],
  ["disk_full", fillDisk],
  ["redis_killed", restartRedis],
  ["s3_silent", ({ engines }) => breakStore(engines, "silent")],
  ["clock_two_hours_behind", ({ fleet }) => turnClock(fleet, "-7200s")],
];

export async function measureRecovery(
  [name, make]: (typeof FAULTS)[number],
  surroundings: Surroundings,
  recovery: Recovery,
): Promise<void> {
  const { clients } = surroundings;
  const startedAt = performance.now();
  await make(surroundings);
  const before = clients.count.acknowledged;
  while (clients.count.acknowledged === before) {
    if (performance.now() - startedAt > RECOVERY_MILLISECONDS_MAX)
      throw new Error(`no recovery from ${name}`);
    await sleep(10);
  }
  recovery[name] ??= [];
  recovery[name].push(Math.round(performance.now() - startedAt));
}

async function failOver({ engines }: Surroundings): Promise<void> {
  const { pair } = engines;
  await pair.failOver();
  engines.point();
  // The next standby is copied while the service goes on, as an operator would do it.
  await pair.addStandby();
  engines.point();
}

async function breakStore({ store }: Engines, mode: "error" | "silent"): Promise<void> {
  store.mode = mode;
  await sleep(S3_AWAY_MILLISECONDS);
  store.mode = "pass";
}

async function restartRedis({ engines }: Surroundings): Promise<void> {
  await engines.redis.stop();
  await sleep(500);
  await engines.redis.startAgain();
}

async function turnClock(fleet: Fleet, offset: string): Promise<void> {
  fleet.setClock(offset);
  await sleep(CLOCK_WRONG_MILLISECONDS);
  fleet.setClock("+0s");
}

async function fillDisk({ fleet }: Surroundings): Promise<void> {
  if (fleet.disk === null) return;
  const filler = path.join(fleet.disk, "filler");
  const handle = openSync(filler, "w");
  const piece = Buffer.alloc(1_048_576);
  try {
    while (writeSync(handle, piece) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
  await sleep(DISK_FULL_MILLISECONDS);
  closeSync(handle);
  rmSync(filler);
}
