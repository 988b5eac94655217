import { AggregatorRegistry } from "prom-client";
import type { MetricsSnapshot } from "./metrics.ts";

export interface ProcessMetrics {
  pid: number;
  metrics: MetricsSnapshot;
}

export interface MetricsSources {
  /** The metrics of all processes that answer. */
  askAll: () => Promise<ProcessMetrics[]>;
  isRunning: (pid: number) => boolean;
}

/**
 * Gathers the metrics of several processes. What an ended process had counted stays in the sum: a counter that falls
 * would be read as a restart of the whole service, and its rate as a burst that never was.
 */
export function makeMetricsGatherer({ askAll, isRunning }: MetricsSources): () => Promise<MetricsSnapshot[]> {
  const latest = new Map<number, MetricsSnapshot>();
  let ended: MetricsSnapshot = [];
  return async () => {
    for (const { pid, metrics } of await askAll()) latest.set(pid, metrics);
    for (const [pid, metrics] of latest) {
      if (isRunning(pid)) continue;
      latest.delete(pid);
      ended = await addCounts(ended, metrics);
    }
    return [...latest.values(), ended];
  };
}

async function addCounts(before: MetricsSnapshot, added: MetricsSnapshot): Promise<MetricsSnapshot> {
  const isCount = ({ type }: MetricsSnapshot[number]) => ["counter", "histogram"].includes(String(type));
  return AggregatorRegistry.aggregate([before, added.filter(isCount)]).getMetricsAsJSON();
}
