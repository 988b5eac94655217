import { mayBePublicHost } from "../fetch/index.ts";
import { errors } from "./library.ts";

const REDIRECTS_MAX = 10;
const NAME_LENGTH_MAX = 100;
const URI_LENGTH_MAX = 2_000;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** An application's own scheme is named after its maker's domain (RFC 8252, 7.1): `com.example.app:`. */
const REVERSE_DOMAIN = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;
/** Editors and assistants that registered a plain word long ago. */
const KNOWN_SCHEMES = new Set([
  "claude:",
  "cursor:",
  "vscode:",
  "vscode-insiders:",
  "vscodium:",
  "windsurf:",
  "zed:",
]);
/** Invisible or misleading characters: control and format characters, line breaks. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/u;
/** URLs the service would have to fetch. */
const FETCHED = ["jwks_uri", "sector_identifier_uri"];

export const CLIENT_RULES_PROPERTY = "florin_client";

export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.has(hostname);
}

/**
 * Our rules for every client, registered or described by a document, beyond the library's. Clients older than 2026 do
 * not state that they run on the person's own machine; their redirect URIs show it.
 */
export function applyClientRules(metadata: Record<string, unknown>): void {
  checkName(metadata["client_name"]);
  for (const name of FETCHED) checkReachable(name, metadata[name]);
  const uris = metadata["redirect_uris"];
  if (!Array.isArray(uris)) return;
  if (uris.length > REDIRECTS_MAX) throw refusal(`at most ${REDIRECTS_MAX} redirect_uris`);
  if (uris.map(readRedirect).some(({ protocol }) => protocol !== "https:"))
    metadata["application_type"] = "native";
  // Clients register the scope of their first challenge; if kept, they could never request more.
  delete metadata["scope"];
}

/** People decide by this name whether to authorise the client. */
function checkName(name: unknown): void {
  if (typeof name !== "string") return;
  if (name.length > NAME_LENGTH_MAX) throw refusal(`client_name: at most ${NAME_LENGTH_MAX} characters`);
  if (INVISIBLE.test(name) || !/[\p{L}\p{N}]/u.test(name))
    throw refusal("client_name: expected visible characters, without control or formatting characters");
}

function checkReachable(name: string, uri: unknown): void {
  if (typeof uri !== "string") return;
  const url = URL.parse(uri);
  if (url?.protocol !== "https:" || !mayBePublicHost(url.hostname))
    throw refusal(`${name}: expected an https URL of a public host`);
}

function readRedirect(uri: unknown): URL {
  const url = typeof uri === "string" && uri.length <= URI_LENGTH_MAX ? URL.parse(uri) : null;
  if (!url) throw refusal("redirect_uris: expected absolute URIs");
  if (url.username !== "" || url.password !== "") throw refusal("redirect_uris: no user name or password");
  if (url.protocol === "http:" && !isLoopbackHost(url.hostname))
    throw refusal("redirect_uris: http is only for loopback addresses");
  if (!isAllowedScheme(url.protocol))
    throw refusal(
      `redirect_uris: ${url.protocol} is neither https nor the scheme of an application's domain`,
    );
  return url;
}

function isAllowedScheme(protocol: string): boolean {
  return /^https?:$/.test(protocol) || REVERSE_DOMAIN.test(protocol) || KNOWN_SCHEMES.has(protocol);
}

function refusal(description: string): Error {
  return new errors.InvalidClientMetadata(description);
}
