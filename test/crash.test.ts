import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createKey } from "../src/features/access/index.ts";
import { createAccount } from "../src/features/accounts/index.ts";
import { grantCredits } from "../src/features/credits/index.ts";
import { joinEmbedded } from "../src/platform/db/embedded/index.ts";
import { openDatabase } from "../src/platform/db/index.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { florin, type Service, startService } from "./service.ts";

const root = mkdtempSync(path.join(os.tmpdir(), "florin-crash-"));
chmodSync(root, 0o755);
onTestFileEnd(() => rmSync(root, { recursive: true, force: true }));

const KILLS = 20;
const CLIENTS = 8;

/** Calls without pause until stopped; counts acknowledged, refused and unanswered calls. */
function startClients(address: () => { url: string; key: string }) {
  const count = { acknowledged: 0, unanswered: 0, refused: 0 };
  let running = true;
  async function client(): Promise<void> {
    while (running) {
      const { url, key } = address();
      try {
        const reply = await fetch(`${url}/v1/company_report/company_search`, {
          method: "POST",
          headers: { "x-api-key": key, "content-type": "application/json" },
          body: '{"isin":"US0000000000"}',
          signal: AbortSignal.timeout(15_000),
        });
        await reply.text();
        if (reply.status === 200) count.acknowledged++;
        else count.refused++;
      } catch {
        count.unanswered++;
        await sleep(20);
      }
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  return {
    count,
    /** Waits until the service has answered this many more calls. */
    async waitForAcknowledged(more: number) {
      const wanted = count.acknowledged + more;
      await expect.poll(() => count.acknowledged).toBeGreaterThanOrEqual(wanted);
    },
    async stop() {
      running = false;
      await clients;
    },
  };
}

/** Retries while the database restarts after a kill. */
async function spent({ ready }: Service, key: string): Promise<number> {
  const headers = { "x-api-key": key };
  const ask = () => fetch(`${ready.base_url}/v1/account/balance`, { headers });
  let reply = await ask();
  for (let waited = 0; reply.status === 503 && waited < 60_000; waited += 200) {
    await sleep(200);
    reply = await ask();
  }
  const { data } = (await reply.json()) as { data: { spent: number; held: number } };
  expect(data.held).toBe(0);
  return data.spent;
}

/** Without the demo, whose reports would be read in the background and slow the test down. */
const OPTIONS = ["--no-demo", "--log-level", "silent"];

async function makeKey(folder: string): Promise<string> {
  const address = await joinEmbedded(folder);
  if (!address) throw new Error("the service's database is not running");
  const db = openDatabase(address, { connectionsMax: 1, statementSecondsMax: 30, applicationName: "test" });
  const accountId = await createAccount(db, "Load");
  await grantCredits(db, accountId, 1_000_000);
  const { key } = await createKey(db, { accountId, name: "load" });
  await db.close();
  return key;
}

/** The service restarts its database after a kill. */
async function waitForDatabase(folder: string): Promise<number> {
  for (let waited = 0; waited < 120_000; waited += 100) {
    const pid = readPid(folder);
    if (pid > 1 && isAlive(pid)) return pid;
    await sleep(100);
  }
  throw new Error("no database process to kill");
}

function readPid(folder: string): number {
  try {
    return Number(readFileSync(path.join(folder, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    return 0;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("the ledger", () => {
  it(`keeps every acknowledged charge, once, through kill -9 of the service ${KILLS} times under load`, async () => {
    const folder = path.join(root, "service");
    let service = await startService(folder, OPTIONS);
    const key = await makeKey(folder);
    const clients = startClients(() => ({ url: service.ready.base_url, key }));
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(150 + Math.random() * 250);
      service.process.kill("SIGKILL");
      await service.ended;
      service = await startService(folder, OPTIONS);
    }
    await clients.stop();
    const charged = await spent(service, key);
    expect(clients.count.acknowledged).toBeGreaterThan(100);
    expect(charged).toBeGreaterThanOrEqual(clients.count.acknowledged);
    // Charged but not acknowledged calls were in flight at a kill: at most one per client and kill.
    expect(charged - clients.count.acknowledged).toBeLessThanOrEqual(KILLS * CLIENTS);
    const verified = await florin(["--data", folder, "ledger", "verify"]);
    expect(verified).toMatchObject({ code: 0, out: expect.stringContaining("The ledger is valid") });
    service.process.kill("SIGTERM");
    expect(await service.ended).toBe(0);
  });

  it("has charged exactly what was acknowledged after kill -9 of the database under load", async () => {
    const folder = path.join(root, "database");
    const service = await startService(folder, OPTIONS);
    const key = await makeKey(folder);
    const clients = startClients(() => ({ url: service.ready.base_url, key }));
    for (let kill = 0; kill < 3; kill++) {
      await clients.waitForAcknowledged(10);
      process.kill(await waitForDatabase(folder), "SIGKILL");
    }
    await clients.waitForAcknowledged(1);
    await clients.stop();
    expect(clients.count.unanswered).toBe(0);
    expect(clients.count.acknowledged).toBeGreaterThan(20);
    expect(await spent(service, key)).toBe(clients.count.acknowledged);
    expect((await florin(["--data", folder, "ledger", "verify"])).code).toBe(0);
    service.process.kill("SIGTERM");
    expect(await service.ended).toBe(0);
  });

  it("has answered what it charged after SIGTERM under load, and is balanced at the next start", async () => {
    const folder = path.join(root, "stopped");
    const first = await startService(folder, OPTIONS);
    const key = await makeKey(folder);
    const clients = startClients(() => ({ url: first.ready.base_url, key }));
    await clients.waitForAcknowledged(50);
    first.process.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    await clients.stop();
    const second = await startService(folder, OPTIONS);
    expect(clients.count.acknowledged).toBeGreaterThan(10);
    expect(await spent(second, key)).toBe(clients.count.acknowledged);
    second.process.kill("SIGTERM");
    expect(await second.ended).toBe(0);
  });
});
