import { setTimeout as sleep } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { encode } from "gpt-tokenizer";
import { describe, expect, it } from "vitest";
import { rotateKey } from "../src/features/access/index.ts";
import { findBalance } from "../src/features/credits/index.ts";
import { finishDigest } from "../src/features/reports/digest/store.ts";
import { inTransaction } from "../src/platform/db/index.ts";
import { countTokens as countTokensAsService } from "../src/platform/tokens/index.ts";
import { startTestApp } from "./app.ts";
import { bearer, connectClient } from "./oauth-client.ts";
import { addPerson } from "./person.ts";

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const url = new URL(`${app.baseUrl}/mcp`);
const REPORT = "rep_vujzjgh7sqyi";

type Mode = "auto" | "legacy";

async function connect(key: string, mode: Mode = "auto", capabilities = {}): Promise<Client> {
  const client = new Client(
    { name: "florin-test", version: "1" },
    { versionNegotiation: { mode }, capabilities },
  );
  const requestInit = { headers: { "x-api-key": key } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

async function connectOld(key: string): Promise<OldClient> {
  const client = new OldClient({ name: "florin-test-old", version: "1" });
  const requestInit = { headers: { "x-api-key": key } };
  // The old SDK's own types do not agree with `exactOptionalPropertyTypes`.
  await client.connect(
    new OldTransport(url, { requestInit }) as unknown as Parameters<OldClient["connect"]>[0],
  );
  return client;
}

const { key } = await app.addAccount({ credits: 100_000 });
const client = await connect(key);

/** One text in, the answer itself out: the shape that research clients expect of tools with these names. */
const BARE_TOOLS = ["search", "fetch"];

describe("tools", () => {
  it("number at most 20, at most 4,500 tokens, each with title, schemas and annotations", async () => {
    const { tools } = await client.listTools();
    expect(tools.length).toBeLessThanOrEqual(20);
    expect(encode(JSON.stringify(tools)).length).toBeLessThanOrEqual(4_500);
    for (const tool of tools) {
      const fields = Object.values(tool.inputSchema.properties ?? {}) as Described[];
      for (const { description } of BARE_TOOLS.includes(tool.name) ? [] : fields.slice(-2))
        expect(description).toMatch(/^500-100000, default 6000$|more\.cursor/);
      expect([tool.outputSchema?.type, typeof tool.annotations?.readOnlyHint]).toEqual(["object", "boolean"]);
      expect(tool.title?.length).toBeGreaterThan(5);
      // Other tools are spoken of by the names a model can call.
      expect(tool.description).not.toMatch(/\b(companies|reports|news|answers|reference)\.[a-z]/);
    }
  });

  it("search and fetch have the shape that research clients expect", async () => {
    const { tools } = await client.listTools();
    for (const [name, field] of [
      ["search", "query"],
      ["fetch", "id"],
    ] as const) {
      const { inputSchema } = tools.find((tool) => tool.name === name) ?? {};
      expect(inputSchema).toEqual({
        type: "object",
        properties: { [field]: { type: "string" } },
        required: [field],
      });
    }
    const found = await client.callTool({ name: "search", arguments: { query: "dividend per share" } });
    const { results } = found.structuredContent as { results: Record<string, string>[] };
    expect(results.length).toBeGreaterThan(5);
    expect(JSON.parse((found.content as { text: string }[])[0]?.text ?? "")).toEqual({ results });
    for (const result of results) expect(Object.keys(result).sort()).toEqual(["id", "text", "title", "url"]);
    const [first] = results;
    const read = await client.callTool({ name: "fetch", arguments: { id: first?.["id"] ?? "" } });
    const document = read.structuredContent as Record<string, string>;
    expect(Object.keys(document).sort()).toEqual(["id", "metadata", "text", "title", "url"]);
    expect([document["id"], document["title"]?.includes("page")]).toEqual([first?.["id"], true]);
    const missing = await client.callTool({ name: "fetch", arguments: { id: "rep_aaaaaaaaaaaa#3" } });
    expect([missing.isError, missing._meta]).toMatchObject([true, { code: "report_not_found" }]);
  });

  it("are the same for a client of the older protocol", async () => {
    const old = await connectOld(key);
    const names = (await old.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual((await client.listTools()).tools.map(({ name }) => name));
    const args = { name: "find_company", arguments: { name: "nobody at all" } };
    const [one, other] = await Promise.all([old.callTool(args), client.callTool(args)]);
    expect(one.structuredContent).toEqual(other.structuredContent);
    await old.close();
  });

  it("are charged like the same operation over REST, and state the charge", async () => {
    const account = await app.addAccount();
    const own = await connect(account.key);
    const result = await own.callTool({ name: "find_company", arguments: { name: "nobody" } });
    expect(result.structuredContent).toEqual({ data: [] });
    expect(result._meta).toMatchObject({ credits_charged: 1, credits_remaining: 999 });
    await own.close();
  });

  it("return errors that a model can act on, and charge nothing for them", async () => {
    const result = await client.callTool({ name: "find_company", arguments: { isn: "US0378331005" } });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain("isn");
    expect(result._meta).toMatchObject({ credits_charged: 0, code: "invalid_input" });
  });

  it("are hidden from a credential without their scope, and refused to it", async () => {
    const account = await app.addAccount({ scopes: ["account:read"] });
    const own = await connect(account.key);
    expect((await own.listTools()).tools.map(({ name }) => name)).toEqual(["balance"]);
    await expect(own.callTool({ name: "find_company", arguments: { name: "x" } })).rejects.toThrow(
      "Unknown tool",
    );
    await own.close();
  });

  it.each(["auto", "legacy"] as const)(
    "answer the same on the fast path and through the SDK (%s)",
    async (mode) => {
      const own = await connect(key, mode);
      const args = { name: "screen_companies", arguments: { limit: 3 } };
      const { _meta: one, ...quick } = await own.callTool(args);
      const { _meta: other, ...whole } = await own.callTool(args, { onprogress: () => {} });
      expect(quick).toEqual(whole);
      for (const meta of [one, other]) expect(meta).toMatchObject({ credits_charged: 2 });
      await own.close();
    },
  );

  it("ask a person before they cost much, if the client can ask", async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `rep_none${index}`);
    const args = { name: "report_files", arguments: { report_id: ids, option: ["pdf", "extract"] } };
    expect((await client.callTool(args)).isError).toBeUndefined();
    const own = await connect(key, "auto", { elicitation: { form: {} } });
    const questions: string[] = [];
    let agree = false;
    own.setRequestHandler("elicitation/create", async ({ params }) => {
      questions.push(params.message);
      return { action: "accept", content: { confirm: agree } };
    });
    expect(JSON.stringify((await own.callTool(args)).content)).toContain("nothing was charged");
    agree = true;
    expect((await own.callTool(args)).isError).toBeUndefined();
    expect(questions).toEqual(Array(2).fill(expect.stringContaining("300 credits")));
    await own.close();
  });
});

describe("a price confirmation", () => {
  const revision = "2026-07-28";
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
  };
  /** One round of the same call, with the client's reply after it has asked the person. */
  async function call(reportId: string, more: object = {}) {
    const ids = Array.from({ length: 100 }, (_, index) => `${reportId}${index}`);
    const params = {
      _meta,
      name: "report_files",
      arguments: { report_id: ids, option: ["pdf", "extract"] },
      ...more,
    };
    const { text } = await app.call("POST", "/mcp", {
      key,
      headers: {
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": revision,
        "mcp-method": "tools/call",
        "mcp-name": "report_files",
      },
      body: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    });
    return JSON.parse(text.slice(text.indexOf("{"))).result;
  }

  it("is valid for one call with its arguments, once", async () => {
    const { requestState, resultType } = await call("rep_one");
    expect(resultType).toBe("input_required");
    const inputResponses = { confirm: { action: "accept", content: { confirm: true } } };
    const other = await call("rep_other", { requestState, inputResponses });
    expect(other.resultType).toBe("input_required");
    expect((await call("rep_one", { requestState, inputResponses })).resultType).toBe("complete");
    expect((await call("rep_one", { requestState, inputResponses })).resultType).toBe("input_required");
  });

  it.each(["", null])("is asked for although the cursor is %j, which continues nothing", async (cursor) => {
    const report_id = Array.from({ length: 100 }, (_, index) => `rep_empty${index}`);
    const asked = await call("rep_empty", { arguments: { report_id, option: ["pdf", "extract"], cursor } });
    expect(asked.resultType).toBe("input_required");
  });
});

