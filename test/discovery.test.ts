import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { PASSWORD } from "./person.ts";

// Everything that our documents announce exists: every address answers, every capability works.
const app = await startTestApp({ rate_factor: 1_000 });
const { key } = await app.addAccount();

const DOCUMENTS = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/openid-configuration",
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
  "/.well-known/oauth-protected-resource/v1",
];

/** Every address of this service in a document, with its field. */
function listAddresses(value: unknown, place = ""): [string, string][] {
  if (typeof value === "string") return value.startsWith(app.baseUrl) ? [[place, value]] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => listAddresses(item, `${place}.${name}`));
}

/** There is something at an address when some method is answered otherwise than "no such path". */
async function answers(url: string): Promise<boolean> {
  for (const method of ["GET", "POST"]) {
    const reply = await fetch(url, { method, redirect: "manual" });
    const text = await reply.text();
    if (![404, 405, 501].includes(reply.status) || !text.includes("path_not_found")) {
      if (reply.status < 500 && reply.status !== 404) return true;
    }
  }
  return false;
}

describe("discovery documents", () => {
  it.each(DOCUMENTS)("name only addresses that answer: %s", async (path) => {
    const { status, json } = await app.call("GET", path);
    expect(status).toBe(200);
    const addresses = listAddresses(json);
    expect(addresses.length).toBeGreaterThan(1);
    for (const [field, url] of addresses)
      expect([field, url, await answers(url)]).toEqual([field, url, true]);
  });

  it("name only existing paths in /openapi.json, /llms.txt and /v1", async () => {
    const { json } = await app.call("GET", "/openapi.json");
    for (const [path, methods] of Object.entries(json.paths as Record<string, object>))
      for (const method of Object.keys(methods)) {
        const url = path.replace(/\{\w+\}/g, "x");
        const reply = await app.call(method.toUpperCase(), url);
        expect([method, path, reply.json?.code]).not.toEqual([method, path, "path_not_found"]);
        expect([method, path, reply.json?.code]).not.toEqual([method, path, "method_not_allowed"]);
      }
    const links = [...(await app.call("GET", "/llms.txt")).text.matchAll(/\((https?:[^)]+|\/[^)]+)\)/g)];
    for (const [, link = ""] of links) {
      const url = new URL(link, app.baseUrl).href;
      if (url.startsWith(app.baseUrl)) expect([link, await answers(url)]).toEqual([link, true]);
    }
  });

  it("list only existing console actions", async () => {
    const { actions } = (await app.call("GET", "/console/api")).json;
    for (const { method, path } of actions) {
      const url = path.replace(/:(\w+)/g, "x");
      const body = { email: "nobody@example.com", password: PASSWORD };
      const reply = await app.call(method, url, method === "POST" ? { body } : {});
      expect([method, path, reply.json.code]).not.toEqual([method, path, "path_not_found"]);
    }
  });
});

/** The methods behind each capability a server can declare; true where it answers them. */
const METHODS: Record<string, [string, object][]> = {
  tasks: [["tasks/get", { taskId: "job_aaaaaaaaaaaaaaaa" }]],
  "tasks.list": [["tasks/list", {}]],
  "tasks.cancel": [["tasks/cancel", { taskId: "job_aaaaaaaaaaaaaaaa" }]],
  "tasks.requests": [["tasks/result", { taskId: "job_aaaaaaaaaaaaaaaa" }]],
  tools: [["tools/list", {}]],
  prompts: [["prompts/list", {}]],
  resources: [
    ["resources/list", {}],
    ["resources/templates/list", {}],
  ],
  "resources.subscribe": [["resources/subscribe", { uri: "florin://reference/countries" }]],
  completions: [
    [
      "completion/complete",
      { ref: { type: "ref/resource", uri: "florin://x" }, argument: { name: "svc_entity_id", value: "a" } },
    ],
  ],
};

async function ask(revision: string, method: string, params: object) {
  const headers = {
    accept: "application/json, text/event-stream",
    ...(method === "initialize" ? {} : { "mcp-protocol-version": revision }),
  };
  const { text } = await app.call("POST", "/mcp", {
    key,
    headers,
    body: { jsonrpc: "2.0", id: 1, method, params },
  });
  return JSON.parse(text.replace(/^event: message\ndata: /, ""));
}

describe("MCP", () => {
  it.each(["2025-03-26", "2025-06-18", "2025-11-25"])(
    "declares only working capabilities in initialize of %s",
    async (revision) => {
      const { result } = await ask(revision, "initialize", {
        protocolVersion: revision,
        capabilities: {},
        clientInfo: { name: "test", version: "1" },
      });
      expect(result.protocolVersion).toBe(revision);
      for (const [name, options] of Object.entries(result.capabilities as Record<string, object>)) {
        const declared = [name, ...Object.keys(options).map((option) => `${name}.${option}`)];
        for (const capability of declared) {
          const methods = METHODS[capability];
          // A revision without a stream has no way to announce a change, so it must not promise to.
          expect([capability, methods === undefined]).toEqual([capability, false]);
          for (const [method, params] of methods ?? []) {
            const answer = await ask(revision, method, params);
            expect([method, answer.error?.code]).not.toEqual([method, -32_601]);
          }
        }
      }
    },
  );

  it("links its pages under the host name they were opened by", async () => {
    const port = new URL(app.baseUrl).port;
    for (const name of ["localhost", "127.0.0.1"]) {
      const reply = await fetch(`http://${name}:${port}/mcp`, {
        method: "POST",
        headers: {
          "x-api-key": key,
          origin: `http://${name}:${port}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
      });
      expect([name, reply.status]).toEqual([name, 200]);
    }
  });
});
