/** Serves the built web console. It is a single-page application, so unknown paths below it get the page. */
import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { Failure } from "../../kernel/errors.ts";
import { listSetUps } from "../mcp/catalog/set-ups.ts";
import { SECURITY_HEADERS } from "../security-headers.ts";

/**
 * Nothing inline except what the build put into the page, nothing evaluated, nothing from elsewhere. Page images are
 * data and blob URLs; the only framed content is a builder's report, which has no script.
 */
function policyFor(page: string): string {
  const style = allowInline(page, /<style>(.*?)<\/style>/s);
  const script = allowInline(page, /<script[^>]*>(.+?)<\/script>/s);
  return (
    `default-src 'none'; script-src 'self'${script}; worker-src 'self'; style-src 'self'${style}; ` +
    "font-src 'self'; img-src 'self' data: blob:; connect-src 'self'; frame-src 'self'; manifest-src 'self'; " +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
  );
}

function allowInline(page: string, inline: RegExp): string {
  const text = inline.exec(page)?.[1];
  return text === undefined ? "" : ` 'sha256-${hash("sha256", text, "base64")}'`;
}

export async function mountConsole(server: FastifyInstance, folder: string): Promise<void> {
  server.get("/", (_request, reply) => reply.redirect("/console/"));
  const page = path.join(folder, "index.html");
  if (!existsSync(page)) return;
  const policy = policyFor(readFileSync(page, "utf8"));
  await server.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: folder,
      prefix: "/console/",
      // One route per existing file, which leaves every other path to the page.
      wildcard: false,
      // The build provides compressed copies of the page, the scripts and the styles.
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, file) {
        reply.header("content-security-policy", policy);
        reply.header("x-content-type-options", "nosniff");
        reply.header("referrer-policy", "no-referrer");
        // Built files have a content hash in their name; only the page itself can change.
        const lasting = file.includes(`${path.sep}assets${path.sep}`);
        const age = lasting ? "public, max-age=31536000, immutable" : "no-cache";
        reply.header("cache-control", file.endsWith("inter.woff2") ? "public, max-age=86400" : age);
      },
    });
    // The page knows by which host name it was reached, and inserts the URL itself.
    const setUps = { set_ups: listSetUps("MCP_ADDRESS") };
    scope.get("/console/set-ups.json", (_request, reply) => reply.headers(SECURITY_HEADERS).send(setUps));
    // A script of an earlier build: the page must not be served in its place.
    scope.get("/console/assets/*", () => {
      throw new Failure("path_not_found");
    });
    scope.get("/console", (_request, reply) => reply.redirect("/console/"));
    scope.get("/console/*", (_request, reply) => reply.sendFile("index.html"));
  });
}
