import type { FastifyInstance } from "fastify";
import { findPublishedPage } from "../../features/agents/index.ts";
import { renderFeed } from "../../features/events/index.ts";
import type { Database } from "../../platform/db/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import { SECURITY_HEADERS } from "../security-headers.ts";

export interface ArtifactRouteTools {
  db: Database;
  storage: Storage;
  linkKey: Buffer;
  baseUrl: () => string;
}

/** Pages that open without a credential, at unguessable URLs: builders' reports and feeds. */
export function mountArtifacts(server: FastifyInstance, tools: ArtifactRouteTools): void {
  server.get<{ Params: { word: string } }>("/r/:word", async (request, reply) => {
    const { body, policy } = await findPublishedPage(tools, request.params.word);
    return reply
      .headers({ ...SECURITY_HEADERS, "x-frame-options": "SAMEORIGIN" })
      .header("content-security-policy", policy)
      .header("x-robots-tag", "noindex, nofollow")
      .header("x-request-id", request.id)
      .type("text/html; charset=utf-8")
      .send(body);
  });
  server.get<{ Params: { agent: string; signature: string } }>(
    "/feeds/:agent/:signature",
    async (request, reply) => {
      const { agent, signature } = request.params;
      const feed = await renderFeed(tools, { builderId: agent, signature, baseUrl: tools.baseUrl() });
      return reply
        .headers(SECURITY_HEADERS)
        .header("x-request-id", request.id)
        .type("application/atom+xml; charset=utf-8")
        .send(feed);
    },
  );
}
