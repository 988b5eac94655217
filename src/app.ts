/** The one place where everything is put together. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { buildCatalog, type Tools } from "./catalog.ts";
import type { Config } from "./config.ts";
import { accessJobs, makeAuthenticate, startCallLog } from "./features/access/index.ts";
import { accountJobs } from "./features/accounts/index.ts";
import { creditJobs, openLedger } from "./features/credits/index.ts";
import {
  type DemoKey,
  ensureDemoAccount,
  ingestJobs,
  loadDemo,
  type SourceSettings,
} from "./features/ingest/index.ts";
import { newsJobs, openPolling } from "./features/news/index.ts";
import { parserJobs, reportJobs, reportPages } from "./features/reports/index.ts";
import {
  type Database,
  ensureSecret,
  migrate,
  type OpenData,
  openForService,
  ping,
  readMigrations,
} from "./platform/db/index.ts";
import { makeGuardedFetch } from "./platform/fetch/index.ts";
import { openJobs } from "./platform/jobs/index.ts";
import { makeTokenBuckets } from "./platform/limits/index.ts";
import type { Log } from "./platform/log/index.ts";
import { type LanguageModel, openGteSmall, openLanguageModel } from "./platform/models/index.ts";
import { openOcr } from "./platform/ocr/index.ts";
import { openPdfReader } from "./platform/pdf/index.ts";
import { openFolderStorage, openS3Storage, type Storage } from "./platform/storage/index.ts";
import { openMetrics } from "./platform/telemetry/index.ts";
import { mountConsole } from "./surfaces/console/index.ts";
import { mountConsoleApi } from "./surfaces/console-api/index.ts";
import { mountMcp } from "./surfaces/mcp/index.ts";
import { type Identity, mountOAuth, openIdentity } from "./surfaces/oauth/index.ts";
import { mountClaims } from "./surfaces/rest/claims.ts";
import { mountFiles } from "./surfaces/rest/files.ts";
import { mountLogos } from "./surfaces/rest/logos.ts";
import { mountOperations } from "./surfaces/rest/operations.ts";
import { buildServer } from "./surfaces/rest/server.ts";
import { mountSystemRoutes } from "./surfaces/rest/system-routes.ts";
import type { Gate } from "./surfaces/run-operation.ts";

export const PROJECT_FOLDER = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const VERSION = "0.1.0";

const DEMO_FOLDER = path.join(PROJECT_FOLDER, "demo");

/** What one report may cost us, however it is made. */
const PDF_LIMITS = {
  workersMax: 2,
  wallSecondsMax: 900,
  memoryMegabytesMax: 900,
  pagesMax: 5_000,
  charactersMax: 50_000_000,
  pixelsMax: 20_000_000,
};

/** The parsing service reads any file anybody sends, so it is bound tighter. */
const PARSER_LIMITS = { ...PDF_LIMITS, workersMax: 1, wallSecondsMax: 600, pagesMax: 700 };

const OCR_LIMITS = { pageSecondsMax: 60 };

export interface App {
  server: FastifyInstance;
  baseUrl: string;
  demoKey: DemoKey | null;
  /** Where the first owner sets the service up; null when there is one. */
  setUpUrl: string | null;
  remark: string | null;
  tools: Tools;
  /** Finishes what is running, makes every charge durable, then stops the database. */
  close: () => Promise<void>;
}

export type Progress = (step: string) => void;

