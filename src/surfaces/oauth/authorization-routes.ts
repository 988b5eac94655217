import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { limitRegistrations } from "../../features/accounts/index.ts";
import { requireStorable } from "../../gate/index.ts";
import { Failure } from "../../kernel/errors.ts";
import { DEFAULT_SCOPES } from "../../kernel/scopes.ts";
import { findBrowser } from "../browser-session.ts";
import { toFailure } from "../rest/translate-error.ts";
import type { IdentityTools } from "./tools.ts";
import { mountServerMetadata } from "./well-known.ts";

const REGISTRATION_BYTES_MAX = 16_384;
const BODY_BYTES_MAX = 56 * 1_024;
const ERROR_HEADERS = { "cache-control": "no-store", "access-control-allow-origin": "*" };
/** Fetching a client's document and checking a signature cost us more than the request costs the caller. */
const REQUESTS_PER_SECOND = 20;

/** Forwards requests to the authorization server. */
export function mountAuthorizationServer(scope: FastifyInstance, tools: IdentityTools): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_BYTES_MAX }, (_request, body, done) =>
    done(null, body),
  );
  scope.setErrorHandler((error, request, reply) => {
    const failure = toFailure(error) ?? new Failure("internal", { cause: error });
    if (failure.status >= 500) tools.log.error({ err: error, request_id: request.id }, "oauth");
    if (failure.retryAfterSeconds !== null) reply.header("retry-after", String(failure.retryAfterSeconds));
    reply.headers(ERROR_HEADERS).header("x-request-id", request.id);
    return reply.code(failure.status).send(refusal(errorOf(failure), failure.detail ?? failure.message));
  });

  async function forwardToProvider(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
  ): Promise<void> {
    const body = Buffer.isBuffer(request.body) ? request.body : null;
    if (body) requireStorable(readBody(body, request.headers["content-type"]));
    request.raw.url = path;
    const { server } = tools.oauth(request.headers.host);
    reply.hijack();
    reply.raw.setHeader("x-request-id", request.id);
    reply.raw.setHeader("x-content-type-options", "nosniff");
    try {
      await server.handle(request.raw, reply.raw, body);
    } catch (error) {
      tools.log.error({ err: error, request_id: request.id }, "oauth");
      answerOutage(reply);
    }
  }

  scope.addHook("onRequest", async (request) => {
    const { limiter, rateFactor } = tools;
    const rate = await limiter.take(`oauth:${request.ip}`, REQUESTS_PER_SECOND * rateFactor);
    if (!rate.allowed) throw new Failure("rate_limited", { retryAfterSeconds: rate.resetSeconds });
  });
  mountServerMetadata(scope, forwardToProvider);
  scope.route({
    method: ["GET", "POST", "OPTIONS"],
    url: "/oauth/*",
    async handler(request, reply) {
      const signInUrl = await findSignInRedirect(tools, request);
      if (signInUrl !== null) return reply.redirect(signInUrl, 303);
      return forwardToProvider(request, reply, withDefaultScope(request));
    },
  });
  scope.options("/oauth/register", (_request, reply) => reply.headers(REGISTRATION_CORS).code(204).send());
  scope.post("/oauth/register", async (request, reply) => {
    reply.raw.setHeader("access-control-allow-origin", "*");
    if (Number(request.headers["content-length"] ?? 0) > REGISTRATION_BYTES_MAX)
      return reply.code(413).send(refusal("invalid_client_metadata", "The registration is too large."));
    const waitSeconds = await limitRegistrations(tools.db, request.ip, tools.rateFactor);
    if (waitSeconds > 0) {
      reply.code(429).header("retry-after", String(waitSeconds));
      return reply.send(refusal("temporarily_unavailable", "Too many registrations from this address."));
    }
    return forwardToProvider(request, reply, request.url);
  });
}

const REGISTRATION_CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST",
  "access-control-allow-headers": "content-type",
  "access-control-max-age": "3600",
};

/** Parses a body to look for text that cannot be stored; what cannot be parsed is left to the library. */
function readBody(body: Buffer, contentType = ""): unknown {
  const text = body.toString("utf8");
  if (!contentType.includes("json")) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The RFC 6749 error code. */
function errorOf({ status }: Failure): string {
  if (status >= 500) return "server_error";
  return status === 429 ? "temporarily_unavailable" : "invalid_request";
}

function refusal(error: string, description: string) {
  return { error, error_description: description };
}

/**
 * A client's metadata is fetched only for a signed-in person, so that no one else can make the service send requests.
 * Null when the request can be handled now.
 */
async function findSignInRedirect({ db }: IdentityTools, request: FastifyRequest): Promise<string | null> {
  const [path, query = ""] = request.url.split("?", 2);
  const parameters = new URLSearchParams(query);
  const isDocument = parameters.get("client_id")?.startsWith("https://") ?? false;
  if (request.method !== "GET" || path !== "/oauth/authorize" || !isDocument) return null;
  if (parameters.get("prompt") === "none" || (await findBrowser(db, request))) return null;
  return `/sign-in?${new URLSearchParams({ next: `${path}?${parameters}` })}`;
}

/** A client that requests no scope gets the default (RFC 6749, 3.3) rather than nothing. */
function withDefaultScope({ url, method }: FastifyRequest): string {
  const [path, ...query] = url.split("?");
  if (method !== "GET" || path !== "/oauth/authorize") return url;
  const parameters = new URLSearchParams(query.join("?"));
  if (parameters.get("scope")) return url;
  parameters.set("scope", DEFAULT_SCOPES.join(" "));
  return `${path}?${parameters}`;
}

function answerOutage({ raw }: FastifyReply): void {
  if (raw.headersSent) {
    raw.destroy();
    return;
  }
  raw.writeHead(503, { "content-type": "application/json", "retry-after": "2", "cache-control": "no-store" });
  raw.end(JSON.stringify(refusal("temporarily_unavailable", "Try again in a moment.")));
}
