import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from "prom-client";
import type { Breaker } from "../breaker/index.ts";

export interface CallFacts {
  operation: string;
  channel: string;
  status: number;
  seconds: number;
  credits: number;
}

export interface JobFacts {
  job: string;
  /** `repeated`: it failed or was abandoned, and runs again while attempts are left. */
  outcome: "done" | "refused" | "repeated";
  seconds: number;
}

export interface Metrics {
  observeCall: (facts: CallFacts) => void;
  observeJob: (facts: JobFacts) => void;
  /** A gauge that is read on scrape; it costs nothing in between. */
  watch: (name: string, help: string, read: () => number) => void;
  /** The same for the breaker of an external service. */
  watchBreaker: (service: string, breaker: Breaker) => void;
  /** The metrics of this process, to be added to those of others. */
  snapshot: () => Promise<MetricsSnapshot>;
  /** As Prometheus reads them: of all processes of this service. */
  render: () => Promise<string>;
  contentType: string;
}

export type MetricsSnapshot = MetricObjectWithValues<MetricValue<string>>[];

const BREAKER_VALUES = { closed: 0, half_open: 1, open: 2 };

/** `gather` returns the snapshots of all processes of the service, this one included; without it there are no others. */
export function openMetrics(gather?: () => Promise<MetricsSnapshot[]>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "florin_" });
  const duration = new Histogram({
    name: "florin_call_seconds",
    help: "Duration of calls by operation, channel and status",
    labelNames: ["operation", "channel", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const jobDuration = new Histogram({
    name: "florin_job_seconds",
    help: "Duration of background jobs by job and outcome",
    labelNames: ["job", "outcome"],
    buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1_800],
    registers: [registry],
  });
  const credits = new Counter({
    name: "florin_credits_charged_total",
    help: "Credits charged by operation",
    labelNames: ["operation"],
    registers: [registry],
  });
  const breakers = new Map<string, Breaker>();
  new Gauge({
    name: "florin_breaker_state",
    help: "Circuit breakers of external services: 0 closed, 1 half-open, 2 open",
    labelNames: ["service"],
    registers: [registry],
    // Each process has its own breaker; the one that is most open counts.
    aggregator: "max",
    collect() {
      for (const [service, breaker] of breakers) this.set({ service }, BREAKER_VALUES[breaker.state()]);
    },
  });
  return {
    watchBreaker: (service, breaker) => void breakers.set(service, breaker),
    observeCall(facts) {
      duration.observe(
        { operation: facts.operation, channel: facts.channel, status: facts.status },
        facts.seconds,
      );
      if (facts.credits > 0) credits.inc({ operation: facts.operation }, facts.credits);
    },
    observeJob: ({ job, outcome, seconds }) => jobDuration.observe({ job, outcome }, seconds),
    watch(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
    snapshot: () => registry.getMetricsAsJSON(),
    render: async () =>
      gather ? AggregatorRegistry.aggregate(await gather()).metrics() : registry.metrics(),
    contentType: registry.contentType,
  };
}
