/** The catalog page at /mcp/docs: what the server offers, how to connect to it, and forms to try everything. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { TOKENS, TYPEFACE } from "../../../kernel/style-tokens.ts";
import { pageHeaders } from "../../oauth/pages/layout.ts";
import { resolveBaseUrl } from "../../resolve-base-url.ts";
import type { ServerParts } from "../server.ts";
import { renderCatalog } from "./page.ts";

const ASSETS = { "catalog.css": "text/css; charset=utf-8", "catalog.js": "text/javascript; charset=utf-8" };

export function mountCatalog(server: FastifyInstance, parts: ServerParts): void {
  server.get("/mcp/docs", ({ headers }, reply) =>
    reply
      .headers(pageHeaders())
      .type("text/html; charset=utf-8")
      .send(renderCatalog(parts, resolveBaseUrl(parts.gate.baseUrl, headers.host))),
  );
  for (const [name, type] of Object.entries(ASSETS)) {
    const file = readFileSync(path.join(import.meta.dirname, name), "utf8");
    const body = name.endsWith(".css") ? TOKENS + TYPEFACE + file : file;
    server.get(`/mcp/docs/${name}`, (_request, reply) => reply.headers(pageHeaders()).type(type).send(body));
  }
}
