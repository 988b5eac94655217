import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createKey } from "../src/features/access/index.ts";
import { createAccount } from "../src/features/accounts/index.ts";
import { findBalance, grantCredits } from "../src/features/credits/index.ts";
import { joinEmbedded } from "../src/platform/db/embedded/index.ts";
import { type Database, openDatabase } from "../src/platform/db/index.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { freshDatabaseAddress } from "./database.ts";
import { urlOf } from "./database-name.ts";
import { startScriptedModel } from "./scripted-model.ts";
import { florin, type Service, startService } from "./service.ts";
import { callOnce, findServing, listProcesses } from "./service-processes.ts";
import { copyDemoFiles } from "./templates.ts";

const root = mkdtempSync(path.join(os.tmpdir(), "florin-processes-"));
chmodSync(root, 0o755);
onTestFileEnd(() => rmSync(root, { recursive: true, force: true }));

const CLIENTS = 8;
const ROUNDS_MAX = 200;
const REPORT = "rep_vujzjgh7sqyi";
const SEARCH = "/v1/company_report/company_search";
const OPTIONS = ["--processes", "2", "--log-level", "silent"];
const DATABASE = { connectionsMax: 2, statementSecondsMax: 30, applicationName: "test" };

interface Account {
  key: string;
  accountId: string;
}

async function addAccount(db: Database): Promise<Account> {
  const accountId = await createAccount(db, "Load");
  await grantCredits(db, accountId, 1_000_000);
  const { key } = await createKey(db, { accountId, name: "load" });
  return { key, accountId };
}

const pidsOf = ({ process: { pid = 0 } }: Service) => listProcesses(pid);

/** Two that answer and one that runs jobs, all of them ready. */
async function waitForAll(service: Service, count = 3): Promise<number[]> {
  await expect.poll(() => pidsOf(service).length).toBe(count);
  // A process takes part in the metrics once it is ready.
  const readProcesses = async () => {
    const text = await (await fetch(`${service.ready.base_url}/metrics`)).text();
    return Number(/^florin_processes (\d+)/m.exec(text)?.[1]);
  };
  await expect.poll(readProcesses, { interval: 200 }).toBe(count);
  return pidsOf(service);
}

