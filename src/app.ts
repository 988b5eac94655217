/** The composition root: everything is wired here. */
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { buildCatalog, type Tools } from "./catalog.ts";
import type { Config } from "./config.ts";
import { makeAuthenticate } from "./features/access/index.ts";
import { warmUpReader } from "./features/answers/index.ts";
import { type DemoKey, type DemoOptions, ensureDemoAccount, loadDemo } from "./features/ingest/index.ts";
import { watchReadyReports } from "./features/reports/index.ts";
import { dropUnused, openParts, type Parts, type ProcessLinks } from "./parts.ts";
import { PROJECT_FOLDER } from "./places.ts";
import { ensureSecret, type OpenData, recordServiceAddress } from "./platform/db/index.ts";
import { makeGuardedFetch } from "./platform/fetch/index.ts";
import { refusePort } from "./platform/http/index.ts";
import type { Log } from "./platform/log/index.ts";
import { releaseMemoryWhenIdle } from "./platform/memory/index.ts";
import type { OpenIdProvider } from "./platform/single-sign-on/index.ts";
import type { Metrics, Tracing } from "./platform/telemetry/index.ts";
import { watchReadiness } from "./readiness.ts";
import { mountConsole } from "./surfaces/console/index.ts";
import { mountConsoleApi } from "./surfaces/console-api/index.ts";
import { mountLive } from "./surfaces/console-api/live.ts";
import { mountMcp } from "./surfaces/mcp/index.ts";
import { type Identity, mountOAuth, openIdentity } from "./surfaces/oauth/index.ts";
import { refuseUnstorable } from "./surfaces/refuse-unstorable.ts";
import { mountArtifacts } from "./surfaces/rest/artifacts.ts";
import { mountClaims } from "./surfaces/rest/claims.ts";
import { mountFiles } from "./surfaces/rest/files.ts";
import { mountLogos } from "./surfaces/rest/logos.ts";
import { mountOperations } from "./surfaces/rest/operations.ts";
import { buildServer } from "./surfaces/rest/server.ts";
import { mountSystemRoutes } from "./surfaces/rest/system-routes.ts";
import { mountTableLinks } from "./surfaces/rest/table-links.ts";
import { mountThumbnails } from "./surfaces/rest/thumbnails.ts";
import { traceRequests } from "./surfaces/rest/trace-requests.ts";
import { VERSION } from "./version.ts";
import { startJobs } from "./worker.ts";

/** A client that keeps its connection sends its next request within this time, or is between two tasks. */
const DRAIN_MILLISECONDS = 1_000;

const DEMO_FOLDER = path.join(PROJECT_FOLDER, "demo");

export interface App {
  server: FastifyInstance;
  baseUrl: string;
  demoKey: DemoKey | null;
  /** Where the first owner sets up the service; null when there is an owner. */
  setUpUrl: string | null;
  note: string | null;
  tools: Tools;
  metrics: Metrics;
  /** Finishes running calls, makes every charge durable, then stops the database. */
  close: (options?: CloseOptions) => Promise<void>;
}

export interface CloseOptions {
  /** Whether another process takes over: clients are then asked to connect again before their connections close. */
  drain: boolean;
}

export interface AppOptions {
  config: Config;
  log: Log;
  progress: (step: string) => void;
  tracing: Tracing | null;
  /** Null for a service of one process. */
  links: ProcessLinks | null;
  /** Whether a new service shows where its first owner sets it up; one of its processes does. */
  offersSetUp: boolean;
}

/** Assembles the service on a migrated database. It is ready when this returns. */
export async function assembleApp(
  data: OpenData,
  { config, log, progress, tracing, links, offersSetUp }: AppOptions,
): Promise<App> {
  const { db } = data;
  const parts = await openParts(db, { config, log, work: config.work, trace: tracing?.trace, links });
  const { tools, gate, mailer } = parts;
  const fetch = makeGuardedFetch({ userAgent: `Florin/${VERSION}` });
  const starting = startJobs(tools, config);
  const opening = openIdentity({
    gate,
    log,
    mailer,
    grants: tools.grants,
    fetch: config.client_documents ? fetch : null,
    provider: readProvider(config),
  });
  const demo = config.demo ? openDemo(tools, { config, progress, jobsDeclared: starting }) : null;
  // Building the surfaces is work for this process while the database takes in the demo.
  const building = opening.then((identity) => openSurfaces(parts, { config, log, identity, tracing }));
  // Closes everything even if some of it fails: nothing may be writing when the database is closed.
  await Promise.allSettled([starting, opening, demo, building]);
  const [jobs, identity, demoKey, surfaces] = await Promise.all([starting, opening, demo, building]);
  await surfaces.listen();

  return {
    server: surfaces.server,
    baseUrl: gate.baseUrl,
    demoKey,
    setUpUrl: offersSetUp ? await identity.offerSetUp() : null,
    note: data.note,
    tools,
    metrics: parts.metrics,
    async close(options) {
      if (options?.drain) await surfaces.drain();
      await surfaces.close();
      await parts.close();
      await jobs.close();
      await data.close();
      await tracing?.close();
    },
  };
}

