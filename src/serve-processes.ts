/** The service as several processes on one port: this one owns the database and supervises the others. */
import type { Config } from "./config.ts";
import { OperatorError } from "./kernel/operator-error.ts";
import { dataPlace } from "./places.ts";
import { openForService } from "./platform/db/index.ts";
import { findPort } from "./platform/http/index.ts";
import { makeTokenBuckets, type Take, takeAll } from "./platform/limits/index.ts";
import type { Log } from "./platform/log/index.ts";
import { superviseProcesses } from "./platform/processes/index.ts";
import { makeMetricsGatherer, type ProcessMetrics } from "./platform/telemetry/index.ts";
import type { ProcessFacts, ProcessOrder } from "./serve-joined.ts";
import { describeOpening, migrateShown } from "./start.ts";

const METRICS_MILLISECONDS_MAX = 2_000;
/** Connections of a process besides its pool: they listen for jobs and for changes. */
const LISTENING_CONNECTIONS = 5;
/** For commands such as `florin backup`. */
const SPARE_CONNECTIONS = 20;

export interface ServedProcesses extends ProcessFacts {
  note: string | null;
  /** Replaces every process by a new one, one after the other, without refusing a call. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
}

/** Starts the service. It answers when this returns, with one process; the others follow. */
export async function serveProcesses(
  config: Config,
  log: Log,
  { count, progress }: { count: number; progress: (step: string) => void },
): Promise<ServedProcesses> {
  const roles = [...new Array<string>(count).fill("api"), ...(config.work ? ["jobs"] : [])];
  progress(describeOpening(config));
  const place = dataPlace(config, log, { isStarting: () => true });
  const data = await openForService({
    ...place,
    serverConnectionsMin:
      roles.length * (config.database_connections + LISTENING_CONNECTIONS) + SPARE_CONNECTIONS,
  });
  try {
    await migrateShown(data.db, config, progress);
    const port = await findPort(config);
    const buckets = makeTokenBuckets();
    let isFirst = true;
    const answers: Record<string, (role: string, value: unknown) => unknown> = {
      begin(role): ProcessOrder {
        const order = { role, port, isFirst: isFirst && role === "api", share: 1 / count };
        if (role === "api") isFirst = false;
        return order;
      },
      rates: (_role, value) => takeAll(buckets, value as Take[]), // sent by makeRelayedBuckets
      metrics: () => gather(),
    };
    const supervisor = superviseProcesses({
      roles,
      notice: (text) => log.warn(text),
      answer(role, question, value) {
        const answer = answers[question];
        if (!answer) throw new Error(`no answer to ${question}`);
        return answer(role, value);
      },
    });
    const gather = makeMetricsGatherer({
      // Every process answers with its own number and metrics.
      askAll: async () => (await supervisor.askAll("metrics", METRICS_MILLISECONDS_MAX)) as ProcessMetrics[],
      isRunning: supervisor.isRunning,
    });
    const facts = (await supervisor.start().catch(async (error: Error) => {
      await supervisor.stop();
      // The process has said why.
      throw new OperatorError(error.message, { cause: error });
    })) as ProcessFacts; // what the first process reports
    return {
      ...facts,
      note: data.note,
      restart: () => supervisor.restart(),
      async close() {
        await supervisor.stop();
        await data.close();
      },
    };
  } catch (error) {
    await data.close();
    throw error;
  }
}
