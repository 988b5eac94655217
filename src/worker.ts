/** The jobs, and a process that only runs jobs. */
import { createServer, type Server } from "node:http";
import type { Tools } from "./catalog.ts";
import type { Config } from "./config.ts";
import { accessJobs } from "./features/access/index.ts";
import { accountJobs } from "./features/accounts/index.ts";
import { agentJobs } from "./features/agents/index.ts";
import { creditJobs } from "./features/credits/index.ts";
import { announceReport, eventJobs, recordEvent } from "./features/events/index.ts";
import { exportJobs } from "./features/exports/index.ts";
import { ingestJobs } from "./features/ingest/index.ts";
import { newsJobs, openPolling } from "./features/news/index.ts";
import { parserJobs, reportJobs, reportPages } from "./features/reports/index.ts";
import { newReportJob, searchJobs } from "./features/search/index.ts";
import { readReportStatements, statementJobs } from "./features/statements/index.ts";
import { migrateData } from "./migrate-data.ts";
import { dropUnused, openParts, type Parts, PDF_LIMITS, type ProcessLinks } from "./parts.ts";
import { dataPlace, findBaseUrl, findTracing, sourceSettings } from "./places.ts";
import { type Browser, findBrowser, openBrowser } from "./platform/browser/index.ts";
import { type OpenData, openForCommand, openForProcess } from "./platform/db/index.ts";
import { makeGuardedFetch } from "./platform/fetch/index.ts";
import type { Log } from "./platform/log/index.ts";
import { releaseMemoryWhenIdle } from "./platform/memory/index.ts";
import { openOcr } from "./platform/ocr/index.ts";
import { openPdfReader } from "./platform/pdf/index.ts";
import type { Metrics, Tracing } from "./platform/telemetry/index.ts";
import { watchReadiness } from "./readiness.ts";
import { VERSION } from "./version.ts";

/** The parsing service reads any file from anyone, so its limits are tighter. */
const PARSER_LIMITS = { ...PDF_LIMITS, workersMax: 1, cpuSecondsMax: 600, pagesMax: 700 };

const OCR_LIMITS = { pageCpuSecondsMax: 60 };

/** Annual reports of banks take a minute. */
const BROWSER_LIMITS = { secondsMax: 300, htmlBytesMax: 100_000_000, pdfBytesMax: 500_000_000 };

/** Declares every job and, on a worker, starts running them. */
export async function startJobs(tools: Tools, config: Config): Promise<{ close: () => Promise<void> }> {
  const { db, jobs } = tools;
  const parserPdf = openPdfReader({ ...PARSER_LIMITS, transform: reportPages });
  const ocr = config.ocr ? openOcr({ ...OCR_LIMITS, transform: reportPages }) : null;
  const fetch = makeGuardedFetch({ userAgent: `Florin/${VERSION}` });
  const work = { ...tools, ocr, browser: openConfiguredBrowser(config) };
  await jobs.start([
    ...creditJobs(db),
    ...accountJobs(tools),
    ...accessJobs(db, { auditDays: config.audit_days ?? null }),
    ...reportJobs({
      ...work,
      announceReady: async (sql, reportId) => {
        await announceReport(sql, jobs, reportId);
        await jobs.send(sql, newReportJob, { report_id: reportId }, { key: reportId });
      },
      readStatements: (reportId) => readReportStatements(tools, reportId),
    }),
    ...statementJobs(tools),
    ...searchJobs(tools),
    ...parserJobs({ ...work, pdf: parserPdf, fetch }),
    ...newsJobs(openPolling(db, fetch), { newsDays: config.news_days ?? null }),
    ...agentJobs({
      ...tools,
      now: () => new Date(),
      announce: (sql, event) => recordEvent(sql, jobs, event),
    }),
    ...eventJobs({ db, jobs, fetch, now: () => new Date() }),
    ...exportJobs(tools),
    ...ingestJobs(db, { ...sourceSettings(config), reports: tools }),
  ]);
  return {
    async close() {
      await Promise.all([parserPdf.close(), ocr?.close()]);
    },
  };
}

