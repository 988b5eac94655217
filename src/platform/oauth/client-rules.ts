import { errors } from "./library.ts";

const REDIRECTS_MAX = 10;
const NAME_LENGTH_MAX = 100;
const URI_LENGTH_MAX = 2_000;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** Schemes that run or read something in the browser itself. */
const DANGEROUS = /^(?:javascript|data|vbscript|file|blob|about|view-source|ws|wss|ftp):$/;

export const CLIENT_RULES_PROPERTY = "florin_client";

export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.has(hostname);
}

/**
 * What we ask of every client, registered or described by a document, beyond what the library does. Clients older
 * than 2026 do not say that they run on the person's own machine; their redirect addresses tell.
 */
export function applyClientRules(metadata: Record<string, unknown>): void {
  const uris = metadata["redirect_uris"];
  if (!Array.isArray(uris)) return;
  if (uris.length > REDIRECTS_MAX) throw refusal(`at most ${REDIRECTS_MAX} redirect_uris`);
  if (typeof metadata["client_name"] === "string" && metadata["client_name"].length > NAME_LENGTH_MAX)
    throw refusal(`client_name: at most ${NAME_LENGTH_MAX} characters`);
  if (uris.map(readRedirect).some(({ protocol }) => protocol !== "https:"))
    metadata["application_type"] = "native";
  // Clients register the scope of their first challenge; kept, it would forbid them ever to ask for more.
  delete metadata["scope"];
}

function readRedirect(uri: unknown): URL {
  const url = typeof uri === "string" && uri.length <= URI_LENGTH_MAX ? URL.parse(uri) : null;
  if (!url) throw refusal("redirect_uris: expected absolute URIs");
  if (DANGEROUS.test(url.protocol)) throw refusal(`redirect_uris: ${url.protocol} is not allowed`);
  if (url.username !== "" || url.password !== "") throw refusal("redirect_uris: no user name or password");
  if (url.protocol === "http:" && !isLoopbackHost(url.hostname))
    throw refusal("redirect_uris: http is only for loopback addresses");
  return url;
}

function refusal(description: string): Error {
  return new errors.InvalidClientMetadata(description);
}
