import http from "node:http";
import net from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { ERRORS } from "../src/kernel/errors.ts";
import { startTestApp } from "./app.ts";

const app = await startTestApp({ body_bytes_max: 2_000 });
const { key } = await app.addAccount();
const SEARCH = "/v1/company_report/company_search";

const ENVELOPE = {
  status_code: expect.any(Number),
  data: null,
  message: expect.any(String),
  code: expect.stringMatching(/^[a-z_]+$/),
  request_id: expect.any(String),
};

describe("every error", () => {
  it.each([
    ["404 on an unknown path", 404, "path_not_found", () => app.call("GET", "/v2/unknown")],
    [
      "404 below a known path",
      404,
      "path_not_found",
      () => app.call("GET", "/v1/account/balance/x", { key }),
    ],
    [
      "405 on a known path with another method",
      405,
      "method_not_allowed",
      () => app.call("DELETE", SEARCH, { key }),
    ],
    [
      "400 on malformed JSON",
      400,
      "malformed_json",
      () => app.call("POST", SEARCH, { key, body: '{"name":' }),
    ],
    [
      "422 on JSON that is no object",
      422,
      "invalid_input",
      () => app.call("POST", SEARCH, { key, body: "[1]" }),
    ],
    [
      "422 on an unknown field",
      422,
      "invalid_input",
      () => app.call("POST", SEARCH, { key, body: { nmae: "x" } }),
    ],
    [
      "413 on too large a body",
      413,
      "body_too_large",
      () => app.call("POST", SEARCH, { key, body: { name: "x".repeat(3_000) } }),
    ],
    [
      "415 on a wrong content type",
      415,
      "unsupported_media_type",
      () =>
        app.call("POST", SEARCH, {
          key,
          body: "name=x",
          headers: { "content-type": "application/x-www-form-urlencoded" },
        }),
    ],
    [
      "415 on a compressed body",
      415,
      "unsupported_media_type",
      () => app.call("POST", SEARCH, { key, body: { name: "x" }, headers: { "content-encoding": "gzip" } }),
    ],
    [
      "400 on a body that is not UTF-8",
      400,
      "malformed_json",
      () => app.call("POST", SEARCH, { key, body: Buffer.from('{"name":"M\u00fcller"}', "latin1") }),
    ],
    ["400 on a broken URL", 400, "malformed_request", () => app.call("GET", "/v1/%zz")],
  ])("comes in the envelope: %s", async (_title, status, code, call) => {
    const reply = await call();
    expect(reply.json).toMatchObject({ ...ENVELOPE, status_code: status, code });
    expect(reply.status).toBe(status);
    expect(reply.headers.get("x-request-id")).toBe(reply.json.request_id);
    expect(reply.text).not.toMatch(/\.ts:\d+|node_modules|at \w+ \(/);
  });

  it("names the allowed methods of a path", async () => {
    expect((await app.call("PUT", SEARCH, { key })).headers.get("allow")).toBe("GET, POST");
  });

  it("names each invalid field and what was expected", async () => {
    const reply = await app.call("POST", "/v1/company_report/company_search_batch", {
      key,
      body: { limit: 101, offset: -1, order: "size", colour: "red" },
    });
    expect([reply.status, reply.json.message]).toEqual([422, "Validation error"]);
    for (const field of ["limit", "offset", "order", "colour"]) expect(reply.json.detail).toContain(field);
  });

  it("comes as application/problem+json on request", async () => {
    const reply = await app.call("POST", SEARCH, {
      key,
      body: {},
      headers: { accept: "application/problem+json" },
    });
    expect(reply.headers.get("content-type")).toContain("application/problem+json");
    expect(reply.json).toMatchObject({ status: 422, title: "Validation error", code: "invalid_input" });
  });

  it("has a type that leads to its explanation", async () => {
    const headers = { accept: "application/problem+json" };
    const { type } = (await app.call("GET", "/v1/nowhere", { headers })).json;
    const page = await fetch(type);
    expect(page.headers.get("content-type")).toMatch(/^text\/html/);
    const text = await page.text();
    for (const code of Object.keys(ERRORS)) expect(text).toContain(` id="${code}"`);
    expect(new URL(type).hash).toBe("#path_not_found");
  });

  it("keeps its status in the envelope for pages that ask for it, unless the fault is ours", async () => {
    const mixedCase = { "x-florin-status": "envelope" };
    const none = await app.call("GET", "/v1/agent_builder/list", { key, headers: mixedCase });
    expect([none.status, none.json.status_code, none.json.code]).toEqual([200, 404, "builder_not_found"]);
    const refused = await app.call("POST", SEARCH, { body: {}, headers: mixedCase });
    expect([refused.status, refused.json.status_code]).toEqual([200, 401]);
  });

  it("is a page for a person who opens a link, and JSON for every program", async () => {
    const open = (mode: string) =>
      new Promise<http.IncomingMessage>((resolve, reject) => {
        // fetch would send a mode of its own.
        const headers = { "sec-fetch-mode": mode, accept: "text/html" };
        http.get(`${app.baseUrl}/c/clm_${"0".repeat(24)}`, { headers }, resolve).on("error", reject);
      });
    const page = await open("navigate");
    expect([page.statusCode, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(await text(page)).toContain("<h1>Claim not found</h1>");
    const data = await open("cors");
    expect([data.statusCode, JSON.parse(await text(data)).code]).toEqual([404, "claim_not_found"]);
  });

  it("comes in the envelope even for bytes that are not HTTP", async () => {
    const { port } = new URL(app.baseUrl);
    const socket = net.connect(Number(port), "127.0.0.1");
    socket.write("GARBAGE\r\n\r\n");
    let reply = "";
    for await (const chunk of socket) reply += chunk;
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(reply.slice(reply.indexOf("{")))).toMatchObject({
      ...ENVELOPE,
      code: "malformed_request",
    });
  });

  it("503: reports a database outage, and ends when the database is back", async () => {
    const other = await startTestApp();
    const account = await other.addAccount();
    const balance = () => other.call("GET", "/v1/account/balance", { key: account.key });
    expect((await balance()).status).toBe(200);
    const [name] = await other.db<{ name: string }>`select current_database() as name`;
    await app.db.pool.query(`alter database ${name?.name} allow_connections false`);
    await app.db`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name?.name}`;
    const refused = await balance();
    expect([refused.status, refused.json.code]).toEqual([503, "database_unavailable"]);
    expect(refused.headers.get("retry-after")).not.toBeNull();
    expect((await other.call("GET", "/readyz")).status).toBe(503);
    expect((await other.call("GET", "/healthz")).status).toBe(200);
    await app.db.pool.query(`alter database ${name?.name} allow_connections true`);
    // The next call may still get a broken connection from the pool, and a 503.
    await expect.poll(async () => (await balance()).status).toBe(200);
  });
});
