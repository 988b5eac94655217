/** Numbers about the running service, in the Prometheus format. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export interface CallFacts {
  operation: string;
  channel: string;
  status: number;
  seconds: number;
  credits: number;
}

export interface Metrics {
  observeCall: (facts: CallFacts) => void;
  /** A number that is read when somebody looks; watching costs nothing in between. */
  watch: (name: string, help: string, read: () => number) => void;
  render: () => Promise<string>;
  contentType: string;
}

export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "florin_" });
  const duration = new Histogram({
    name: "florin_call_seconds",
    help: "Duration of calls by operation, channel and status",
    labelNames: ["operation", "channel", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const credits = new Counter({
    name: "florin_credits_charged_total",
    help: "Credits charged by operation",
    labelNames: ["operation"],
    registers: [registry],
  });
  return {
    observeCall(facts) {
      duration.observe(
        { operation: facts.operation, channel: facts.channel, status: facts.status },
        facts.seconds,
      );
      if (facts.credits > 0) credits.inc({ operation: facts.operation }, facts.credits);
    },
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
    render: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
