import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace as spans,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Facts, Trace, Tracing, TracingOptions } from "./tracing.ts";

const EXPORT_MILLISECONDS_MAX = 10_000;
/** Beyond this many spans the latest are dropped: an unavailable collector must not fill the memory. */
const SPANS_WAITING_MAX = 4_096;
const TEXT_LENGTH_MAX = 2_000;
const SEND_EVERY_MILLISECONDS = 2_000;

/**
 * Traces over OTLP/HTTP. The asynchronous context links spans to requests, so a statement that serves several
 * requests is a span of the one that sent it. Nothing here is global to the process.
 */
export function openOtlpTracing(endpoint: string, options: Omit<TracingOptions, "endpoint">): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: EXPORT_MILLISECONDS_MAX,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": "florin",
      "service.version": options.version,
      "service.instance.id": randomUUID(),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.ratio) }),
    spanLimits: { attributeValueLengthLimit: TEXT_LENGTH_MAX },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: SPANS_WAITING_MAX,
        scheduledDelayMillis: SEND_EVERY_MILLISECONDS,
        exportTimeoutMillis: EXPORT_MILLISECONDS_MAX,
      }),
    ],
  });
  const tracer = provider.getTracer("florin");
  const propagator = new W3CTraceContextPropagator();
  const current = new AsyncLocalStorage<Context>();

  const linksTo = (context: string | undefined): Link[] => {
    if (context === undefined) return [];
    const carrier = { traceparent: context };
    const cause = spans.getSpanContext(propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter));
    return cause ? [{ context: cause }] : [];
  };

  const nameOf = (context: Context): string | null => {
    const carrier: { traceparent?: string } = {};
    propagator.inject(context, carrier, defaultTextMapSetter);
    return carrier.traceparent ?? null;
  };

  const trace: Trace = async ({ name, outside, begins, causedBy, facts }, work) => {
    const parent = begins ? ROOT_CONTEXT : current.getStore();
    // Timers belong to no request or job; each of their statements would be a trace of one line.
    if (parent === undefined) return work(() => {}, null);
    const kind = begins ? SpanKind.CONSUMER : outside ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const span = tracer.startSpan(name, { kind, attributes: facts, links: linksTo(causedBy) }, parent);
    const context = spans.setSpan(parent, span);
    const add = (more: Facts) => void span.setAttributes(more);
    try {
      return await current.run(context, work, add, span.isRecording() ? nameOf(context) : null);
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  };

  return {
    trace,
    openRequest(headers) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const span = tracer.startSpan("request", { kind: SpanKind.SERVER }, parent);
      const context = spans.setSpan(parent, span);
      return {
        enter: (work) => current.run(context, work),
        end(name, facts, status) {
          span.updateName(name).setAttributes({ ...facts, "http.response.status_code": status });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    // Waits for an unavailable collector no longer than one export may take.
    close: () => provider.shutdown().catch(() => {}),
  };
}

/** Only the kind of error: its text may contain a caller's data. */
function markFailed(span: Span, error: unknown): void {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const type = code || (error instanceof Error ? error.name : "unknown");
  span.setAttribute("error.type", type).setStatus({ code: SpanStatusCode.ERROR });
}
