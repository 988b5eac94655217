/** Serves the built web console. It is one page with its own routes, so unknown paths below it get the page. */
import { existsSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

const CONSOLE_POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
  "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

export async function mountConsole(server: FastifyInstance, folder: string): Promise<void> {
  server.get("/", (_request, reply) => reply.redirect("/console/"));
  if (!existsSync(path.join(folder, "index.html"))) return;
  await server.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: folder,
      prefix: "/console/",
      // A route for each file that is there, which leaves every other path to the page.
      wildcard: false,
      cacheControl: false,
      setHeaders(reply, file) {
        reply.header("content-security-policy", CONSOLE_POLICY);
        reply.header("x-content-type-options", "nosniff");
        reply.header("referrer-policy", "no-referrer");
        // Built files carry a hash of their content in their name; only the page itself can change.
        const lasting = file.includes(`${path.sep}assets${path.sep}`);
        reply.header("cache-control", lasting ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
    scope.get("/console", (_request, reply) => reply.redirect("/console/"));
    scope.get("/console/*", (_request, reply) => reply.sendFile("index.html"));
  });
}