describe("the key of a call in _meta", () => {
  const call = (given: unknown, name: string) =>
    app.call("POST", "/mcp", {
      key,
      headers: { accept: "application/json, text/event-stream" },
      body: {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name: "find_company",
          arguments: { name },
          _meta: { "florin/idempotency-key": given },
        },
      },
    });

  it("counts as absent when it is null, and is refused when it is not text", async () => {
    for (const name of ["Tessandral", "Mioharu"])
      expect((await call(null, name)).json.result._meta).toEqual({
        credits_charged: 1,
        credits_remaining: expect.any(Number),
      });
    for (const given of [7, {}, ["a"], true])
      expect((await call(given, "Tessandral")).json.result).toMatchObject({
        isError: true,
        _meta: { code: "invalid_input" },
      });
  });
});

describe("the size of a result", () => {
  it("never exceeds max_tokens, and the cursor reaches the rest", async () => {
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const result = await client.callTool({
        name: "screen_companies",
        arguments: { limit: 100, max_tokens: 3_000, ...(cursor ? { cursor } : {}) },
      });
      expect(countTokens(result)).toBeLessThanOrEqual(3_000);
      const { data, more } = result.structuredContent as Page;
      seen.push(...data.companies.map(({ svc_entity_id }) => svc_entity_id));
      cursor = more?.cursor ?? undefined;
    } while (cursor);
    expect(seen).toHaveLength(100);
    expect(new Set(seen).size).toBe(100);
  });

  it.each([500, 1_000, 6_000])("is kept for pages of a report at %i tokens", async (max_tokens) => {
    const result = await client.callTool({
      name: "read_report_pages",
      arguments: { report_id: REPORT, pages: "1-10", max_tokens },
    });
    expect(countTokens(result)).toBeLessThanOrEqual(max_tokens);
    expect(result.isError).toBeUndefined();
    expect((result.structuredContent as { data: { pages: unknown[] } }).data.pages.length).toBeGreaterThan(0);
  });

  it.each([
    ["find_company", { name: "Tessandral Instruments" }],
    ["screen_companies", { limit: 50 }],
    ["search_reports", { report_type_list: ["annual_report"] }],
    ["financials", { svc_entity_id: "ent_qpi4neyotut5" }],
    ["report_files", { report_id: [REPORT], option: ["extract"], inline: true }],
  ])("leaves something useful at the smallest limit: %s", async (name, input) => {
    const result = await client.callTool({ name, arguments: { ...input, max_tokens: 500 } });
    expect([result.isError, countTokens(result) <= 500]).toEqual([undefined, true]);
    expect(JSON.stringify(result.structuredContent).length).toBeGreaterThan(100);
  });

  it("does not change the price: only the first page of a long answer is charged", async () => {
    const { accountId, key: ownKey } = await app.addAccount();
    const own = await connect(ownKey);
    const read = (cursor?: string) =>
      own.callTool({
        name: "screen_companies",
        arguments: { limit: 100, max_tokens: 2_000, ...(cursor ? { cursor } : {}) },
      });
    const charged: unknown[] = [];
    let cursor: string | undefined;
    do {
      const result = await read(cursor);
      charged.push(result._meta?.["credits_charged"]);
      cursor = (result.structuredContent as Page).more?.cursor ?? undefined;
    } while (cursor);
    expect(charged.length).toBeGreaterThan(3);
    expect(charged).toEqual([2, ...Array(charged.length - 1).fill(0)]);
    expect((await findBalance(app.db, accountId))?.spent).toBe(2);
    await own.close();
  });

  it.each([
    ["screen_companies", { limit: 100 }],
    ["get_prices", { svc_entity_id: "ent_qpi4neyotut5", window: "5Y" }],
    ["read_report_pages", { report_id: REPORT, pages: "1-19" }],
    ["read_report_pages", { report_id: "rep_zokilgw3xmuy", pages: "1-10" }],
    ["financials", { report_id: REPORT }],
  ])("is counted with a model's tokenizer, so that little of the limit is lost: %s", async (name, input) => {
    const result = await client.callTool({ name, arguments: input });
    const [{ text = "" } = {}] = result.content as { text?: string }[];
    // Very long words are counted in parts.
    expect(countTokensAsService(text) / encode(text).length).toBeCloseTo(1, 2);
    // Lists end with a whole item, which may be as long as a page.
    expect(countTokens(result)).toBeGreaterThan(6_000 * 0.7);
    expect(countTokens(result)).toBeLessThanOrEqual(6_000);
  });

  it("reaches every row of a long statement, by the cursor alone and free of charge", async () => {
    const input = { report_id: REPORT, statement: "income" };
    const read = async (args: object) => {
      const { structuredContent, _meta } = await client.callTool({
        name: "financials",
        arguments: { ...args },
      });
      const { data, more } = structuredContent as StatementPage;
      return {
        rows: data.statements[0]?.rows ?? [],
        cursor: more?.cursor,
        charged: _meta?.["credits_charged"],
      };
    };
    const whole = await read({ ...input, max_tokens: 50_000 });
    let page = await read({ ...input, max_tokens: 3_000 });
    const rows = page.rows;
    while (page.cursor) {
      page = await read({ cursor: page.cursor, max_tokens: 3_000 });
      expect(page.charged).toBe(0);
      rows.push(...page.rows);
    }
    expect(whole.cursor).toBeUndefined();
    expect(rows).toEqual(whole.rows);
  });

  it("reads on in a page that is longer than the limit, to its last letter", async () => {
    const read = async (args: object) => {
      const result = await client.callTool({ name: "read_report_pages", arguments: { ...args } });
      const { data, more } = result.structuredContent as TextPage;
      return { text: data.pages[0]?.text ?? "", cursor: more?.cursor };
    };
    const input = { report_id: REPORT, pages: "2" };
    const whole = await read(input);
    let page = await read({ ...input, max_tokens: 1_000 });
    let text = page.text;
    while (page.cursor) {
      page = await read({ cursor: page.cursor, max_tokens: 1_000 });
      text = text.replace(/…$/, "") + page.text;
    }
    expect(whole.text.length).toBeGreaterThan(4_000);
    expect(text).toBe(whole.text);
  });

  it("keeps the words of an answer, and places on the page whole, at the smallest limit", async () => {
    const question = "What was the operating margin in fiscal 2024?";
    const args = { report_id: REPORT, question, max_tokens: 500 };
    const result = await client.callTool({ name: "ask_report", arguments: args });
    const { data } = result.structuredContent as { data: { answer: string } };
    expect(data.answer).toContain("16.2%");
    const statement = { report_id: REPORT, statement: "income", max_tokens: 1_500 };
    const { content } = await client.callTool({ name: "financials", arguments: statement });
    const boxes = [...JSON.stringify(content).matchAll(/box\\":\[([^\]]*)\]/g)];
    expect(boxes.length).toBeGreaterThan(0);
    for (const [, box = ""] of boxes) expect(box.split(",")).toHaveLength(4);
  });

  it("begins a series of prices with the latest", async () => {
    const read = async (args: object) => {
      const result = await client.callTool({ name: "get_prices", arguments: { window: "5Y", ...args } });
      const { data, more } = result.structuredContent as PricePage;
      return { dates: data.prices.map(({ date }) => date), cursor: more?.cursor };
    };
    const first = await read({ ticker: "OSTL" });
    const second = await read({ ticker: "OSTL", cursor: first.cursor });
    const dates = [...first.dates, ...second.dates];
    expect(dates).toEqual(dates.toSorted().toReversed());
    const { json } = await app.call("POST", "/v1/price/eod_price", { key, body: { ticker: "OSTL" } });
    expect(dates[0]).toBe(json.data.prices.at(-1).date);
  });

  it("gives the rest of an answer only to the credential that asked, for 15 minutes", async () => {
    const first = await client.callTool({
      name: "screen_companies",
      arguments: { limit: 100, max_tokens: 2_000 },
    });
    const cursor = (first.structuredContent as Page).more?.cursor ?? "";
    const next = { name: "screen_companies", arguments: { limit: 100, cursor } };
    const { key: otherKey } = await app.addAccount();
    const other = await connect(otherKey);
    const refused = { isError: true, _meta: { code: "invalid_input", credits_charged: 0 } };
    expect(await other.callTool(next)).toMatchObject(refused);
    await other.close();
    expect((await client.callTool(next)).isError).toBeUndefined();
    await app.db`update kept_answer set expires_at = now() - interval '1 second'`;
    expect(await client.callTool(next)).toMatchObject(refused);
  });

  it("gives the rest of a repeated answer to the key that replaced the first", async () => {
    const { accountId, keyId, key: oldKey } = await app.addAccount();
    const args = { name: "screen_companies", arguments: { limit: 100, max_tokens: 2_000 } };
    const repeat = async (by: Client) => {
      const result = await by.callTool({ ...args, _meta: { "florin/idempotency-key": "rotated" } });
      const { cursor } = (result.structuredContent as Page).more ?? {};
      return { name: args.name, arguments: { limit: 100, cursor } };
    };
    const [before, after] = [
      await connect(oldKey),
      await connect((await rotateKey(app.db, { accountId, keyId, overlapSeconds: 600 })).key),
    ];
    const own = await repeat(before);
    const repeated = await repeat(after);
    expect((await after.callTool(repeated)).isError).toBeUndefined();
    expect((await before.callTool(own)).isError).toBeUndefined();
    expect(await after.callTool(own)).toMatchObject({ isError: true, _meta: { code: "invalid_input" } });
    expect((await findBalance(app.db, accountId))?.spent).toBe(2);
    await Promise.all([before.close(), after.close()]);
  });

  it("charges a call once per idempotency key, in _meta or in the header, and repeats the answer", async () => {
    const { accountId, key: ownKey } = await app.addAccount();
    const own = await connect(ownKey);
    const args = { name: "screen_companies", arguments: { limit: 100, max_tokens: 2_000 } };
    const repeat = () => own.callTool({ ...args, _meta: { "florin/idempotency-key": "mcp-1" } });
    const [one, two] = [await repeat(), await repeat()];
    expect([one._meta?.["credits_charged"], two._meta?.["credits_charged"]]).toEqual([2, 0]);
    expect(two._meta?.["idempotency_replayed"]).toBe(true);
    expect(JSON.stringify(two.content)).toBe(JSON.stringify(one.content));
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: args };
    const headers = { accept: "application/json, text/event-stream", "idempotency-key": "mcp-2" };
    for (const _ of [1, 2]) await app.call("POST", "/mcp", { key: ownKey, body, headers });
    expect((await findBalance(app.db, accountId))?.spent).toBe(4);
    await own.close();
  });

  it("is refused for an impossible limit or cursor", async () => {
    for (const bad of [{ max_tokens: 10 }, { max_tokens: "many" }, { cursor: "elsewhere" }]) {
      const result = await client.callTool({ name: "find_company", arguments: { name: "x", ...bad } });
      expect([result.isError, JSON.stringify(result.content)]).toEqual([
        true,
        expect.stringContaining("expected"),
      ]);
    }
  });
});

