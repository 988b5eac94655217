/** The service without its surfaces: tools and gate, and how they are opened and closed. */
import path from "node:path";
import type { Tools } from "./catalog.ts";
import type { Config } from "./config.ts";
import { openGrants, startCallLog } from "./features/access/index.ts";
import { addTokens, ReportCache, recordModelOutcome } from "./features/answers/index.ts";
import { openLedger } from "./features/credits/index.ts";
import { type LiveSearch, openLiveSearch } from "./features/news/index.ts";
import { reportPages } from "./features/reports/index.ts";
import { type Gate, openTimeLimit } from "./gate/index.ts";
import { dataPlace, openStorage, temporaryFolder } from "./places.ts";
import { type MakeBreaker, openBreaker } from "./platform/breaker/index.ts";
import { type Database, ensureSecret, openReplica } from "./platform/db/index.ts";
import { makeGuardedFetch } from "./platform/fetch/index.ts";
import { openJobs } from "./platform/jobs/index.ts";
import {
  makeTokenBuckets,
  openAdmission,
  openSharedBuckets,
  type RateLimiter,
} from "./platform/limits/index.ts";
import type { Log } from "./platform/log/index.ts";
import { type Mailer, openMailer } from "./platform/mail/index.ts";
import { type LanguageModel, openLanguageModel, openLocalModels } from "./platform/models/index.ts";
import { openPdfReader } from "./platform/pdf/index.ts";
import type { TemporaryFolder } from "./platform/storage/index.ts";
import { type Metrics, type MetricsSnapshot, openMetrics, type Trace } from "./platform/telemetry/index.ts";
import { VERSION } from "./version.ts";

/** Resource limits for one report, whatever its content. */
export const PDF_LIMITS = {
  workersMax: 2,
  cpuSecondsMax: 900,
  memoryMegabytesMax: 900,
  pagesMax: 5_000,
  charactersMax: 50_000_000,
  pixelsMax: 20_000_000,
};

export interface Parts {
  tools: Tools;
  gate: Gate;
  metrics: Metrics;
  signingKey: Buffer;
  /** Null without a mail server. */
  mailer: Mailer | null;
  temporary: TemporaryFolder;
  close: () => Promise<void>;
}

/** What a process shares with the other processes of its service. */
export interface ProcessLinks {
  rates: RateLimiter;
  /** The metrics of all of them. */
  gatherMetrics: () => Promise<MetricsSnapshot[]>;
}

export interface PartsOptions {
  config: Config;
  log: Log;
  /** Whether this process runs jobs, or only queues them. */
  work: boolean;
  trace?: Trace | undefined;
  /** Null for a service of one process. */
  links?: ProcessLinks | null;
}

export async function openParts(
  db: Database,
  { config, log, work, trace, links }: PartsOptions,
): Promise<Parts> {
  const signingKey = await ensureSecret(db, "file links");
  const metrics = openMetrics(links?.gatherMetrics);
  const makeBreaker = watchedBreakers(log, metrics);
  const temporary = temporaryFolder(config);
  const readUrl = config.database_read_url;
  const mailer =
    config.smtp_url === undefined
      ? null
      : openMailer({ url: config.smtp_url, from: config.mail_from, makeBreaker });
  const storage = await openStorage(config, signingKey, { makeBreaker, temporary });
  const models = openLocalModels({ threads: 1, notice: (text) => log.warn(text) });
  const tools: Tools = {
    db,
    readDb: readUrl === undefined ? db : openReplica(readUrl, db, dataPlace(config, log, { trace }).options),
    storage,
    reportCache: new ReportCache({ db, storage }, config.report_cache_mb * 1_000_000),
    jobs: await openJobs(db, { log, work, trace, observe: metrics.observeJob }),
    embedder: models.embedder,
    passageReader: models.passageReader,
    pdf: openPdfReader({ ...PDF_LIMITS, transform: reportPages }),
    languageModel: await findLanguageModel(config, {
      makeBreaker,
      trace,
      addTokens: (tokens) => addTokens(db, tokens),
      recordOutcome: (model, failure) => recordModelOutcome(db, model, failure),
    }),
    liveNews: findLiveNews(db, config, makeBreaker),
    companyCacheBytesMax: config.company_cache_mb * 1_000_000,
    linkKey: signingKey,
    mail: (mail) =>
      void mailer?.send(mail).catch((error: unknown) => log.error({ err: error }, "mail not sent")),
    grants: openGrants(db),
    retention: { audit_days: config.audit_days ?? null, news_days: config.news_days ?? null },
  };
  const callLog = startCallLog(db, (error) => log.error({ err: error }, "audit trail not written"));
  const limits = await openLimits(db, { config, log, metrics, rates: links?.rates });
  const timeLimit = openTimeLimit();
  const gate: Gate = {
    db,
    limiter: limits.limiter,
    rateFactor: config.rate_factor,
    admission: limits.admission,
    timeLimit,
    ledger: openLedger(db, {
      outageMilliseconds: config.database_outage_ms,
      journalFolder: path.join(config.data, "unsettled-calls"),
      onUndoFailed: (error) => log.error({ err: error }, "a failed call could not be undone yet"),
    }),
    callLog,
    baseUrl: config.base_url ?? "",
    trace,
  };
  return {
    tools,
    gate,
    metrics,
    signingKey,
    mailer,
    temporary,
    async close() {
      await tools.jobs.stop();
      mailer?.close();
      await Promise.all([tools.pdf.close(), models.close(), callLog.flush()]);
      limits.close();
      timeLimit.close();
      if (tools.readDb !== db) await tools.readDb.close();
    },
  };
}

