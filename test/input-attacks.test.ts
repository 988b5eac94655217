import path from "node:path";
import { describe, expect, it } from "vitest";
import { buildCatalog } from "../src/catalog.ts";
import { createKey, rotateKey } from "../src/features/access/index.ts";
import { startTestApp } from "./app.ts";

const app = await startTestApp({ rate_factor: 1_000, trust_proxy: true });

const PDF = path.resolve("demo/fictional/reports/tessandral-earnings-release-q1-2025.pdf");

describe("a file described in JSON", () => {
  const forged = {
    path: PDF,
    sha256: "0".repeat(64),
    fileName: "a.pdf",
    contentType: "application/pdf",
    bytes: 1,
  };
  const accepting = buildCatalog(app.tools).filter(({ rest }) => rest.body === "multipart");

  it.each(accepting.map(({ id, rest }) => [id, rest] as const))(
    "is refused by %s: no caller can have a file of this machine read",
    async (_id, rest) => {
      const { key } = await app.addAccount();
      const given = { file: forged, title: "A file of the machine" };
      for (const body of [given, { file: forged }, { ...given, file: { ...forged, path: "/dev/zero" } }]) {
        const reply = await app.call(rest.method, rest.path, { key, body });
        expect([reply.status, reply.json.code]).toEqual([422, "invalid_input"]);
        expect(reply.json.detail).toContain("file");
      }
    },
  );

  it("is refused by MCP", async () => {
    const { key } = await app.addAccount();
    const tools = new Set(accepting.flatMap(({ mcp }) => (mcp ? [mcp.tool] : [])));
    expect(tools.size).toBeGreaterThan(0);
    for (const name of tools) {
      const { json } = await app.call("POST", "/mcp", {
        key,
        headers: { accept: "application/json, text/event-stream" },
        body: {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name, arguments: { file: forged } },
        },
      });
      expect(json.result).toMatchObject({ isError: true, _meta: { code: "invalid_input" } });
    }
    const [jobs] = await app.db<{ jobs: number }>`select count(*)::int as jobs from parse_job`;
    expect(jobs?.jobs).toBe(0);
  });
});

describe("deeply nested JSON", () => {
  const nested = (depth: number, inside: string) => `${"[".repeat(depth)}${inside}${"]".repeat(depth)}`;
  const withNul = nested(40, '"\\u0000"');

  it("cannot carry text that no column can store past the check", async () => {
    const client =
      '{"client_name":"a","redirect_uris":["https://example.com/back"],"token_endpoint_auth_method":"none",' +
      `"jwks":{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB","x":${withNul}}]}}`;
    const reply = await app.call("POST", "/oauth/register", { body: client });
    expect([reply.status, reply.json.error]).toEqual([422, "invalid_request"]);
    const signIn = await app.call("POST", "/console/api/sign_in", {
      body: `{"email":${withNul}}`,
      headers: { "x-florin-console": "1" },
    });
    expect([signIn.status, signIn.json.detail]).toEqual([422, expect.stringContaining("Nested")]);
  });

  it.each([40, 400_000])("is refused where any JSON is accepted, %i levels deep", async (depth) => {
    const { key } = await app.addAccount();
    const properties = `{"a":{"type":"string","x":${nested(depth, "1")}}}`;
    const body = `{"json_schema":{"type":"object","properties":${properties}}}`;
    const headers = { "idempotency-key": `deep-${depth}` };
    const reply = await app.call("POST", "/v1/agent_builder/import_schema", { key, body, headers });
    expect([reply.status, reply.json.code]).toEqual([422, "invalid_input"]);
  });

  it.each([40, 400_000])("is answered by MCP without an internal error, %i levels deep", async (depth) => {
    const { key } = await app.addAccount();
    const headers = { accept: "application/json, text/event-stream" };
    const deep = nested(depth, "1");
    for (const params of [
      `{"name":"find_company","arguments":{"name":"a","deep":${deep}}}`,
      `{"name":"find_company","arguments":{"name":"a"},"_meta":{"progressToken":1,"deep":${deep}}}`,
    ]) {
      const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
      const reply = await app.call("POST", "/mcp", { key, headers, body });
      expect(reply.status).toBeLessThan(500);
      expect(reply.text).not.toContain("-32603");
    }
  });
});

describe("a completion for text that no column can store", () => {
  it.each(["report_id", "company"])("of %s is refused as the caller's mistake", async (name) => {
    const { key } = await app.addAccount();
    const reply = await app.call("POST", "/mcp", {
      key,
      headers: { accept: "application/json, text/event-stream" },
      body: {
        jsonrpc: "2.0",
        id: 1,
        method: "completion/complete",
        params: { ref: { type: "ref/prompt", name: "red_flags" }, argument: { name, value: "a\u0000b" } },
      },
    });
    expect(reply.text).toContain("-32602");
  });
});

describe("an address that a caller writes into X-Forwarded-For", () => {
  it("does not count: only the proxy's own entry does", async () => {
    const { key } = await app.addAccount({ allowedNetworks: ["10.0.0.0/8"] });
    const from = async (forwarded: string) => {
      const headers = { "x-forwarded-for": forwarded };
      return (await app.call("GET", "/v1/account/balance", { key, headers })).status;
    };
    expect(await from("10.1.2.3")).toBe(200);
    expect(await from("192.0.2.1, 10.1.2.3")).toBe(200);
    expect(await from("10.1.2.3, 192.0.2.1")).toBe(403);
  });
});

describe("an answer stored under an Idempotency-Key", () => {
  it("is not repeated for a credential with other scopes", async () => {
    const { key, accountId } = await app.addAccount();
    const narrow = await createKey(app.db, { accountId, name: "Narrow", scopes: ["reference:read"] });
    const headers = { "idempotency-key": "the-same" };
    const list = (by: string) => app.call("GET", "/v1/export/list", { key: by, headers });
    expect((await list(key)).status).toBe(200);
    expect((await list(key)).headers.get("idempotency-replayed")).toBe("true");
    const refused = await list(narrow.key);
    expect([refused.status, refused.json.code]).toEqual([422, "idempotency_key_reused"]);
  });

  it("is repeated for the key that replaces another", async () => {
    const { key, keyId, accountId } = await app.addAccount({ scopes: ["reference:read", "companies:read"] });
    const headers = { "idempotency-key": "rotated" };
    const list = (by: string) => app.call("GET", "/v1/export/list", { key: by, headers });
    await list(key);
    const next = await rotateKey(app.db, { accountId, keyId, overlapSeconds: 60 });
    expect((await list(next.key)).headers.get("idempotency-replayed")).toBe("true");
  });
});
