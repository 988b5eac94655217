import { spawn } from "node:child_process";
import net from "node:net";
import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { CLIENT, register } from "./oauth-client.ts";
import { addPerson, PageVisitor } from "./person.ts";

const SUITE = "test/node_modules/@modelcontextprotocol/conformance/dist/index.js";
const app = await startTestApp({ rate_factor: 100 });

describe("the MCP conformance suite", () => {
  it("passes its authorization server scenarios, with a person who answers", async () => {
    const person = await addPerson(app);
    const port = await findFreePort();
    const redirect_uris = [`http://127.0.0.1:${port}/callback`];
    const { client_id } = (await register(app, { ...CLIENT, redirect_uris })).json;
    const options = ["--url", app.baseUrl, "--client-id", client_id, "--resource", `${app.baseUrl}/mcp`];
    const suite = spawn(process.execPath, [SUITE, "authorization", ...options, "--port", String(port)]);
    const ended = new Promise<number | null>((resolve) => suite.once("exit", resolve));
    let output = "";
    const requests = new Set<string>();
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      for (const [url] of output.matchAll(/http:\/\/\S+\/oauth\/authorize\?\S+(?=\s)/g)) {
        if (requests.has(url)) continue;
        requests.add(url);
        void answer(url, person.email);
      }
    };
    suite.stdout.on("data", listen);
    suite.stderr.on("data", listen);
    expect([await ended, output]).toEqual([0, expect.stringMatching(/Total: [3-9] passed, 0 failed/)]);
    expect(requests.size).toBeGreaterThan(0);
  });
});

async function answer(url: string, email: string): Promise<void> {
  await fetch(await new PageVisitor(app.baseUrl).authorize(url, email));
}

async function findFreePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
