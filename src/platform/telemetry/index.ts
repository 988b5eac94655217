/** What an operator sees of the running service: Prometheus metrics and, if configured, traces. */
export { makeMetricsGatherer, type ProcessMetrics } from "./gather-metrics.ts";
export { type CallFacts, type JobFacts, type Metrics, type MetricsSnapshot, openMetrics } from "./metrics.ts";
export { openTracing, type RequestTrace, type Trace, type Tracing } from "./tracing.ts";