async function openDemo(
  tools: Tools,
  { config, ...options }: { config: Config } & DemoOptions,
): Promise<DemoKey | null> {
  await loadDemo(tools, DEMO_FOLDER, options);
  return ensureDemoAccount(tools, { dataFolder: config.data, demoFolder: DEMO_FOLDER });
}

interface Surfaces {
  server: FastifyInstance;
  /** Answers from now on. */
  listen: () => Promise<void>;
  /** Asks clients to use another connection from now on, and gives them time to do so. */
  drain: () => Promise<void>;
  close: () => Promise<void>;
}

async function openSurfaces(
  { tools, gate, metrics, signingKey, temporary }: Parts,
  { config, log, identity, tracing }: Pick<AppOptions, "config" | "log" | "tracing"> & { identity: Identity },
): Promise<Surfaces> {
  let draining = false;
  const findNotReadyReason = watchReadiness(tools.db, temporary.path);
  const operations = buildCatalog(tools);
  const server = buildServer({
    log,
    baseUrl: () => gate.baseUrl,
    bodyBytesMax: config.body_bytes_max,
    trustProxy: config.trust_proxy,
  });
  if (tracing) traceRequests(server, tracing);
  const authenticate = makeAuthenticate(tools.db, identity.identityVerifier);
  mountOperations(server, operations, { gate, metrics, authenticate, temporary });
  const mcp = await mountMcp(server, {
    operations,
    gate,
    metrics,
    log,
    version: VERSION,
    authenticate,
    stateKey: await ensureSecret(tools.db, "mcp state"),
    confirmAbove: config.mcp_confirm_credits,
    origins: config.mcp_origins,
    watchReady: (listener) => watchReadyReports(tools.db, listener),
  });
  mountSystemRoutes(server, {
    operations,
    version: VERSION,
    metrics,
    baseUrl: () => gate.baseUrl,
    findNotReadyReason: async () => (draining ? "shutting down" : findNotReadyReason()),
  });
  // The gate checks operations, whichever surface they come through.
  const otherSurfaces: FastifyPluginAsync = async (surfaces) => {
    refuseUnstorable(surfaces);
    mountLogos(surfaces, tools.db);
    mountThumbnails(surfaces);
    mountTableLinks(surfaces, { operations, gate, metrics });
    mountFiles(surfaces, tools.storage, signingKey);
    mountClaims(surfaces, { ...tools, authenticate, baseUrl: () => gate.baseUrl });
    mountArtifacts(surfaces, { ...tools, baseUrl: () => gate.baseUrl });
    await mountOAuth(surfaces, identity.tools);
    mountConsoleApi(surfaces, identity.tools);
    mountLive(surfaces, { operations, gate, authenticate });
    await mountConsole(surfaces, path.join(PROJECT_FOLDER, "console", "dist"));
  };
  await server.register(otherSurfaces);
  await server.ready();
  const closing = new AbortController();
  return {
    server,
    async listen() {
      await server
        .listen({ host: config.host, port: config.port })
        .catch((error: Error) => refusePort(config, error));
      gate.baseUrl ||= listeningUrl(server);
      await recordServiceAddress(tools.db, gate.baseUrl);
      for (const { warmUp } of operations) warmUp?.();
      // Closing aborts it, which is not an error.
      warmUpReader(closing.signal)
        .then(() => releaseMemoryWhenIdle(closing.signal, () => dropUnused(tools)))
        .catch(() => {});
    },
    async drain() {
      server.server.prependListener("request", (_request, reply) => reply.setHeader("connection", "close"));
      await sleep(DRAIN_MILLISECONDS);
    },
    async close() {
      draining = true;
      closing.abort();
      await mcp.close();
      await server.close();
    },
  };
}

function listeningUrl(server: FastifyInstance): string {
  const bound = server.server.address();
  if (bound === null || typeof bound === "string") throw new Error("the server listens on no port");
  // A wildcard is not an address to call; on this machine loopback reaches it.
  const host = bound.address === "0.0.0.0" || bound.address === "::" ? "127.0.0.1" : bound.address;
  return `http://${host.includes(":") ? `[${host}]` : host}:${bound.port}`;
}

function readProvider({
  sso_issuer,
  sso_client_id,
  sso_client_secret,
  sso_name,
}: Config): OpenIdProvider | null {
  if (!sso_issuer || !sso_client_id || !sso_client_secret) return null;
  return { issuer: sso_issuer, clientId: sso_client_id, clientSecret: sso_client_secret, name: sso_name };
}
