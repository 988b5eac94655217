import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { buildCatalog } from "../src/catalog.ts";
import type { AnyOperation } from "../src/kernel/operation.ts";
import { startTestApp, type TestReply } from "./app.ts";

// Written once for every operation there is and will be: what one account owns must not reach another, by any door.
const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const operations: readonly AnyOperation[] = buildCatalog(app.tools);
const owner = await app.addAccount({ credits: 100_000 });
const stranger = await app.addAccount({ credits: 100_000 });

/** Stands in everything the owner makes; wherever the stranger sees it, something leaked. */
const MARK = `zebrawood${Math.random().toString(36).slice(2)}`;

interface Owned {
  name: string;
  value: string;
}

/** Things of the owner's own, by the field in which an operation would ask for them. */
async function makeOwned(): Promise<Owned[]> {
  const shortest = (
    JSON.parse(readFileSync("demo/fictional/reports.json", "utf8")) as { file: string; page_count: number }[]
  ).reduce((a, b) => (b.page_count < a.page_count ? b : a));
  const pdf = readFileSync(`demo/fictional/${shortest.file}`);
  const form = new FormData();
  form.set("title", MARK);
  form.set("file", new Blob([Buffer.concat([pdf, Buffer.from(`\n% ${MARK}\n`)])]), `${MARK}.pdf`);
  const uploaded = await app.call("POST", "/v1/company_report/upload", { key: owner.key, form });
  expect(uploaded.status).toBe(200);
  const owned: Owned[] = [];
  collectIds(uploaded.json.data, owned);
  await makeWithExamples(owned);
  return owned;
}

/** Every writing operation is done once by the owner with its examples, and what it answers with is the owner's. */
async function makeWithExamples(owned: Owned[]): Promise<void> {
  for (const operation of operations) {
    if (operation.effect !== "write" || operation.rest.body === "multipart") continue;
    for (const { input } of operation.examples.slice(0, 1)) {
      const reply = await send(operation, mark(input), owner.key);
      if (reply.status === 200) collectIds(reply.json.data ?? reply.json, owned);
    }
  }
}

/** The example with the mark in every free text that is not an identifier. */
function mark(input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === "string" && /name|title|description|prompt|question/.test(name)
        ? `${value} ${MARK}`
        : value,
    ]),
  );
}

const ID_NAME = /(^|_)id$/;

function collectIds(value: unknown, found: Owned[], name = ""): void {
  if (Array.isArray(value)) for (const item of value) collectIds(item, found, name);
  else if (typeof value === "object" && value !== null)
    for (const [key, item] of Object.entries(value)) collectIds(item, found, key);
  else if (typeof value === "string" && ID_NAME.test(name) && value.length > 8) found.push({ name, value });
}

function send(operation: AnyOperation, input: unknown, key: string): Promise<TestReply> {
  const { method, path } = operation.rest;
  const fields = { ...(input as Record<string, unknown>) };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(fields[name] ?? "none");
    delete fields[name];
    return encodeURIComponent(value);
  });
  if (method === "GET" || method === "DELETE") {
    const query = new URLSearchParams(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === "string" ? value : JSON.stringify(value),
      ]),
    );
    return app.call(method, query.size > 0 ? `${filled}?${query}` : filled, { key });
  }
  return app.call(method, filled, { key, body: fields });
}

const owned = await makeOwned();

/** Inputs with which the stranger asks: the examples, and each field that takes an id filled with the owner's. */
function attempts(operation: AnyOperation): unknown[] {
  const examples = operation.examples.length > 0 ? operation.examples.map(({ input }) => input) : [{}];
  const shape = "shape" in operation.input ? Object.keys(operation.input.shape as object) : [];
  const ids = [...new Set(owned.map(({ value }) => value))];
  const withIds = shape
    .filter((field) => ID_NAME.test(field))
    .flatMap((field) => ids.flatMap((id) => [{ [field]: id }, { [field]: [id] }]))
    .flatMap((stolen) => examples.slice(0, 1).map((example) => ({ ...(example as object), ...stolen })));
  const searching = shape
    .filter((field) => /name|query|keyword|question|title/.test(field))
    .map((field) => ({ ...(examples[0] as object), [field]: MARK }));
  return [...examples, ...withIds, ...searching].slice(0, 60);
}

describe.each(operations.map((operation) => [operation.id, operation] as const))("%s", (_id, operation) => {
  it("shows a stranger nothing of another account", { timeout: 120_000 }, async () => {
    for (const input of attempts(operation)) {
      const asked = JSON.stringify(input);
      const { text, status } = await send(operation, input, stranger.key);
      expect([asked, status < 500]).toEqual([asked, true]);
      // What the caller itself sent may come back to it.
      if (!asked.includes(MARK)) expect([asked, text.includes(MARK)]).toEqual([asked, false]);
      expect(text).not.toContain(owner.accountId);
      expect(text).not.toContain(owner.keyId);
    }
  });
});

describe("MCP", () => {
  const ask = async (key: string, method: string, params: object) =>
    app.call("POST", "/mcp", {
      key,
      headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" },
      body: { jsonrpc: "2.0", id: 1, method, params },
    });

  it("resources and completions of the owner's reports are not there for a stranger", async () => {
    const ids = [...new Set(owned.map(({ value }) => value))];
    expect(ids.length).toBeGreaterThan(0);
    for (const id of ids) {
      const { text } = await ask(stranger.key, "resources/read", { uri: `florin://reports/${id}` });
      expect(text).not.toContain(MARK);
    }
    const { text } = await ask(stranger.key, "resources/list", {});
    expect(text).not.toContain(MARK);
  });

  it("the owner does see its own, so that the test above can fail", async () => {
    const seen: boolean[] = [];
    for (const operation of operations) {
      const { text } = await send(operation, operation.examples[0]?.input ?? {}, owner.key);
      seen.push(text.includes(MARK));
    }
    expect(seen.filter(Boolean).length).toBeGreaterThan(0);
  });
});
