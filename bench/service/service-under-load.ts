import type { ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { CompanyRecord } from "../../src/features/companies/index.ts";
import {
  type Database,
  migrate,
  openDatabase,
  readMigrations,
  startEmbedded,
} from "../../src/platform/db/index.ts";
import { databasePid, launchService } from "./launch-service.ts";
import { addRichAccount, fillCompanies } from "./made-up-data.ts";
import { residentMegabytes } from "./process-memory.ts";

export interface RunningService {
  url: string;
  key: string;
  process: ChildProcess;
  idleMegabytes: { service: number; database: number };
  loadSeconds: number;
  stop: () => Promise<void>;
}

const MIGRATIONS = path.resolve(import.meta.dirname, "../../migrations");

/** The service as a process of its own on the embedded database, filled with companies, with a rich account. */
export async function startFilledService(
  companies: Iterable<CompanyRecord>,
  fillMore: (db: Database) => Promise<void> = async () => {},
): Promise<RunningService> {
  const root = mkdtempSync(path.join(os.tmpdir(), "florin-bench-"));
  chmodSync(root, 0o755);
  const folder = path.join(root, "data");
  const { key, loadSeconds } = await fill(folder, companies, fillMore);
  const options = ["--data", folder, "--no-demo", "--log-level", "error"];
  const settings = { ...process.env, FLORIN_RATE_FACTOR: "1000000" };
  const service = await launchService(path.join(root, "ready.json"), options, settings);
  await sleep(1_000);
  return {
    url: service.url,
    key,
    process: service.process,
    idleMegabytes: {
      service: residentMegabytes(service.pid),
      database: residentMegabytes(databasePid(folder)),
    },
    loadSeconds,
    async stop() {
      await service.stop();
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
  await migrate(db, readMigrations(MIGRATIONS));
  const loadSeconds = await fillCompanies(db, companies);
  await fillMore(db);
  const key = await addRichAccount(db);
  await db.close();
  await server.stop();
  return { key, loadSeconds };
}
