/** The one place where everything is put together. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { buildCatalog } from "./catalog.ts";
import type { Config } from "./config.ts";
import { accessJobs, makeAuthenticate, startCallLog } from "./features/access/index.ts";
import { creditJobs, openLedger } from "./features/credits/index.ts";
import { type DemoKey, ensureDemoAccount, loadDemo } from "./features/ingest/index.ts";
import {
  type Database,
  migrate,
  type OpenData,
  openForService,
  ping,
  readMigrations,
} from "./platform/db/index.ts";
import { startJobs } from "./platform/jobs/index.ts";
import { makeTokenBuckets } from "./platform/limits/index.ts";
import type { Log } from "./platform/log/index.ts";
import { openMetrics } from "./platform/telemetry/index.ts";
import { mountConsole } from "./surfaces/console/index.ts";
import { mountLogos } from "./surfaces/rest/logos.ts";
import { mountOperations } from "./surfaces/rest/operations.ts";
import { buildServer } from "./surfaces/rest/server.ts";
import { mountSystemRoutes } from "./surfaces/rest/system-routes.ts";
import type { Gate } from "./surfaces/run-operation.ts";

export const PROJECT_FOLDER = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const VERSION = "0.1.0";

export interface App {
  server: FastifyInstance;
  baseUrl: string;
  demoKey: DemoKey | null;
  remark: string | null;
  /** Finishes what is running, makes every charge durable, then stops the database. */
  close: () => Promise<void>;
}

export type Progress = (step: string) => void;

/** Starts the service: database, migrations, demo data, jobs, doors. It answers when this returns. */
export async function startApp(config: Config, log: Log, progress: Progress = () => {}): Promise<App> {
  progress(config.database_url ? "connecting to the database" : "starting the embedded database");
  const data = await openForService(dataPlace(config, log));
  try {
    return await startOn(data, config, log, progress);
  } catch (error) {
    await data.close();
    throw error;
  }
}

export function dataPlace(config: Config, log: Log) {
  return {
    databaseUrl: config.database_url,
    dataFolder: config.data,
    options: {
      connectionsMax: config.database_connections,
      statementSecondsMax: 30,
      applicationName: "florin",
    },
    notice: (message: string) => log.warn(message),
  };
}

async function startOn(data: OpenData, config: Config, log: Log, progress: Progress): Promise<App> {
  const { db } = data;
  const applied = await migrate(db, readMigrations(path.join(PROJECT_FOLDER, "migrations")));
  if (applied.length > 0) progress(`applied ${applied.length} migrations`);
  if (config.demo) await loadDemo(db, path.join(PROJECT_FOLDER, "demo"), progress);
  const demoKey = config.demo ? await ensureDemoAccount(db, config.data) : null;

  const metrics = openMetrics();
  const callLog = startCallLog(db, (error) => log.error({ err: error }, "audit trail not written"));
  const operations = buildCatalog({ db });
  const jobs = await startJobs(db, [...creditJobs(db), ...accessJobs(db)], { log, work: true });
  const server = buildServer({
    log,
    baseUrl: () => gate.baseUrl,
    bodyBytesMax: config.body_bytes_max,
    trustProxy: config.trust_proxy,
  });
  const gate: Gate = {
    db,
    limiter: makeTokenBuckets(),
    rateFactor: config.rate_factor,
    ledger: openLedger(db),
    callLog,
    baseUrl: config.base_url ?? "",
  };
  let draining = false;
  mountOperations(server, operations, { gate, metrics, authenticate: makeAuthenticate(db) });
  await mountSystemRoutes(server, {
    operations,
    version: VERSION,
    metrics,
    baseUrl: () => gate.baseUrl,
    findObstacle: async () => (draining ? "shutting down" : findDatabaseObstacle(db)),
  });
  mountLogos(server, db);
  await mountConsole(server, path.join(PROJECT_FOLDER, "console", "dist"));
  await server.listen({ host: config.host, port: config.port });
  gate.baseUrl ||= listeningUrl(server);

  return {
    server,
    baseUrl: gate.baseUrl,
    demoKey,
    remark: data.remark,
    async close() {
      draining = true;
      await server.close();
      await jobs.stop();
      await callLog.flush();
      await data.close();
    },
  };
}

function listeningUrl(server: FastifyInstance): string {
  const bound = server.server.address();
  if (bound === null || typeof bound === "string") throw new Error("the server listens on no port");
  // A wildcard is no address to call; on this machine loopback reaches it.
  const host = bound.address === "0.0.0.0" || bound.address === "::" ? "127.0.0.1" : bound.address;
  return `http://${host.includes(":") ? `[${host}]` : host}:${bound.port}`;
}

async function findDatabaseObstacle(db: Database): Promise<string | null> {
  try {
    await ping(db);
    return null;
  } catch {
    return "the database cannot be reached";
  }
}
