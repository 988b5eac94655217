import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";

const app = await startTestApp({ rate_factor: 1_000 });
const { key } = await app.addAccount();

async function ask(method: string, params: unknown): Promise<{ code: number; message: string }> {
  const { text } = await app.call("POST", "/mcp", {
    key,
    headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" },
    body: { jsonrpc: "2.0", id: 1, method, params },
  });
  const message = text.startsWith("{") ? text : (/^data: (\{.*)$/m.exec(text)?.[1] ?? "{}");
  return JSON.parse(message).error;
}

it("refuses a body that is not JSON with the protocol's error", async () => {
  const reply = await fetch(`${app.baseUrl}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: '{"jsonrpc": ',
  });
  expect([reply.status, await reply.json()]).toEqual([
    400,
    {
      jsonrpc: "2.0",
      error: { code: -32_700, message: "Parse error: The body is not valid JSON." },
      id: null,
    },
  ]);
});

describe("parameters of the wrong shape", () => {
  it.each([
    ["resources/read", {}, "uri"],
    ["resources/read", { uri: 5 }, "uri"],
    ["prompts/get", { arguments: {} }, "name"],
    ["prompts/get", { name: "company_brief", arguments: { company: 7 } }, "company"],
    ["completion/complete", { ref: { type: "ref/prompt", name: "x" } }, "argument"],
    ["completion/complete", { ref: 1, argument: { name: "a", value: "b" } }, "ref"],
    ["tools/list", { cursor: 1 }, "cursor"],
    ["resources/list", { cursor: [] }, "cursor"],
  ])("are refused with -32602 and a sentence: %s %j", async (method, params, field) => {
    const error = await ask(method, params);
    expect(error.code).toBe(-32_602);
    expect(error.message).toContain(field);
    expect(error.message).not.toContain("\n");
  });
});
