import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../../kernel/errors.ts";
import { resolveBaseUrl } from "../resolve-base-url.ts";

const ALLOWED = {
  "access-control-allow-methods": "GET, POST, DELETE",
  "access-control-allow-headers":
    "authorization, content-type, accept, x-api-key, dpop, idempotency-key, last-event-id, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name",
  "access-control-expose-headers": "www-authenticate, mcp-session-id, x-request-id, retry-after",
  "access-control-max-age": "3600",
  vary: "origin",
} as const;

export interface OriginRules {
  baseUrl: string;
  /** Sites of other origins whose pages may call. */
  origins: readonly string[];
}

/**
 * A page of another site must not control a server on this machine through a person's browser, unless the operator has
 * named the site.
 */
export function checkOrigin(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { baseUrl, origins }: OriginRules,
): void {
  const { origin } = headers;
  if (origin === undefined || origin === new URL(resolveBaseUrl(baseUrl, headers.host)).origin) return;
  if (!origins.includes(origin)) {
    throw new Failure("origin_not_allowed", {
      detail: `Origin ${origin.slice(0, 100)} may not call this server.`,
    });
  }
  // On the response of Node as well: the SDK writes its answers there.
  for (const [name, value] of Object.entries({ ...ALLOWED, "access-control-allow-origin": origin })) {
    reply.header(name, value);
    reply.raw.setHeader(name, value);
  }
}
