import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DEFAULT_SCOPES } from "../../kernel/scopes.ts";
import { PROOF_ALGORITHMS } from "../../platform/oauth/index.ts";
import { resolveBaseUrl } from "../resolve-base-url.ts";
import type { IdentityTools } from "./tools.ts";

const OPEN_TO_ALL = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET",
  "access-control-allow-headers": "*",
  "cache-control": "public, max-age=300",
  "x-content-type-options": "nosniff",
} as const;

/** The metadata of each protected resource (RFC 9728), at its standard path and where else clients look. */
export function mountResourceMetadata(server: FastifyInstance, tools: IdentityTools): void {
  const places: [resource: string, paths: string[]][] = [
    ["", ["/.well-known/oauth-protected-resource"]],
    ["/mcp", ["/.well-known/oauth-protected-resource/mcp", "/mcp/.well-known/oauth-protected-resource"]],
    [
      "/v1",
      [
        "/.well-known/oauth-protected-resource/v1",
        "/.well-known/oauth-protected-resource/v1/*",
        "/v1/.well-known/oauth-protected-resource",
      ],
    ],
  ];
  for (const [resource, paths] of places) {
    for (const url of paths) {
      server.get(url, ({ headers }, reply) =>
        reply
          .headers(OPEN_TO_ALL)
          .send(describeResource(resolveBaseUrl(tools.baseUrl(), headers.host), resource)),
      );
      server.options(url, (_request, reply) => reply.headers(OPEN_TO_ALL).code(204).send());
    }
  }
}

function describeResource(baseUrl: string, path: string) {
  return {
    resource: baseUrl + path,
    authorization_servers: [baseUrl],
    // The initial scopes for a client; a call that needs more says so.
    scopes_supported: DEFAULT_SCOPES,
    bearer_methods_supported: ["header"],
    resource_name: path === "/mcp" ? "Florin MCP" : "Florin",
    resource_documentation: `${baseUrl}/docs`,
    dpop_signing_alg_values_supported: PROOF_ALGORITHMS,
    dpop_bound_access_tokens_required: false,
  };
}

/** Where clients look for the authorization server: the two documents, and both under each resource's path. */
const DOCUMENTS = ["oauth-authorization-server", "openid-configuration"];

export function mountServerMetadata(
  scope: FastifyInstance,
  answer: (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<void>,
): void {
  for (const document of DOCUMENTS) {
    const path = `/.well-known/${document}`;
    for (const url of [path, `${path}/mcp`, `${path}/v1`, `/mcp${path}`, `/v1${path}`]) {
      scope.route({
        method: ["GET", "OPTIONS"],
        url,
        handler: (request, reply) => answer(request, reply, path),
      });
    }
  }
}
