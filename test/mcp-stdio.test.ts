import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";
import { onTestFileEnd } from "./cleanup.ts";
import { startService } from "./service.ts";

const root = mkdtempSync(path.join(os.tmpdir(), "florin-stdio-"));
const folder = path.join(root, "data");
const service = await startService(folder);
onTestFileEnd(async () => {
  service.process.kill("SIGTERM");
  await service.ended;
  rmSync(root, { recursive: true, force: true });
});

function connectTo(options: string[]): { client: Client; transport: StdioClientTransport } {
  const args = ["bin/florin.mjs", "--data", folder, "mcp", ...options];
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: "pipe" });
  return { client: new Client({ name: "stdio-test", version: "1" }), transport };
}

describe("florin mcp", () => {
  it("serves a local client next to the running service, charged to the demo account", async () => {
    const { client, transport } = connectTo([]);
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(10);
    const result = await client.callTool({ name: "find_company", arguments: { isin: "US0378331005" } });
    expect(JSON.stringify(result.structuredContent)).toContain("Apple");
    expect(result._meta).toMatchObject({ credits_charged: 1 });
    await client.close();
  });

  it("reports a wrong key in one sentence", async () => {
    const { client, transport } = connectTo(["--key", "flr_live_wrong"]);
    let said = "";
    transport.stderr?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
    await expect(client.connect(transport)).rejects.toThrow();
    expect(said).toContain("Invalid API key");
  });
});
