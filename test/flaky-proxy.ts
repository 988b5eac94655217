import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";

/** `pass`: as if it were not there. `error`: every request is answered with 503. `silent`: none is answered. */
export type ProxyMode = "pass" | "error" | "silent";

export interface FlakyProxy {
  url: string;
  mode: ProxyMode;
  /** How many requests reached it. */
  requests: number;
  close: () => Promise<void>;
}

/** Forwards to a real server and makes it fail on request. Headers go through unchanged, so signatures stay right. */
export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const { hostname, port } = new URL(target);
  const server = http.createServer((request, reply) => {
    proxy.requests++;
    request.on("error", () => {});
    if (proxy.mode === "error") {
      request.resume();
      reply.writeHead(503, { "content-type": "application/xml" });
      reply.end("<Error><Code>ServiceUnavailable</Code></Error>");
      return;
    }
    if (proxy.mode === "silent") return;
    const { method, url, headers } = request;
    const onward = http.request({ hostname, port, method, path: url, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    onward.on("error", () => reply.destroy());
    request.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy: FlakyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mode: "pass",
    requests: 0,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return proxy;
}