/** Starts the service: database, migrations, demo data, jobs, doors. It answers when this returns. */
export async function startApp(config: Config, log: Log, progress: Progress = () => {}): Promise<App> {
  progress(config.database_url ? "connecting to the database" : "starting the embedded database");
  const data = await openForService(dataPlace(config, log));
  try {
    const applied = await migrate(data.db, readMigrations(path.join(PROJECT_FOLDER, "migrations")));
    if (applied.length > 0) progress(`applied ${applied.length} migrations`);
    return await startOn(data, { config, log, progress });
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

export function sourceSettings(config: Config): SourceSettings {
  const contact = config.contact === undefined ? "" : ` (${config.contact})`;
  return {
    dataFolder: config.data,
    userAgent: `Florin/${VERSION}${contact}`,
    allowLocal: config.fetch_local,
  };
}

interface Surroundings {
  config: Config;
  log: Log;
  progress: Progress;
}

async function startOn(data: OpenData, { config, log, progress }: Surroundings): Promise<App> {
  const { db } = data;
  const signingKey = await ensureSecret(db, "file links");
  const pdf = openPdfReader({ ...PDF_LIMITS, transform: reportPages });
  const parserPdf = openPdfReader({ ...PARSER_LIMITS, transform: reportPages });
  const ocr = config.ocr ? openOcr({ ...OCR_LIMITS, transform: reportPages }) : null;
  const jobs = await openJobs(db, { log, work: true });
  const tools: Tools = {
    db,
    storage: openStorage(config, signingKey),
    jobs,
    embedder: openGteSmall({ folder: path.join(config.data, "models"), threads: 1 }),
    pdf,
    languageModel: await findLanguageModel(config),
    linkKey: signingKey,
  };
  const fetch = makeGuardedFetch({ userAgent: `Florin/${VERSION}` });
  const work = { ...tools, ocr };
  await jobs.start([
    ...creditJobs(db),
    ...accountJobs(db),
    ...accessJobs(db),
    ...reportJobs(work),
    ...parserJobs({ ...work, pdf: parserPdf, fetch }),
    ...newsJobs(openPolling(db, fetch)),
    ...ingestJobs(db, sourceSettings(config)),
  ]);
  if (config.demo) await loadDemo(tools, DEMO_FOLDER, progress);
  const demoKey = config.demo ? await ensureDemoAccount(db, config.data) : null;

  const callLog = startCallLog(db, (error) => log.error({ err: error }, "audit trail not written"));
  const gate: Gate = {
    db,
    limiter: makeTokenBuckets(),
    rateFactor: config.rate_factor,
    ledger: openLedger(db),
    callLog,
    baseUrl: config.base_url ?? "",
  };
  const identity = await openIdentity({
    gate,
    log,
    mail: config.smtp_url === undefined ? null : { url: config.smtp_url, from: config.mail_from },
    fetch: config.client_documents ? fetch : null,
  });
  const doors = await openDoors(tools, gate, { config, log, signingKey, identity });

  return {
    server: doors.server,
    baseUrl: gate.baseUrl,
    demoKey,
    setUpUrl: await identity.offerSetUp(),
    remark: data.remark,
    tools,
    async close() {
      await doors.close();
      identity.close();
      await jobs.stop();
      await Promise.all([
        pdf.close(),
        parserPdf.close(),
        ocr?.close(),
        tools.embedder.close(),
        callLog.flush(),
      ]);
      await data.close();
    },
  };
}

async function findLanguageModel(config: Config): Promise<LanguageModel | null> {
  if (config.language_model === undefined) return null;
  return openLanguageModel({
    provider: config.language_model_provider,
    model: config.language_model,
    url: config.language_model_url,
    apiKey: config.language_model_api_key,
    secondsMax: config.language_model_seconds_max,
    tokensMax: config.language_model_tokens_max,
    tokensPerDay: config.language_model_tokens_per_day,
  });
}

function openStorage(config: Config, signingKey: Buffer): Storage {
  const { s3_bucket, s3_access_key_id = "", s3_secret_access_key = "" } = config;
  if (s3_bucket === undefined) return openFolderStorage(path.join(config.data, "files"), signingKey);
  return openS3Storage({
    bucket: s3_bucket,
    region: config.s3_region,
    endpoint: config.s3_endpoint,
    accessKeyId: s3_access_key_id,
    secretAccessKey: s3_secret_access_key,
  });
}

interface DoorParts {
  config: Config;
  log: Log;
  signingKey: Buffer;
  identity: Identity;
}

async function openDoors(
  tools: Tools,
  gate: Gate,
  { config, log, signingKey, identity }: DoorParts,
): Promise<{ server: FastifyInstance; close: () => Promise<void> }> {
  let draining = false;
  const metrics = openMetrics();
  const operations = buildCatalog(tools);
  const server = buildServer({
    log,
    baseUrl: () => gate.baseUrl,
    bodyBytesMax: config.body_bytes_max,
    trustProxy: config.trust_proxy,
  });
  const authenticate = makeAuthenticate(tools.db, identity.people);
  mountOperations(server, operations, { gate, metrics, authenticate });
  const mcp = mountMcp(server, {
    operations,
    gate,
    metrics,
    log,
    version: VERSION,
    authenticate,
    stateKey: await ensureSecret(tools.db, "mcp state"),
    confirmAbove: config.mcp_confirm_credits,
  });
  await mountSystemRoutes(server, {
    operations,
    version: VERSION,
    metrics,
    baseUrl: () => gate.baseUrl,
    findObstacle: async () => (draining ? "shutting down" : findDatabaseObstacle(tools.db)),
  });
  mountLogos(server, tools.db);
  mountFiles(server, tools.storage, signingKey);
  mountClaims(server, { ...tools, authenticate });
  await mountOAuth(server, identity.tools);
  mountConsoleApi(server, identity.tools);
  await mountConsole(server, path.join(PROJECT_FOLDER, "console", "dist"));
  await server.listen({ host: config.host, port: config.port });
  gate.baseUrl ||= listeningUrl(server);
  return {
    server,
    async close() {
      draining = true;
      await mcp.close();
      await server.close();
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
