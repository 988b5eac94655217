import path from "node:path";
import { describe, expect, it } from "vitest";
import { buildCatalog } from "../src/catalog.ts";
import { startTestApp } from "./app.ts";

const app = await startTestApp({ rate_factor: 1_000 });

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
