import type { FastifyRequest } from "fastify";
import type { Credentials } from "../features/access/index.ts";
import { Failure } from "../kernel/errors.ts";

const KEY_IN_URL = /flr_live_|[?&](x-api-key|api_?key|access_token)=/i;

/** Keys in URLs end up in logs, histories and referrers; they are refused even when they are right. */
export function readCredentials(request: FastifyRequest): Credentials {
  if (KEY_IN_URL.test(request.url)) {
    throw new Failure("key_in_url", {
      detail:
        "A key must not be in the URL: send it in the X-API-KEY header, and replace this one, since URLs are logged.",
    });
  }
  const header = request.headers["x-api-key"];
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  return { apiKey: typeof header === "string" ? header : bearer, address: request.ip };
}
