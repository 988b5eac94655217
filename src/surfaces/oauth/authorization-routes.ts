import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { limitRegistrations } from "../../features/accounts/index.ts";
import { Failure } from "../../kernel/errors.ts";
import { DEFAULT_SCOPES } from "../../kernel/scopes.ts";
import type { IdentityTools } from "./tools.ts";
import { mountServerMetadata } from "./well-known.ts";

const REGISTRATION_BYTES_MAX = 16_384;
/** Fetching a client's document and checking a signature cost us more than asking costs anybody. */
const REQUESTS_PER_SECOND = 20;

/** Hands what belongs to the authorization server over to it, unread. */
export function mountAuthorizationServer(scope: FastifyInstance, tools: IdentityTools): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));

  async function handOver(request: FastifyRequest, reply: FastifyReply, path: string): Promise<void> {
    request.raw.url = path;
    const { server } = tools.oauth(request.headers.host);
    reply.hijack();
    reply.raw.setHeader("x-request-id", request.id);
    reply.raw.setHeader("x-content-type-options", "nosniff");
    try {
      await server.handle(request.raw, reply.raw);
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
  mountServerMetadata(scope, handOver);
  scope.route({
    method: ["GET", "POST", "OPTIONS"],
    url: "/oauth/*",
    handler: (request, reply) => handOver(request, reply, withDefaultScope(request)),
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
    return handOver(request, reply, request.url);
  });
}

const REGISTRATION_CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST",
  "access-control-allow-headers": "content-type",
  "access-control-max-age": "3600",
};

function refusal(error: string, description: string) {
  return { error, error_description: description };
}

/** A client that asks for nothing in particular is given the default (RFC 6749, 3.3) rather than nothing. */
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
