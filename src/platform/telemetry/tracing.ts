import type { IncomingHttpHeaders } from "node:http";

export type Facts = Record<string, string | number>;

export interface Step {
  name: string;
  /** Whether it waits for another machine or program. */
  outside?: boolean;
  /** Whether it is a trace of its own instead of a step of another. */
  begins?: boolean;
  facts: Facts;
}

/** Does the work as one step of the trace it is part of; `add` tells what is known only in the end. */
export type Trace = <T>(step: Step, work: (add: (facts: Facts) => void) => Promise<T>) => Promise<T>;

export interface RequestTrace {
  /** Whatever the work begins belongs to this request's trace. */
  enter: (work: () => void) => void;
  end: (name: string, facts: Facts, status: number) => void;
}

export interface Tracing {
  trace: Trace;
  /** A request that came in, as part of its caller's trace where it names one (W3C `traceparent`). */
  openRequest: (headers: IncomingHttpHeaders) => RequestTrace;
  /** Sends what is collected, if the collector takes it in time. */
  close: () => Promise<void>;
}

export interface TracingOptions {
  /** Where the collector listens for OTLP over HTTP; nothing is traced without one. */
  endpoint: string | undefined;
  /** The share of requests and jobs that are traced. */
  ratio: number;
  version: string;
}

/** The packages are loaded only where traces are wanted. */
export async function openTracing({ endpoint, ...options }: TracingOptions): Promise<Tracing | null> {
  if (endpoint === undefined) return null;
  return (await import("./otlp-tracing.ts")).openOtlpTracing(endpoint, options);
}
