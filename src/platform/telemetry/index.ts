/** What an operator sees of the running service: Prometheus metrics and, if configured, traces. */
export { type CallFacts, type Metrics, openMetrics } from "./metrics.ts";
export { openTracing, type RequestTrace, type Trace, type Tracing } from "./tracing.ts";