function openConfiguredBrowser({ browser_path, browser_sandbox: sandbox }: Config): Browser | null {
  const program = browser_path === "off" ? null : (browser_path ?? findBrowser());
  return program === null ? null : openBrowser({ ...BROWSER_LIMITS, path: program, sandbox });
}

export interface Worker {
  metrics: Metrics;
  /** Where its health and metrics are served; null when it has no port. */
  baseUrl: string | null;
  /** Abandons running jobs: another worker repeats them. */
  close: () => Promise<void>;
}

/** A process that only runs jobs. `port` is for health and metrics; a worker serves no API. */
export async function startWorker(config: Config, log: Log, port: number | null): Promise<Worker> {
  const tracing = await findTracing(config);
  // Next to a service with the embedded database it joins that server.
  const data = await openForCommand(dataPlace(config, log, { trace: tracing?.trace }));
  try {
    await migrateData(data.db, config, (step) => log.info(step));
    return await runJobs(data, { config, log, tracing, port, links: null });
  } catch (error) {
    await data.close();
    throw error;
  }
}

/** The same for one of several processes: the primary runs the database and has brought its tables up to date. */
export async function startJoinedWorker(config: Config, log: Log, links: ProcessLinks): Promise<Worker> {
  const tracing = await findTracing(config);
  const data = await openForProcess(dataPlace(config, log, { trace: tracing?.trace }));
  try {
    return await runJobs(data, { config, log, tracing, port: null, links });
  } catch (error) {
    await data.close();
    throw error;
  }
}

interface RunOptions {
  config: Config;
  log: Log;
  tracing: Tracing | null;
  port: number | null;
  links: ProcessLinks | null;
}

async function runJobs(data: OpenData, { config, log, tracing, port, links }: RunOptions): Promise<Worker> {
  const parts = await openParts(data.db, { config, log, work: true, trace: tracing?.trace, links });
  parts.gate.baseUrl ||= await findBaseUrl(data.db, config);
  const jobs = await startJobs(parts.tools, config);
  const closing = new AbortController();
  // Closing aborts it, which is not an error.
  releaseMemoryWhenIdle(closing.signal, () => dropUnused(parts.tools)).catch(() => {});
  const server = port === null ? null : await serveHealth(parts, { host: config.host, port });
  return {
    metrics: parts.metrics,
    baseUrl: server && addressOf(server, config.host),
    async close() {
      closing.abort();
      server?.close();
      await parts.close();
      await jobs.close();
      await data.close();
      await tracing?.close();
    },
  };
}

/** Three endpoints for monitoring. */
async function serveHealth(
  { tools, metrics, temporary }: Parts,
  { host, port }: { host: string; port: number },
): Promise<Server> {
  const findNotReadyReason = watchReadiness(tools.db, temporary.path);
  const answers: Record<string, () => Promise<[status: number, type: string, body: string]>> = {
    "/healthz": async () => [200, "application/json", JSON.stringify({ status: "ok", version: VERSION })],
    "/readyz": async () => {
      const reason = await findNotReadyReason();
      const status = reason === null ? "ready" : "not ready";
      return [reason === null ? 200 : 503, "application/json", JSON.stringify({ status, reason })];
    },
    "/metrics": async () => [200, metrics.contentType, await metrics.render()],
  };
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, async (request, reply) => {
    const answer = answers[request.url ?? ""];
    const [status, type, body] = answer ? await answer() : [404, "text/plain", ""];
    reply.writeHead(status, { "content-type": type }).end(body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  return server;
}

function addressOf(server: Server, host: string): string {
  const bound = server.address();
  const port = typeof bound === "object" && bound ? bound.port : 0;
  return `http://${host}:${port}`;
}
