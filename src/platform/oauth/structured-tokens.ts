import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";

/**
 * The library revokes and introspects only tokens it stores; ours are signed and not stored. So a signed token is
 * passed to it under this prefix, and looked up by verifying it.
 */
export const JWT_RECORD_PREFIX = "jwt~";

function recordNameOf(token: string): string {
  return JWT_RECORD_PREFIX + token.replaceAll(".", "~");
}

export function tokenOfRecord(name: string): string {
  return name.slice(JWT_RECORD_PREFIX.length).replaceAll("~", ".");
}

/** A form with its signed token replaced by our name for it. */
export function renameToken(body: Buffer): Buffer {
  const form = new URLSearchParams(body.toString("utf8"));
  const token = form.get("token");
  if (token !== null && token.split(".").length === 3) form.set("token", recordNameOf(token));
  return Buffer.from(form.toString());
}

/** A request whose body was already read, for the library to read again. */
export function withBody(request: IncomingMessage, body: Buffer): IncomingMessage {
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