interface Described {
  description?: string;
}

/** What a model reads: the text, without the structured copy. */
const countTokens = ({ content }: { content: unknown }) =>
  (content as { text?: string }[]).reduce((sum, { text = "" }) => sum + encode(text).length, 0);

interface StatementPage {
  data: { statements: { rows: unknown[] }[] };
  more?: { cursor: string | null };
}

interface TextPage {
  data: { pages: { text: string }[] };
  more?: { cursor: string | null };
}

interface PricePage {
  data: { prices: { date: string }[] };
  more?: { cursor: string | null };
}

interface Page {
  data: { companies: { svc_entity_id: string }[] };
  more?: { cursor: string | null };
}

describe("resources", () => {
  it("return lists, companies, pages as text and picture, and tables as CSV", async () => {
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    expect([resources.length, resourceTemplates.length]).toEqual([8, expect.any(Number)]);
    for (const { uri } of resources.filter((one) => one.mimeType === "application/json")) {
      const [content] = (await client.readResource({ uri })).contents;
      expect(JSON.parse((content as { text: string }).text)).toBeTruthy();
    }
    const [page] = (await client.readResource({ uri: `florin://reports/${REPORT}/pages/1` })).contents;
    expect((page as { text: string }).text.length).toBeGreaterThan(20);
    const [image] = (await client.readResource({ uri: `florin://reports/${REPORT}/pages/1/image` })).contents;
    expect(
      Buffer.from((image as { blob: string }).blob, "base64")
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
  });

  it.each([
    "florin://nowhere",
    "florin://companies/ent_none",
    `florin://reports/${REPORT}/pages/9999`,
    "file:///etc/passwd",
  ])("report that %s does not exist", async (uri) => {
    await expect(client.readResource({ uri })).rejects.toThrow();
  });

  it("complete identifiers by name, at no charge", async () => {
    const ref = { type: "ref/resource", uri: "florin://companies/{svc_entity_id}" } as const;
    const before = await balance();
    const { completion } = await client.complete({
      ref,
      argument: { name: "svc_entity_id", value: "apple" },
    });
    expect(completion.values[0]).toMatch(/^ent_/);
    expect(await balance()).toBe(before);
  });
});

async function balance(): Promise<number> {
  const { structuredContent } = await client.callTool({ name: "balance", arguments: {} });
  return (structuredContent as { data: { available: number } }).data.available;
}

describe("prompts", () => {
  it("are written from their arguments, for the questions analysts ask", async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.length).toBeGreaterThanOrEqual(6);
    for (const { name, arguments: given = [] } of prompts) {
      const args = Object.fromEntries(given.map((argument) => [argument.name, "Kestrel"]));
      const { messages } = await client.getPrompt({ name, arguments: args });
      expect(JSON.stringify(messages)).toContain("Kestrel");
    }
    await expect(client.getPrompt({ name: "company_brief", arguments: {} })).rejects.toThrow("company");
  });
});

