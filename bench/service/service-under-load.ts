import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createKey } from "../../src/features/access/index.ts";
import { createAccount } from "../../src/features/accounts/index.ts";
import { type CompanyRecord, loadCompanies } from "../../src/features/companies/index.ts";
import { grantCredits } from "../../src/features/credits/index.ts";
import {
  type Database,
  migrate,
  openDatabase,
  readMigrations,
  startEmbedded,
} from "../../src/platform/db/index.ts";

export interface RunningService {
  url: string;
  key: string;
  process: ChildProcess;
  idleMegabytes: { service: number; database: number };
  loadSeconds: number;
  stop: () => Promise<void>;
}

const PROJECT = path.resolve(import.meta.dirname, "../..");
const CREDITS = 1_000_000_000;

/** The service as a process of its own on the embedded database, filled with companies, with a rich account. */
export async function startFilledService(
  companies: Iterable<CompanyRecord>,
  fillMore: (db: Database) => Promise<void> = async () => {},
): Promise<RunningService> {
  const root = mkdtempSync(path.join(os.tmpdir(), "florin-bench-"));
  chmodSync(root, 0o755);
  const folder = path.join(root, "data");
  const { key, loadSeconds } = await fill(folder, companies, fillMore);
  const readyFile = path.join(root, "ready.json");
  const options = ["serve", "--data", folder, "--port", "0", "--ready-file", readyFile, "--no-demo"];
  const child = spawn(
    process.execPath,
    [path.join(PROJECT, "bin/florin.mjs"), ...options, "--log-level", "error"],
    {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, FLORIN_RATE_FACTOR: "1000000" },
    },
  );
  while (!existsSync(readyFile)) {
    if (child.exitCode !== null) throw new Error("the service did not start");
    await sleep(50);
  }
  await sleep(1_000);
  const { base_url, pid } = JSON.parse(readFileSync(readyFile, "utf8")) as { base_url: string; pid: number };
  const database = Number(
    readFileSync(path.join(folder, "postgres", "postmaster.pid"), "utf8").split("\n")[0],
  );
  return {
    url: base_url,
    key,
    process: child,
    idleMegabytes: { service: residentMegabytes(pid), database: residentMegabytes(database) },
    loadSeconds,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function fill(
  folder: string,
  companies: Iterable<CompanyRecord>,
  fillMore: (db: Database) => Promise<void>,
) {
  const server = await startEmbedded(folder);
  const options = { connectionsMax: 4, statementSecondsMax: 3_600, applicationName: "florin-bench" };
  const db = openDatabase(server.address, options);
  await migrate(db, readMigrations(path.join(PROJECT, "migrations")));
  const startedAt = performance.now();
  const source = { name: "synthetic", reference: "bench", licence: "made up", source_date: "2026-01-02" };
  await loadCompanies(db, source, companies);
  const loadSeconds = (performance.now() - startedAt) / 1_000;
  await fillMore(db);
  const accountId = await createAccount(db, "Bench");
  await grantCredits(db, accountId, CREDITS);
  const { key } = await createKey(db, { accountId, name: "bench" });
  await db.close();
  await server.stop();
  return { key, loadSeconds };
}

/** What a server sent: all of it but what the framework writes by itself. */
export interface SentAnswer {
  body: string;
  headers: Record<string, string>;
}

/** The baseline as a process of its own, sending the given bytes. */
export async function startBareServer({
  body,
  headers,
}: SentAnswer): Promise<{ url: string; stop: () => void }> {
  const script = path.join(import.meta.dirname, "bare-server.ts");
  const child = spawn(process.execPath, [script, body, JSON.stringify(headers)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve) => {
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
  return { url, stop: () => child.kill() };
}

/** Proportional memory where the kernel tells it: shared pages of the database counted once. */
function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
}