/** Calls over kept connections until stopped, as fast as the rate limit allows. */
function startClients(url: string, key: string) {
  const count = { acknowledged: 0, failed: [] as string[] };
  let running = true;
  async function client(): Promise<void> {
    while (running) {
      try {
        const headers = { "x-api-key": key, "content-type": "application/json" };
        const reply = await fetch(url + SEARCH, { method: "POST", headers, body: '{"isin":"US0000000000"}' });
        const text = await reply.text();
        if (reply.status === 200) count.acknowledged++;
        else if (reply.status === 429) await sleep(20);
        else count.failed.push(text);
      } catch (error) {
        count.failed.push(String((error as Error).cause ?? error));
        await sleep(20);
      }
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  return {
    count,
    async stop() {
      running = false;
      await clients;
    },
  };
}

describe("a service of two processes with the embedded database", () => {
  it("limits rates once, survives kill -9 of a process, and restarts without a failed call", async () => {
    const folder = path.join(root, "embedded");
    const service = await startService(folder, [...OPTIONS, "--no-demo"]);
    const url = service.ready.base_url;
    const before = await waitForAll(service);
    const address = await joinEmbedded(folder);
    if (!address) throw new Error("the service's database is not running");
    const db = openDatabase(address, DATABASE);

    // The usage may be read 5 times a second. Alone, each process would allow as many.
    const reader = await addAccount(db);
    const startedAt = performance.now();
    const read = () => callOnce(`${url}/v1/account/usage`, null, { "x-api-key": reader.key }).reply;
    const replies = await Promise.all(Array.from({ length: 120 }, read));
    const seconds = (performance.now() - startedAt) / 1_000;
    const statuses = replies.map(({ status }) => status);
    const allowed = statuses.filter((status) => status === 200).length;
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(allowed).toBeLessThanOrEqual(Math.ceil(5 * (1 + seconds)));

    const killed = await addAccount(db);
    const clients = startClients(url, killed.key);
    await expect.poll(() => clients.count.acknowledged).toBeGreaterThan(20);
    process.kill(before[0] ?? 0, "SIGKILL");
    await expect.poll(() => pidsOf(service).includes(before[0] ?? 0)).toBe(false);
    await waitForAll(service);
    await clients.stop();
    const spent = (await findBalance(db, killed.accountId))?.spent ?? 0;
    expect(spent).toBeGreaterThanOrEqual(clients.count.acknowledged);
    expect(spent - clients.count.acknowledged).toBeLessThanOrEqual(CLIENTS);
    expect(clients.count.failed.length).toBeLessThanOrEqual(CLIENTS);

    const rolled = await addAccount(db);
    const old = pidsOf(service);
    const patient = startClients(url, rolled.key);
    await expect.poll(() => patient.count.acknowledged).toBeGreaterThan(20);
    service.process.kill("SIGHUP");
    await expect.poll(() => pidsOf(service).some((pid) => old.includes(pid))).toBe(false);
    await waitForAll(service);
    await patient.stop();
    expect(patient.count.failed).toEqual([]);
    expect((await findBalance(db, rolled.accountId))?.spent).toBe(patient.count.acknowledged);

    await db.close();
    const verified = await florin(["--data", folder, "ledger", "verify"]);
    expect(verified.out).toContain("The ledger is valid");
    const last = pidsOf(service);
    service.process.kill("SIGTERM");
    expect(await service.ended).toBe(0);
    for (const pid of last) expect(() => process.kill(pid, 0)).toThrow();
    expect(await joinEmbedded(folder)).toBeNull();
  });
});

describe("a call to a service of two processes", async () => {
  const provider = await startScriptedModel();
  const address = await freshDatabaseAddress("demo");
  const db = openDatabase(address, DATABASE);
  onTestFileEnd(() => db.close());
  const folder = path.join(root, "demo");
  copyDemoFiles(folder);
  const service = await startService(folder, [
    ...OPTIONS,
    ...["--database-url", urlOf(address), "--no-work", "--no-demo", "--rate-factor", "1000"],
    ...["--language-model", "scripted", "--language-model-url", provider.url],
    ...["--language-model-seconds-max", "10"],
  ]);
  onTestFileEnd(async () => {
    service.process.kill("SIGTERM");
    await service.ended;
  });
  const url = service.ready.base_url;
  const { key, accountId } = await addAccount(db);

  /** A streamed answer that waits for the model, and the processes: the one that answers it first. */
  async function startStream() {
    const pids = await waitForAll(service, 2);
    provider.script({ hang: true });
    const asked = provider.requests.length;
    const body = { report_id: REPORT, question: "What are total assets for FY2024?" };
    const call = callOnce(`${url}/v1/chat/chat_report`, body, {
      "x-api-key": key,
      accept: "text/event-stream",
    });
    await expect.poll(() => provider.requests.length).toBe(asked + 1);
    const serving = findServing(await call.socket, pids) ?? 0;
    return { call, serving, other: pids.find((pid) => pid !== serving) ?? 0 };
  }

  it("reaches either process, and an MCP client talks to both as to one", async () => {
    const pids = await waitForAll(service, 2);
    const served = new Set<number>();
    const headers = { "x-api-key": key, accept: "application/json, text/event-stream" };
    const params = {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    };
    for (let round = 0; round < ROUNDS_MAX && served.size < pids.length; round++) {
      for (const message of [
        { method: "initialize", params },
        { method: "tools/list", params: {} },
        { method: "tools/call", params: { name: "find_company", arguments: { name: "Lantern" } } },
      ]) {
        const call = callOnce(`${url}/mcp`, { jsonrpc: "2.0", id: 1, ...message }, headers);
        const serving = findServing(await call.socket, pids);
        // A quick reply closes its connection before anyone sees whose it was.
        if (serving !== null) served.add(serving);
        const { status, text } = await call.reply;
        expect([message.method, status, text.includes('"result"')]).toEqual([message.method, 200, true]);
      }
    }
    expect([...served].toSorted()).toEqual(pids.toSorted());
  });

  it("streams to its end while the other process is killed and replaced", async () => {
    const before = (await findBalance(db, accountId))?.spent ?? 0;
    const { call, other } = await startStream();
    process.kill(other, "SIGKILL");
    const { status, text } = await call.reply;
    expect([status, text.includes("event: answer")]).toEqual([200, true]);
    expect((await findBalance(db, accountId))?.spent).toBeGreaterThan(before);
  });

  it("costs nothing when its process is killed, and works when it is sent again", async () => {
    const before = (await findBalance(db, accountId))?.spent;
    const { call, serving } = await startStream();
    process.kill(serving, "SIGKILL");
    await expect(call.reply).rejects.toThrow();
    await waitForAll(service, 2);
    expect((await findBalance(db, accountId))?.spent).toBe(before);
    provider.script({ status: 401 });
    const body = { report_id: REPORT, question: "What are total assets for FY2024?" };
    const again = await callOnce(`${url}/v1/chat/chat_report`, body, { "x-api-key": key }).reply;
    expect(again.status).toBe(200);
    expect((await findBalance(db, accountId))?.spent).toBeGreaterThan(before ?? 0);
  });
});
