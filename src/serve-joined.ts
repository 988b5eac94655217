/** One of several processes of the service. */
import type { App, CloseOptions } from "./app.ts";
import type { Config } from "./config.ts";
import type { ProcessLinks } from "./parts.ts";
import { makeRelayedBuckets, type RateState } from "./platform/limits/index.ts";
import type { Log } from "./platform/log/index.ts";
import { type Channel, joinPrimary } from "./platform/processes/index.ts";
import type { Metrics, MetricsSnapshot, ProcessMetrics } from "./platform/telemetry/index.ts";

/** The part of the service that the primary gives to a process. */
export interface ProcessOrder {
  /** `api` answers calls, `jobs` runs jobs. */
  role: string;
  port: number;
  /** Whether it loads the demo data and offers the set-up, which happens once. */
  isFirst: boolean;
  /** Its part of limits that hold for the whole service. */
  share: number;
}

/** What a process reports when it is ready. */
export type ProcessFacts = Pick<App, "baseUrl" | "demoKey" | "setUpUrl">;

interface Joined {
  metrics: Metrics;
  close: (options: CloseOptions) => Promise<void>;
}

/** If the primary does not answer in this time, the process counts alone. */
const RATES_MILLISECONDS_MAX = 250;

/** Runs until the primary stops it or ends. */
export async function serveJoined(config: Config, log: Log, progress: (step: string) => void): Promise<void> {
  let running: Joined | null = null;
  const answers: Record<string, (value: unknown) => unknown> = {
    async metrics(): Promise<ProcessMetrics> {
      return { pid: process.pid, metrics: (await running?.metrics.snapshot()) ?? [] };
    },
    stop(value) {
      // What is still starting has not done anything yet.
      if (!running) process.exit(0);
      running.close(value as CloseOptions).then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, "the process did not stop cleanly");
          process.exit(1);
        },
      );
    },
  };
  const channel = joinPrimary((question, value) => answers[question]?.(value));
  const order = (await channel.ask("begin")) as ProcessOrder; // what the primary answers
  const links = linksTo(channel);
  if (order.role === "jobs") {
    const { startJoinedWorker } = await import("./worker.ts");
    running = await startJoinedWorker(config, log, links);
    await channel.ask("ready", {});
    return;
  }
  const { startJoinedApp } = await import("./start.ts");
  const app = await startJoinedApp(configFor(config, order), log, {
    links,
    isFirst: order.isFirst,
    progress,
  });
  running = app;
  const { baseUrl, demoKey, setUpUrl } = app;
  await channel.ask("ready", { baseUrl, demoKey, setUpUrl } satisfies ProcessFacts);
}

function linksTo(channel: Channel): ProcessLinks {
  return {
    rates: makeRelayedBuckets(
      async (takes) => (await channel.ask("rates", takes, RATES_MILLISECONDS_MAX)) as RateState[],
    ),
    gatherMetrics: async () => (await channel.ask("metrics")) as MetricsSnapshot[],
  };
}

/** Jobs have their own process, and the demo data is loaded once. */
const configFor = (config: Config, { port, isFirst, share }: ProcessOrder): Config => ({
  ...config,
  port,
  work: false,
  demo: config.demo && isFirst,
  calls_at_once: Math.ceil(config.calls_at_once * share),
});