describe("an abandoned call", () => {
  it("is stopped, and costs nothing", async () => {
    const { accountId, key: ownKey } = await app.addAccount();
    const own = await connect(ownKey);
    const cancelled = new AbortController();
    const listWaiting = () => app.db`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await inTransaction(app.db, async (sql) => {
      await sql`lock table report in access exclusive mode`;
      const call = own.callTool(
        { name: "ask_report", arguments: { report_id: REPORT, question: "What was revenue in 2025?" } },
        { signal: cancelled.signal },
      );
      const refused = expect(call).rejects.toThrow();
      await expect.poll(async () => (await listWaiting()).length).toBeGreaterThan(0);
      cancelled.abort();
      await refused;
      // Nothing shows when the service has seen the cancellation; the lock must outlast that moment.
      await sleep(100);
    });
    const listEnds = () => app.db`select error_code from call_audit where account_id = ${accountId}`;
    await expect.poll(listEnds).toEqual([{ error_code: "cancelled" }]);
    expect(await findBalance(app.db, accountId)).toMatchObject({ spent: 0, held: 0 });
    await own.close();
  });
});

describe("a listening client", () => {
  it("is notified when a report becomes readable", async () => {
    const changes: string[] = [];
    const own = await connect(key);
    const watched = `florin://reports/${REPORT}`;
    own.setNotificationHandler("notifications/resources/list_changed", () => void changes.push("list"));
    own.setNotificationHandler(
      "notifications/resources/updated",
      ({ params }) => void changes.push(params.uri),
    );
    const subscription = await own.listen({ resourcesListChanged: true, resourceSubscriptions: [watched] });
    const [report] = await app.db<{ embedding_sha256: string }>`
      update report set digest_state = 'embedding' where report_id = ${REPORT} returning embedding_sha256`;
    await finishDigest(app.db, REPORT, {
      model: "test",
      embeddingSha256: report?.embedding_sha256 ?? "",
      finishedAt: new Date().toISOString(),
    });
    await expect.poll(() => changes).toEqual([watched, "list"]);
    await subscription.close();
    await own.close();
  });
});

