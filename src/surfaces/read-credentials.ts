import type { FastifyRequest } from "fastify";
import type { Credentials, PresentedToken } from "../features/access/index.ts";
import { Failure } from "../kernel/errors.ts";
import { refuseOtherSites } from "./browser-session.ts";
import { CONSOLE_HEADER, readCookie, SESSION_COOKIE } from "./cookies.ts";

const KEY_IN_URL = /flr_live_|[?&](x-api-key|api_?key|access_token)=/i;

/** Keys in URLs end up in logs, histories and referrers; they are rejected even when they are valid. */
export function readCredentials(request: FastifyRequest, baseUrl: string): Credentials {
  if (KEY_IN_URL.test(request.url)) {
    throw new Failure("key_in_url", {
      detail:
        "A key or token must not be in the URL: send it in the X-API-KEY header (a token in Authorization), and replace this one, since URLs are logged.",
    });
  }
  const { headers, ip: address } = request;
  const key = headers["x-api-key"];
  if (typeof key === "string") return { apiKey: key, address };
  if (headers.authorization !== undefined) return readAuthorization(request, headers.authorization);
  // Only the console's own pages can set this header; without it the cookie alone proves nothing.
  const session =
    headers[CONSOLE_HEADER] === undefined ? undefined : readCookie(headers.cookie, SESSION_COOKIE);
  if (session !== undefined) refuseOtherSites(request, baseUrl);
  return { apiKey: undefined, address, session };
}

function readAuthorization(request: FastifyRequest, authorization: string): Credentials {
  const { ip: address, method, headers, url } = request;
  const [, scheme = "", value = ""] = /^(Bearer|DPoP) +(\S+)$/i.exec(authorization) ?? [];
  if (value === "" || value.startsWith("flr_")) return { apiKey: value || undefined, address };
  const path = url.split("?", 1)[0] ?? url;
  const token: PresentedToken = {
    scheme: scheme.toLowerCase() === "dpop" ? "DPoP" : "Bearer",
    value,
    proof: typeof headers["dpop"] === "string" ? headers["dpop"] : undefined,
    method,
    path,
    host: headers.host,
    surface: path.startsWith("/mcp") ? "mcp" : "v1",
  };
  return { apiKey: undefined, address, token };
}
