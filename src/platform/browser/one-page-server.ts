import { createReadStream } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";

/** A name that can belong to nobody (RFC 2606). */
export const PAGE_ADDRESS = "http://page.invalid/";

/** Only what the page itself carries: its styles and the pictures inside it. No script, frame, form or going elsewhere. */
const POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'";

export interface OnePageServer {
  port: number;
  /** Whether the page was sent to its end. */
  wasSent: () => boolean;
  close: () => Promise<void>;
}

/**
 * A proxy through which one page can be had and nothing else. A browser that knows no other way out reaches neither the
 * network nor this machine's other services, whatever the page asks for and whatever the browser wants for itself.
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
    // A browser that was stopped hangs up.
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
