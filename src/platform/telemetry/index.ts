/** What an operator sees of the running service: numbers in the Prometheus format, and traces where they are wanted. */
export { type CallFacts, type Metrics, openMetrics } from "./metrics.ts";
export { openTracing, type RequestTrace, type Trace, type Tracing } from "./tracing.ts";
