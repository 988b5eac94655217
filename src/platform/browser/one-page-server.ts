import { createReadStream } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";

/** A reserved name that cannot exist (RFC 2606). */
export const PAGE_ADDRESS = "http://page.invalid/";

/** Only what the page itself contains: its styles and inline images. No scripts, frames, forms or navigation. */
const POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'";

export interface OnePageServer {
  port: number;
  /** Whether the page was sent completely. */
  wasSent: () => boolean;
  close: () => Promise<void>;
}

/**
 * A proxy that serves one page and nothing else. A browser whose only connection is this proxy reaches neither the
 * network nor other services of this machine, whatever the page or the browser itself requests.
 */
export async function serveOnePage(file: string): Promise<OnePageServer> {
  let sent = false;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== "GET" || request.url !== PAGE_ADDRESS) return void response.writeHead(403).end();
    response.writeHead(200, { "content-type": "text/html", "content-security-policy": POLICY });
    await pipeline(createReadStream(file), response);
    sent = true;
  };
  const server = createServer((request, response) => {
    // A stopped browser disconnects.
    answer(request, response).catch(() => response.destroy());
  });
  server.on("connect", (_request, socket) => {
    socket.on("error", () => {}).end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    wasSent: () => sent,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
