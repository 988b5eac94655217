import type { IncomingHttpHeaders } from "node:http";

export type Facts = Record<string, string | number>;

export interface Step {
  name: string;
  /** Whether it waits for another machine or program. */
  outside?: boolean;
  /** Whether it starts a new trace instead of being a span of another. */
  begins?: boolean;
  /** The context of the step that caused it in another trace, as that step was given it. */
  causedBy?: string | undefined;
  facts: Facts;
}

/**
 * Runs the work as one span of the current trace. `add` adds facts known only at the end; `context` names the span to
 * others (W3C `traceparent`) and is null when it is not recorded.
 */
export type Trace = <T>(
  step: Step,
  work: (add: (facts: Facts) => void, context: string | null) => Promise<T>,
) => Promise<T>;

export interface RequestTrace {
  /** Whatever the work starts belongs to this request's trace. */
  enter: (work: () => void) => void;
  end: (name: string, facts: Facts, status: number) => void;
}

export interface Tracing {
  trace: Trace;
  /** An incoming request, as part of its caller's trace if it names one (W3C `traceparent`). */
  openRequest: (headers: IncomingHttpHeaders) => RequestTrace;
  /** Sends what is collected, if the collector accepts it in time. */
  close: () => Promise<void>;
}

export interface TracingOptions {
  /** The collector's OTLP/HTTP endpoint; without one nothing is traced. */
  endpoint: string | undefined;
  /** The share of requests and jobs that are traced. */
  ratio: number;
  version: string;
}

/** The packages are loaded only when traces are enabled. */
export async function openTracing({ endpoint, ...options }: TracingOptions): Promise<Tracing | null> {
  if (endpoint === undefined) return null;
  return (await import("./otlp-tracing.ts")).openOtlpTracing(endpoint, options);
}
