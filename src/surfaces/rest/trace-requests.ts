import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RequestTrace, Tracing } from "../../platform/telemetry/index.ts";

/** Makes every request a trace, or a part of its caller's. Records only the route, neither URLs nor headers. */
export function traceRequests(server: FastifyInstance, { openRequest }: Tracing): void {
  const open = new WeakMap<FastifyRequest, RequestTrace>();
  server.addHook("onRequest", (request, _reply, done) => {
    open.set(request, openRequest(request.headers));
    done();
  });
  // Not earlier: reading the body leaves the asynchronous context it started in.
  server.addHook("preValidation", (request, _reply, done) => {
    const trace = open.get(request);
    if (trace) trace.enter(done);
    else done();
  });
  server.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "none";
    const facts = {
      "http.request.method": request.method,
      "http.route": route,
      "florin.request_id": request.id,
    };
    open.get(request)?.end(`${request.method} ${route}`, facts, reply.statusCode);
    done();
  });
}
