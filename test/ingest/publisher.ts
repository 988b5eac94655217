import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFileEnd } from "../cleanup.ts";

export type Answer = { status?: number; headers?: Record<string, string>; body?: string | Buffer };
type Answerer = (request: IncomingMessage, body: string) => Answer | Promise<Answer>;

/** A publisher on this machine: answers as the test says and keeps a list of what it was asked. */
export async function startPublisher(answer: Answerer): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    requests.push(request.url ?? "");
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    const { status = 200, headers = {}, body: text = "" } = await answer(request, body);
    response.writeHead(status, headers).end(text);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