describe("the MCP endpoint", () => {
  it("answers 401 without a credential, with the sign-in address, and 403 to a page of another origin", async () => {
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const refused = await app.call("POST", "/mcp", { body });
    expect([refused.status, refused.json.code]).toEqual([401, "unauthorized"]);
    expect(refused.headers.get("www-authenticate")).toContain("resource_metadata=");
    const foreign = await app.call("POST", "/mcp", {
      key,
      body,
      headers: { origin: "https://evil.example" },
    });
    expect([foreign.status, foreign.json.code]).toEqual([403, "origin_not_allowed"]);
  });

  it("answers 403 to a client without a scope, naming the scope", async () => {
    const { email } = await addPerson(app);
    const { tokens } = await connectClient(app, email, { resource: url.href, scope: "account:read" });
    const call = (name: string) =>
      app.call("POST", "/mcp", {
        body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } },
        headers: {
          ...bearer(tokens.access_token).headers,
          accept: "application/json, text/event-stream",
        },
      });
    expect((await call("balance")).status).toBe(200);
    const refused = await call("search_news");
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
      403,
      expect.stringMatching(/error="insufficient_scope".*scope="[^"]*news:read/),
    ]);
  });

  it("challenges a client for the scope of a resource, and of a call among others", async () => {
    const { email } = await addPerson(app);
    const { tokens } = await connectClient(app, email, { resource: url.href, scope: "account:read" });
    const headers = {
      ...bearer(tokens.access_token).headers,
      accept: "application/json, text/event-stream",
    };
    const message = { jsonrpc: "2.0", id: 1 };
    const uri = `florin://reports/${REPORT}/pages/1`;
    const reading = { ...message, method: "resources/read", params: { uri } };
    const list = { ...message, method: "tools/list" };
    for (const body of [reading, [list, reading]]) {
      const refused = await app.call("POST", "/mcp", { body, headers });
      expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
        403,
        expect.stringMatching(/error="insufficient_scope".*scope="[^"]*reports:read/),
      ]);
    }
    expect((await app.call("POST", "/mcp", { body: list, headers })).status).toBe(200);
  });
});