const UNUSED_SECONDS_MIN = 300;

/** Drops from the caches what has not been asked for lately. */
export const dropUnused = ({ reportCache }: Tools): number => reportCache.dropUnused(UNUSED_SECONDS_MIN);

/** Breakers whose state appears in the metrics and whose changes appear in the log. */
function watchedBreakers(log: Log, metrics: Metrics): MakeBreaker {
  return (options) => {
    const { service } = options;
    const breaker = openBreaker({
      ...options,
      notice: (state) => log.warn({ service, state }, "circuit breaker"),
    });
    metrics.watchBreaker(service, breaker);
    return breaker;
  };
}

/** Statements waiting per connection: with more, a caller waits for seconds. */
const WAITING_PER_CONNECTION_MAX = 100;

/** Rate limits and admission, with their metrics. */
async function openLimits(
  { pool }: Database,
  {
    config,
    log,
    metrics,
    rates,
  }: { config: Config; log: Log; metrics: Metrics; rates: RateLimiter | undefined },
) {
  const { redis_url, calls_at_once, database_connections } = config;
  const shared =
    redis_url === undefined ? null : await openSharedBuckets(redis_url, (text) => log.warn(text));
  const limiter: RateLimiter = shared ?? rates ?? makeTokenBuckets();
  const admission = openAdmission({
    callsMax: calls_at_once,
    callsPerAccountMax: Math.ceil(calls_at_once / 2),
    isBackedUp: () => pool.waitingCount > WAITING_PER_CONNECTION_MAX * database_connections,
  });
  if (shared) {
    metrics.watch("florin_rate_limits_shared", "1 while the nodes share rate limits", () =>
      Number(shared.isShared()),
    );
  }
  metrics.watch("florin_calls_inside", "Calls this node is running", admission.callsInProgress);
  metrics.watch("florin_database_connections", "Open connections to the database", () => pool.totalCount);
  metrics.watch(
    "florin_database_waiting",
    "Statements waiting for a connection to the database",
    () => pool.waitingCount,
  );
  metrics.watch("florin_processes", "Processes of this service that are ready", () => 1);
  return {
    limiter,
    admission,
    close() {
      admission.close();
      shared?.close();
    },
  };
}

function findLiveNews(db: Database, config: Config, makeBreaker: MakeBreaker): LiveSearch | null {
  if (config.news_live_url === undefined) return null;
  const fetch = makeGuardedFetch({ userAgent: `Florin/${VERSION}`, allowLocal: config.fetch_local });
  return openLiveSearch({ db, fetch, template: config.news_live_url, makeBreaker });
}

async function findLanguageModel(
  config: Config,
  context: {
    makeBreaker: MakeBreaker;
    trace: Trace | undefined;
    addTokens: (tokens: number) => Promise<number>;
    recordOutcome: (model: string, failure: string | null) => Promise<void>;
  },
): Promise<LanguageModel | null> {
  if (config.language_model === undefined) return null;
  return openLanguageModel({
    provider: config.language_model_provider,
    model: config.language_model,
    url: config.language_model_url,
    apiKey: config.language_model_api_key,
    secondsMax: config.language_model_seconds_max,
    tokensMax: config.language_model_tokens_max,
    contextTokensMax: config.language_model_context_tokens_max,
    tokensPerDay: config.language_model_tokens_per_day,
    ...context,
  });
}
