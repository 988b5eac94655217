import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";

/**
 * The library revokes and introspects only tokens it keeps; ours are signed and kept nowhere. A signed token is
 * therefore handed to it under this name, and looked up by verifying it.
 */
export const JWT_RECORD_PREFIX = "jwt~";
const BYTES_MAX = 56 * 1_024;

function recordNameOf(token: string): string {
  return JWT_RECORD_PREFIX + token.replaceAll(".", "~");
}

export function tokenOfRecord(name: string): string {
  return name.slice(JWT_RECORD_PREFIX.length).replaceAll("~", ".");
}

/** The same request with the signed token in its form under our name for it; null when the form is too large. */
export async function renameToken(request: IncomingMessage): Promise<IncomingMessage | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) return null;
    chunks.push(chunk);
  }
  const form = new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
  const token = form.get("token");
  if (token !== null && token.split(".").length === 3) form.set("token", recordNameOf(token));
  const body = Buffer.from(form.toString());
  const { method, url, socket, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  return Object.assign(Readable.from([body], { objectMode: false }), {
    method,
    url,
    socket,
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
    headers: { ...request.headers, "content-length": String(body.length) },
  }) as unknown as IncomingMessage; // everything the library reads of a request is here
}
