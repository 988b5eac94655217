import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { findFreePort } from "./free-port.ts";
import { addPerson, PageVisitor } from "./person.ts";

const app = await startTestApp({ rate_factor: 100 });
const home = mkdtempSync(path.join(os.tmpdir(), "florin-clients-"));
onTestFileEnd(() => rmSync(home, { recursive: true, force: true }));

interface Program {
  process: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

/** Runs a client program with its own home folder; when it needs a person, one signs in and gives consent. */
function run(file: string, args: string[], email: string): Program {
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    XDG_CONFIG_HOME: home,
    MCP_REMOTE_CONFIG_DIR: home,
    // Without a terminal, the Inspector signs in only with this setting.
    MCP_AUTO_OPEN_ENABLED: "true",
  };
  const child = spawn(process.execPath, [path.resolve("test/node_modules", file), ...args], {
    env,
    cwd: home,
  });
  onTestFileEnd(() => child.kill("SIGKILL"));
  const requests = new Set<string>();
  let output = "";
  const listen = (chunk: Buffer) => {
    output += chunk.toString();
    for (const [url] of output.matchAll(/http:\/\/127[^\s"]+\/oauth\/authorize\?[^\s"]+(?=["\s])/g)) {
      if (requests.has(url)) continue;
      requests.add(url);
      void new PageVisitor(app.baseUrl).authorize(url, email).then((back) => fetch(back));
    }
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { process: child, output: () => output, ended };
}

async function freeCallback(): Promise<string> {
  return `http://127.0.0.1:${await findFreePort()}/oauth/callback`;
}

describe("the sign-in of other programs", () => {
  it("works with mcp-remote, for clients that only start local programs", async () => {
    const { email, memberId } = await addPerson(app);
    const proxy = run("mcp-remote/dist/proxy.js", [`${app.baseUrl}/mcp`, "--allow-http"], email);
    const send = (message: object) =>
      proxy.process.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const params = {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    };
    send({ id: 1, method: "initialize", params });
    await expect.poll(proxy.output).toContain('"id":1');
    send({ method: "notifications/initialized" });
    send({ id: 2, method: "tools/list" });
    await expect.poll(proxy.output).toContain("find_company");
    send({ id: 3, method: "tools/call", params: { name: "balance", arguments: {} } });
    await expect.poll(proxy.output).toContain("credits_charged");
    proxy.process.kill();
    const [grant] = await app.db<{ n: number }>`
      select count(*) as n from oauth_record where model = 'Grant' and member_id = ${memberId}`;
    expect(grant?.n).toBe(1);
  });

  it("works with mcporter, which then lists and calls tools", async () => {
    const { email } = await addPerson(app);
    const config = path.join(home, "mcporter.json");
    writeFileSync(
      config,
      JSON.stringify({ mcpServers: { florin: { url: `${app.baseUrl}/mcp`, auth: "oauth" } }, imports: [] }),
    );
    const signIn = run("mcporter/dist/cli.js", ["--config", config, "auth", "florin", "--no-browser"], email);
    expect([await signIn.ended, signIn.output()]).toEqual([0, expect.any(String)]);
    const list = run("mcporter/dist/cli.js", ["--config", config, "list", "florin", "--json"], email);
    expect([await list.ended, list.output()]).toEqual([0, expect.stringContaining("find_company")]);
    const call = ["--config", config, "call", "florin.balance", "--output", "json"];
    const called = run("mcporter/dist/cli.js", call, email);
    expect([await called.ended, called.output()]).toEqual([0, expect.stringContaining("available")]);
  });

  it.each(["legacy", "modern"])("works with the Inspector, which then calls a tool (%s)", async (era) => {
    const { email } = await addPerson(app);
    const target = ["--cli", `${app.baseUrl}/mcp`, "--transport", "http", "--protocol-era", era];
    const store = ["--client-config", path.join(home, `${era}.json`), "--callback-url", await freeCallback()];
    const input = ["--method", "tools/call", "--tool-name", "balance"];
    const inspector = "@modelcontextprotocol/inspector/clients/launcher/build/index.js";
    const called = run(inspector, [...target, ...store, ...input], email);
    expect([await called.ended, called.output()]).toEqual([0, expect.stringContaining("available")]);
  });
});
