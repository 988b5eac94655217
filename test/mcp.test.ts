import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";

const app = await startTestApp({ rate_factor: 100 });

async function connect(key: string): Promise<Client> {
  const client = new Client({ name: "florin-test", version: "1" });
  const headers = { "x-api-key": key };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${app.baseUrl}/mcp`), { requestInit: { headers } }),
  );
  return client;
}

describe("the MCP server", () => {
  it("offers the operations as tools to the official client, charges them, and says what they cost", async () => {
    const { key } = await app.addAccount();
    const client = await connect(key);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["companies_search", "reports_search"]),
    );
    for (const tool of tools)
      expect([tool.outputSchema?.type, typeof tool.annotations?.readOnlyHint]).toEqual(["object", "boolean"]);
    const result = await client.callTool({ name: "companies_search", arguments: { name: "nobody" } });
    expect(result.structuredContent).toEqual({ data: [] });
    expect(result._meta).toMatchObject({ credits_charged: 1, credits_remaining: 999 });
    await client.close();
  });

  it("tells the model what to repair", async () => {
    const { key } = await app.addAccount();
    const client = await connect(key);
    const result = await client.callTool({ name: "companies_search", arguments: {} });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain("Validation error");
    await client.close();
  });

  it("hides tools that the credential may not use, and refuses to call them", async () => {
    const { key } = await app.addAccount({ scopes: ["account:read"] });
    const client = await connect(key);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["account_balance"]);
    await expect(client.callTool({ name: "companies_search", arguments: { name: "x" } })).rejects.toThrow(
      "no tool",
    );
    await client.close();
  });

  it("401 without a credential, 403 to a page of another origin", async () => {
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const refused = await app.call("POST", "/mcp", { body });
    expect([refused.status, refused.json.code]).toEqual([401, "unauthorized"]);
    const { key } = await app.addAccount();
    const foreign = await app.call("POST", "/mcp", {
      key,
      body,
      headers: { origin: "https://evil.example" },
    });
    expect([foreign.status, foreign.json.code]).toEqual([403, "origin_not_allowed"]);
  });
});
