import { setTimeout as sleep } from "node:timers/promises";

export type Json = Record<string, unknown>;

export interface Target {
  name: string;
  schema: Json;
  /** The operation of the OpenAPI file; null for tools. */
  declared: { method: string; url: string } | null;
  send: (body: unknown, twist: number) => Promise<Response>;
}

export interface Door {
  baseUrl: string;
  mcpUrl: string;
  key: string;
}

export const ANSWER_MILLISECONDS_MAX = 30_000;

const CONTENT_TYPES = [
  "application/json",
  "application/json; charset=utf-8",
  "text/plain",
  "multipart/form-data",
];

/** Every operation of the OpenAPI document, by the schema of what it takes. */
export async function restTargets(door: Door): Promise<Target[]> {
  const document = (await (await fetch(`${door.baseUrl}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Json>>;
    components: { schemas: Record<string, Json> };
  };
  const inline = (value: unknown, depth = 0): unknown => {
    if (Array.isArray(value)) return value.map((item) => inline(item, depth));
    if (typeof value !== "object" || value === null) return value;
    const reference = (value as Json)["$ref"];
    if (typeof reference === "string" && depth < 5)
      return inline(document.components.schemas[reference.split("/").at(-1) ?? ""], depth + 1);
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inline(item, depth)]));
  };
  return Object.entries(document.paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, entry]) => {
      const { schema, isForm } = inputOf(entry);
      return {
        name: `${method.toUpperCase()} ${url}`,
        schema: inline(schema) as Json,
        declared: { method, url },
        send: (body: unknown, twist: number) => sendRest(door, { method, url, body, twist, isForm }),
      };
    }),
  );
}

function inputOf(entry: Json): { schema: Json; isForm: boolean } {
  const content = ((entry["requestBody"] as Json | undefined)?.["content"] ?? {}) as Record<string, Json>;
  const [[type, first] = []] = Object.entries(content);
  if (first) return { schema: first["schema"] as Json, isForm: type === "multipart/form-data" };
  const parameters = (entry["parameters"] ?? []) as { name: string; schema?: Json }[];
  const properties = Object.fromEntries(parameters.map(({ name, schema = {} }) => [name, schema]));
  return { schema: { type: "object", properties }, isForm: false };
}

interface RestCall {
  method: string;
  url: string;
  body: unknown;
  twist: number;
  isForm: boolean;
}

function sendRest({ baseUrl, key }: Door, { method, url, body, twist, isForm }: RestCall): Promise<Response> {
  const fields = { ...(typeof body === "object" && body !== null ? (body as Json) : {}) };
  const filled = url.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(fields[name] ?? "x").slice(0, 300);
    delete fields[name];
    return encodeURIComponent(value.toWellFormed()) || "x";
  });
  const headers: Record<string, string> = { "x-api-key": key };
  const signal = AbortSignal.timeout(ANSWER_MILLISECONDS_MAX);
  if (!/^(post|put|patch)$/.test(method)) {
    const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, asText(value)]));
    return fetch(`${baseUrl}${filled}?${query}`, { method: method.toUpperCase(), headers, signal });
  }
  if (twist % 17 === 0) headers["idempotency-key"] = `k${twist}`;
  if (isForm && twist % 11 === 0) {
    const type = `multipart/form-data; boundary=${"b".repeat((twist % 300) + 1)}`;
    const text = brokenForm(fields, twist);
    return fetch(`${baseUrl}${filled}`, {
      method: "POST",
      headers: { ...headers, "content-type": type },
      body: text,
      signal,
    });
  }
  if (isForm && twist % 5 !== 0)
    return fetch(`${baseUrl}${filled}`, { method: "POST", headers, body: formOf(fields, twist), signal });
  headers["content-type"] = CONTENT_TYPES[twist % 100 < 90 ? 0 : twist % CONTENT_TYPES.length] ?? "";
  const text = mutate(JSON.stringify(body) ?? "", twist);
  return fetch(`${baseUrl}${filled}`, { method: method.toUpperCase(), headers, body: text, signal });
}

const asText = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

function formOf(fields: Json, twist: number): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (name !== "file" || twist % 3 === 0) form.append(name, asText(value).toWellFormed());
  const start = twist % 2 === 0 ? "%PDF-1.7\n" : "";
  if (twist % 7 !== 0)
    form.append("file", new Blob([start, asText(fields)]), `${"../".repeat(twist % 4)}a.pdf`);
  return form;
}

/** A form written by hand, cut off somewhere. */
function brokenForm(fields: Json, twist: number): string {
  const boundary = "b".repeat((twist % 300) + 1);
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${asText(value)}\r\n`,
  );
  const text = `${parts.join("")}--${boundary}--\r\n`;
  return text.slice(0, twist % Math.max(1, text.length));
}

/** One request in ten is damaged: cut off, doubled, a byte changed. */
function mutate(text: string, twist: number): string {
  const middle = Math.floor(text.length / 2);
  if (twist % 31 === 0) return text.slice(0, middle);
  if (twist % 37 === 0) return text + text;
  if (twist % 29 === 0) return `${text.slice(0, middle)}\u0001${text.slice(middle + 1)}`;
  return text;
}

const OTHER_METHODS = [
  "resources/read",
  "prompts/get",
  "completion/complete",
  "resources/list",
  "resources/templates/list",
  "tools/list",
  "no/such",
];

/** Every tool, and every other method a client may call. */
export async function mcpTargets({ mcpUrl, key }: Door): Promise<Target[]> {
  const ask = (method: string, params: unknown, twist = 1) =>
    fetch(mcpUrl, {
      method: "POST",
      headers: {
        "x-api-key": key,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": twist % 19 === 0 ? "1999-01-01" : "2025-11-25",
      },
      body: mutate(JSON.stringify({ jsonrpc: "2.0", id: twist, method, params }) ?? "", twist),
      signal: AbortSignal.timeout(ANSWER_MILLISECONDS_MAX),
    });
  const listed = await (await ask("tools/list", {})).text();
  const text = listed.startsWith("{") ? listed : (/^data: (\{.*)$/m.exec(listed)?.[1] ?? "{}");
  const message = JSON.parse(text) as { result?: { tools?: { name: string; inputSchema: Json }[] } };
  const tools = (message.result?.tools ?? []).map(({ name, inputSchema }) => ({
    name: `tool ${name}`,
    schema: inputSchema,
    declared: null,
    send: (body: unknown, twist: number) => ask("tools/call", { name, arguments: body }, twist),
  }));
  if (tools.length === 0) throw new Error("MCP lists no tools");
  const properties = {
    uri: { type: "string" },
    name: { type: "string" },
    cursor: { type: "string" },
    arguments: { type: "object" },
    ref: {
      type: "object",
      properties: { type: { enum: ["ref/prompt", "ref/resource"] }, uri: {}, name: {} },
    },
    argument: { type: "object", properties: { name: {}, value: { type: "string" } } },
  };
  const others = OTHER_METHODS.map((method) => ({
    name: `mcp ${method}`,
    schema: { type: "object", properties },
    declared: null,
    send: (body: unknown, twist: number) => ask(method, body, twist),
  }));
  return [...tools, ...others];
}

/** Things that another account owns, each with a mark that must never come back to the one who fuzzes. */
export async function makeForeignThings({ baseUrl }: Door, key: string, mark: string): Promise<string[]> {
  const ids: string[] = [];
  const keep = async (reply: Response) => {
    const text = await reply.text();
    if (reply.status !== 200) throw new Error(`${reply.url}: ${reply.status} ${text}`);
    for (const [, id = ""] of text.matchAll(/"\w*_id":"(\w{8,})"/g)) ids.push(id);
  };
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const form = new FormData();
  form.set("title", mark);
  form.set("file", new Blob([`%PDF-1.4\n% ${mark}`]), `${mark}.pdf`);
  const send = (path: string, body: object) =>
    fetch(baseUrl + path, { method: "POST", headers, body: JSON.stringify(body) });
  const upload = { method: "POST", headers: { "x-api-key": key }, body: form };
  await keep(await fetch(`${baseUrl}/v1/company_report/upload`, upload));
  await keep(await send("/v1/webhook/create", { url: "https://example.com/hook", description: mark }));
  // The upload is read at once and found to be no report; nothing of it is waited for.
  await sleep(100);
  return [...new Set(ids)];
}
