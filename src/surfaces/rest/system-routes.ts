import type { FastifyInstance } from "fastify";
import { stringify } from "yaml";
import type { AnyOperation } from "../../kernel/operation.ts";
import type { Metrics } from "../../platform/telemetry/index.ts";
import { mountDocs } from "../docs/index.ts";
import { type CachedText, makeCachedText, sendCached } from "../docs/send-cached.ts";
import { ICON } from "../icon.ts";
import { resolveBaseUrl } from "../resolve-base-url.ts";
import { SECURITY_HEADERS } from "../security-headers.ts";
import { llmsText } from "./llms-text.ts";
import { openApiDocument } from "./openapi/document.ts";
import { mountSkill } from "./skill.ts";

export interface SystemTools {
  operations: readonly AnyOperation[];
  /** Known once the server listens. */
  baseUrl: () => string;
  version: string;
  metrics: Metrics;
  /** Null when the service is ready, else why it is not. */
  findNotReadyReason: () => Promise<string | null>;
}

/** The service's own endpoints: health, metrics, documentation. Free, without a credential. */
export function mountSystemRoutes(server: FastifyInstance, tools: SystemTools): void {
  const { operations, baseUrl, version, metrics } = tools;
  /** By base URL: the docs page may call only the one it was reached at. */
  const openApi = new Map<string, CachedText>();

  mountSkill(server);
  // The URL of the API as a whole, which OAuth documents name as a resource.
  server.get("/v1", (_request, reply) => reply.headers(SECURITY_HEADERS).redirect("/docs", 303));
  server.get("/healthz", (_request, reply) =>
    reply.headers(SECURITY_HEADERS).send({ status: "ok", version }),
  );
  server.get("/readyz", async (_request, reply) => {
    const reason = await tools.findNotReadyReason();
    reply.headers(SECURITY_HEADERS).code(reason === null ? 200 : 503);
    return { status: reason === null ? "ready" : "not ready", reason };
  });
  server.get("/metrics", async (_request, reply) =>
    reply
      .headers(SECURITY_HEADERS)
      .type(metrics.contentType)
      .send(await metrics.render()),
  );
  const keepOpenApi = (host: string | undefined): CachedText => {
    const address = resolveBaseUrl(baseUrl(), host);
    const describe = () => JSON.stringify(openApiDocument(operations, { baseUrl: address, version }));
    const document = openApi.get(address) ?? makeCachedText(describe(), "application/json; charset=utf-8");
    openApi.set(address, document);
    return document;
  };
  const openApiAt = (host: string | undefined): string => keepOpenApi(host).plain.toString();
  // Pages of the console read it too, so it is compressed, and sent again only when it has changed.
  server.get("/openapi.json", (request, reply) =>
    sendCached(request, reply.headers(SECURITY_HEADERS), keepOpenApi(request.headers.host), "revalidate"),
  );
  server.get("/openapi.yaml", ({ headers }, reply) =>
    reply
      .headers(SECURITY_HEADERS)
      .type("application/yaml; charset=utf-8")
      .send(stringify(JSON.parse(openApiAt(headers.host)))),
  );
  server.get("/llms.txt", ({ headers }, reply) =>
    reply
      .headers(SECURITY_HEADERS)
      .type("text/plain; charset=utf-8")
      .send(llmsText(operations, resolveBaseUrl(baseUrl(), headers.host))),
  );
  server.get("/favicon.ico", (_request, reply) =>
    reply.type("image/svg+xml").header("cache-control", "public, max-age=86400").send(ICON),
  );
  mountDocs(server, { version, openApiAt });
}
