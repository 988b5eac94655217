import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { type ErrorCode, Failure } from "../../kernel/errors.ts";
import type { Log } from "../../platform/log/index.ts";
import { challengesFor } from "../challenge.ts";
import { type Page, sendPage } from "../oauth/pages/layout.ts";
import { messagePage } from "../oauth/pages/sign-in-pages.ts";
import { resolveBaseUrl } from "../resolve-base-url.ts";
import { SECURITY_HEADERS } from "../security-headers.ts";
import { errorBody, JSON_TYPE, PROBLEM_TYPE, problemBody } from "./envelope.ts";
import { toFailure } from "./translate-error.ts";

export interface ServerOptions {
  log: Log;
  baseUrl: () => string;
  bodyBytesMax: number;
  /** True for one proxy, or how many there are. */
  trustProxy: boolean | number;
}

const STATUS_HEADER = "x-florin-status";
const REQUEST_ID_SHAPE = /^[A-Za-z0-9._-]{1,128}$/;

/** The bare HTTP server: request ids, limits, JSON bodies, and every error in the envelope. */
export function buildServer(options: ServerOptions): FastifyInstance {
  const server = Fastify({
    logger: false,
    bodyLimit: options.bodyBytesMax,
    // Each proxy appends the address it was called from; what comes before those is the caller's own text.
    trustProxy: (_address, hop) => hop < Number(options.trustProxy),
    // A keep-alive client's last requests are finished, not refused, while the server drains.
    return503OnClosing: false,
    requestTimeout: 60_000,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    // Clients that send headers byte by byte are disconnected soon, and checked for often.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    routerOptions: { maxParamLength: 200, ignoreDuplicateSlashes: false },
    requestIdHeader: false,
    genReqId: (raw) => {
      const given = raw.headers["x-request-id"];
      return typeof given === "string" && REQUEST_ID_SHAPE.test(given) ? given : randomUUID();
    },
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, request, reply) => sendError(options, error, request, reply),
  });

  server.removeAllContentTypeParsers();
  server.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    try {
      done(null, readJson(body as Buffer, request.headers["content-encoding"]));
    } catch (error) {
      done(error as Failure);
    }
  });
  server.setErrorHandler((error, request, reply) => sendError(options, error, request, reply));
  server.setNotFoundHandler((request, reply) => {
    const allowed = methodsAt(server, request.url);
    if (allowed.length > 0) reply.header("allow", allowed.join(", "));
    const failure =
      allowed.length > 0
        ? new Failure("method_not_allowed", { detail: `Allowed: ${allowed.join(", ")}` })
        : pathNotFound();
    return sendError(options, failure, request, reply);
  });
  return server;
}

/** Invalid UTF-8 would be read as other characters than were meant, and the answer charged. */
function readJson(body: Buffer, encoding: string | undefined): unknown {
  if (encoding !== undefined && encoding !== "identity")
    throw new Failure("unsupported_media_type", { detail: "Send the body without Content-Encoding." });
  if (body.length === 0) return {};
  if (!isUtf8(body)) throw new Failure("malformed_json", { detail: "The body is not UTF-8." });
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new Failure("malformed_json", { detail: "The body is not valid JSON." });
  }
}

const pathNotFound = () => new Failure("path_not_found", { detail: "See /docs for all paths." });

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

function methodsAt(server: FastifyInstance, url: string): string[] {
  const path = url.split("?", 1)[0] ?? url;
  return METHODS.filter(
    (method) => server.findRoute({ method, url: path }) !== null || server.hasRoute({ method, url: path }),
  );
}

/** Responds with what the caller may see; the rest goes to the log, once. */
function sendError(
  options: { log: Log; baseUrl: () => string },
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = toFailure(error) ?? new Failure("internal", { cause: error });
  if (failure.status >= 500) {
    options.log.error(
      { err: failure.cause ?? failure, request_id: request.id, url: request.routeOptions.url },
      failure.code,
    );
  }
  const wantsProblem = request.headers.accept?.includes("application/problem+json") ?? false;
  reply.headers(SECURITY_HEADERS).header("x-request-id", request.id);
  if (failure.retryAfterSeconds !== null) reply.header("retry-after", String(failure.retryAfterSeconds));
  const challenges = challengesFor(
    failure,
    resolveBaseUrl(options.baseUrl(), request.headers.host),
    request.url,
  );
  if (challenges.length > 0) reply.header("www-authenticate", challenges);
  // The unread rest of a rejected body would be read as the next request.
  if (failure.status === 413) reply.header("connection", "close");
  if (isOpenedByPerson(request)) return sendPage(reply, pageOf(failure, request.id));
  return reply
    .code(statusFor(failure, request))
    .type(wantsProblem ? PROBLEM_TYPE : JSON_TYPE)
    .send(
      wantsProblem ? problemBody(failure, request.id, options.baseUrl()) : errorBody(failure, request.id),
    );
}

/** Sent by browsers alone, for what a person opens: neither a script of a page nor another program gets a page. */
function isOpenedByPerson({ method, headers }: FastifyRequest): boolean {
  return method === "GET" && headers["sec-fetch-mode"] === "navigate";
}

const MISTYPED = "The link may be mistyped, or what it led to was deleted.";

/** Details are for the callers of the API; who opens a path that no page has wants none of its paths. */
function pageOf(failure: Failure, requestId: string): Page {
  if (failure.code === "path_not_found") return messagePage("Page not found", MISTYPED, failure.status);
  const hint = failure.status === 404 ? MISTYPED : "";
  const note = failure.status >= 500 ? `Request id: ${requestId}` : "";
  return messagePage(failure.message, failure.detail ?? (hint || note), failure.status);
}

/**
 * A browser logs every error status as a page error, also one that only means "none yet". Callers that request it get
 * errors they should handle in the envelope alone.
 */
function statusFor(failure: Failure, request: FastifyRequest): number {
  const inEnvelope = request.headers[STATUS_HEADER] === "envelope" && failure.status < 500;
  return inEnvelope ? 200 : failure.status;
}

/** Bytes that are not HTTP never become a request: they are answered on the bare socket, in the same envelope. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const failure = new Failure(codeFor(error.code));
  const body = errorBody(failure, randomUUID());
  socket.end(
    `HTTP/1.1 ${failure.status} ${failure.message}\r\ncontent-type: ${JSON_TYPE}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

function codeFor(code: string | undefined): ErrorCode {
  if (code === "HPE_HEADER_OVERFLOW") return "headers_too_large";
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return "request_timeout";
  return "malformed_request";
}
