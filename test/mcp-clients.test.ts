import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createMCPClient } from "@ai-sdk/mcp";
import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { onTestFileEnd } from "./cleanup.ts";

const app = await startTestApp({ rate_factor: 1_000 });
const { key } = await app.addAccount({ credits: 100_000 });
const url = `${app.baseUrl}/mcp`;
const home = mkdtempSync(path.join(os.tmpdir(), "florin-mcp-clients-"));
onTestFileEnd(() => rmSync(home, { recursive: true, force: true }));

async function run(file: string, args: string[]): Promise<string> {
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, XDG_CONFIG_HOME: home };
  const program = [path.resolve("test/node_modules", file), ...args];
  const { stdout } = await promisify(execFile)(process.execPath, program, { env, cwd: home });
  return stdout;
}

describe("other MCP clients with a key", () => {
  const inspector = (era: string, ...args: string[]) =>
    run("@modelcontextprotocol/inspector/clients/launcher/build/index.js", [
      ...["--cli", url, "--transport", "http", "--protocol-era", era, "--header", `X-API-KEY: ${key}`],
      ...args,
    ]);

  it.each(["legacy", "modern"])("the Inspector lists and calls tools (%s)", async (era) => {
    const list = JSON.parse(await inspector(era, "--method", "tools/list", "--strict")) as {
      tools: unknown[];
    };
    expect(list.tools.length).toBeGreaterThan(10);
    const called = await inspector(era, "--method", "tools/call", "--tool-name", "balance");
    expect(called).toContain("available");
  });

  it("the AI SDK turns them into its own tools and calls one", async () => {
    const client = await createMCPClient({ transport: { type: "http", url, headers: { "X-API-KEY": key } } });
    const { find_company } = await client.tools();
    const result = await find_company?.execute?.(
      { name: "nobody" },
      { toolCallId: "1", messages: [], context: {} },
    );
    expect(JSON.stringify(result)).toContain('{\\"data\\":[]}');
    await client.close();
  });

  it("mcporter calls a tool by its name", async () => {
    const config = path.join(home, "mcporter.json");
    const florin = { url, headers: { "X-API-KEY": key } };
    writeFileSync(config, JSON.stringify({ mcpServers: { florin }, imports: [] }));
    const output = await run("mcporter/dist/cli.js", [
      "--config",
      config,
      "call",
      "florin.balance",
      "--output",
      "json",
    ]);
    expect(output).toContain("available");
  });
});
