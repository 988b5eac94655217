import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createKey, revokeKey, rotateKey } from "../src/features/access/index.ts";
import { createAccount } from "../src/features/accounts/index.ts";
import { findBalance, verifyLedger } from "../src/features/credits/index.ts";
import { inTransaction } from "../src/platform/db/index.ts";
import { startTestApp } from "./app.ts";
import { addPerson } from "./person.ts";
import { startStopwatch } from "./stopwatch.ts";

const app = await startTestApp({ rate_factor: 100 });
const SEARCH = "/v1/company_report/company_search";
const search = (key: string, headers = {}) =>
  app.call("POST", SEARCH, { key, body: { name: "nobody" }, headers });

const field_mapping = { Figures: { revenue: { label: "Revenue", type: "money" } } };

describe("a successful call", () => {
  it("answers in the envelope, states its price and the balance, and is audited", async () => {
    const { accountId, key, keyId } = await app.addAccount();
    const reply = await search(key, { "x-request-id": "my-id-1" });
    expect(reply.json).toEqual({ status_code: 200, data: [], detail: null, message: "Success" });
    expect(reply.headers.get("x-request-id")).toBe("my-id-1");
    expect(reply.headers.get("x-credits-charged")).toBe("1");
    expect(reply.headers.get("x-credits-remaining")).toBe("999");
    expect(reply.headers.get("ratelimit-policy")).toMatch(/^"default";q=\d+;w=1$/);
    expect(reply.headers.get("ratelimit")).toMatch(/^"default";r=\d+;t=\d+$/);
    const listEntries = () => app.db`select * from call_audit where account_id = ${accountId}`;
    await expect.poll(listEntries).toHaveLength(1);
    const [entry] = await listEntries();
    expect(entry).toMatchObject({
      request_id: "my-id-1",
      operation_id: "companies.search",
      key_id: keyId,
      address: "127.0.0.1",
      status: 200,
      credits: 1,
    });
    // Written in the background: the answer does not wait for it.
    await expect
      .poll(
        async () => (await app.db`select last_used_at from api_key where id = ${keyId}`)[0]?.["last_used_at"],
      )
      .not.toBeNull();
  });

  it("gets its own request id when the caller's is invalid", async () => {
    const { key } = await app.addAccount();
    const reply = await search(key, { "x-request-id": "no spaces <script>" });
    expect(reply.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("a HEAD request", () => {
  it("answers like GET without the body, where that is free", async () => {
    const { key } = await app.addAccount();
    const statusOf = async (url: string) => (await app.call("HEAD", url, { key })).status;
    expect(await statusOf("/v1/events?limit=1")).toBe(200);
    expect(await statusOf("/v1/events?limit=0")).toBe(422);
  });

  it("does not wait for events", async () => {
    const { key } = await app.addAccount();
    const headers = { accept: "text/event-stream" };
    const reply = await app.call("HEAD", "/v1/events", { key, headers });
    expect(reply.headers.get("content-type")).toMatch(/^application\/json/);
  });

  it("405: is not allowed for an answer that costs credits", async () => {
    const { key } = await app.addAccount();
    const reply = await app.call("HEAD", "/v1/chat/chat_report?report_id=x&question=y", { key });
    expect([reply.status, reply.headers.get("allow")]).toEqual([405, "GET, POST"]);
  });
});

describe("charging", () => {
  it("400: refuses in the specification's words when the balance is too low, and charges nothing", async () => {
    const { accountId, key } = await app.addAccount({ credits: 1 });
    expect((await search(key)).status).toBe(200);
    const reply = await search(key);
    expect([reply.status, reply.json.message]).toEqual([400, "Insufficient user balance."]);
    expect((await findBalance(app.db, accountId))?.available).toBe(0);
  });

  it("400: refuses an account without a grant, and no other", async () => {
    const accountId = await createAccount(app.db, "New");
    const { key } = await createKey(app.db, { accountId, name: "First" });
    const { key: other } = await app.addAccount();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, place) => search(place % 2 === 0 ? key : other)),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses).toEqual(Array.from({ length: 10 }, () => [400, 200]).flat());
    const question = { report_id: "rep_none", question: "What was the revenue?" };
    const held = await app.call("POST", "/v1/chat/chat_report", { key, body: question });
    expect(held.json.code).toBe("insufficient_balance");
  });

  it("400: refuses when the key's own budget is used up", async () => {
    const { key } = await app.addAccount({ budgetCredits: 1 });
    expect((await search(key)).status).toBe(200);
    expect((await search(key)).json.code).toBe("key_budget_exhausted");
  });

  it.each([
    ["a fixed price", "/v1/company_report/company_search_batch", { country: "DE" }],
    ["a price up to a ceiling", "/v1/chat/chat_report", { report_id: "rep_any", question: "Revenue?" }],
  ])("charges nothing for %s when the caller has hung up", async (_price, url, body) => {
    const { accountId, key } = await app.addAccount();
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const cancelled = new AbortController();
    await inTransaction(app.db, async (sql) => {
      await sql`lock table report, company in access exclusive mode`;
      const init = { method: "POST", headers, body: JSON.stringify(body), signal: cancelled.signal };
      const requests = fetch(app.baseUrl + url, init).catch((error: Error) => error.name);
      const listWaiting = () => app.db`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await listWaiting()).length).toBeGreaterThan(0);
      cancelled.abort();
      expect(await requests).toBe("AbortError");
      // Nothing shows when the service has seen the closed connection; the lock must outlast that moment.
      await sleep(100);
    });
    const listEnds = () => app.db`select error_code from call_audit where account_id = ${accountId}`;
    await expect.poll(listEnds).toEqual([{ error_code: "cancelled" }]);
    expect(await findBalance(app.db, accountId)).toMatchObject({ available: 1_000, held: 0, spent: 0 });
  });

  it("charges nothing for a call that fails", async () => {
    const { accountId, key } = await app.addAccount();
    await app.call("POST", SEARCH, { key, body: {} });
    expect((await findBalance(app.db, accountId))?.spent).toBe(0);
  });

  it("charges once per Idempotency-Key, repeats the answer, and refuses another request under it", async () => {
    const { accountId, key } = await app.addAccount();
    const once = { "idempotency-key": "order-1" };
    const replies = [await search(key, once), await search(key, once)];
    expect(replies.map(({ text }) => text)).toEqual([replies[0]?.text, replies[0]?.text]);
    expect(replies[1]?.headers.get("idempotency-replayed")).toBe("true");
    expect(replies[1]?.headers.get("x-credits-charged")).toBe("0");
    const other = await app.call("POST", SEARCH, { key, body: { name: "other" }, headers: once });
    expect([other.status, other.json.code]).toEqual([422, "idempotency_key_reused"]);
    expect((await findBalance(app.db, accountId))?.spent).toBe(1);
  });

  it("answers a repeated Idempotency-Key with the same bytes, row by row", async () => {
    const { key } = await app.addAccount();
    const headers = { "idempotency-key": "list-1" };
    const list = () => app.call("GET", "/v1/constant/report_type_list", { key, headers });
    const [first, second] = [await list(), await list()];
    expect(first.text.length).toBeGreaterThan(1_000);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(second.text).toBe(first.text);
  });

  it("keeps the Idempotency-Keys of members apart, because each owns things the other cannot see", async () => {
    const { accountId } = await addPerson(app);
    const list = async () => {
      const { memberId } = await addPerson(app, { accountId });
      const { key } = await createKey(app.db, { accountId, createdBy: memberId, name: "Own" });
      await app.call("POST", "/v1/agent_builder/create", { key, body: { name: memberId, field_mapping } });
      const once = { "idempotency-key": "list-1" };
      const { json } = await app.call("GET", "/v1/agent_builder/list", { key, headers: once });
      return { memberId, names: json.data.map(({ name }: { name: string }) => name) };
    };
    for (const { memberId, names } of [await list(), await list()]) expect(names).toEqual([memberId]);
  });

  it("charges once when the same Idempotency-Key arrives many times at once", async () => {
    const { accountId, key } = await app.addAccount();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => search(key, { "idempotency-key": "x" })),
    );
    // Those that come while the first is running are refused; those that come while it is paid for wait for that.
    const statuses = new Set(replies.map(({ status }) => status));
    expect(statuses).toContain(200);
    expect(statuses.difference(new Set([200, 409]))).toEqual(new Set());
    expect((await findBalance(app.db, accountId))?.spent).toBe(1);
  });

  // The balance decides, not the order in which answers happen to be ready.
  it("serves exactly as many of 64 callers as the account can pay, and the chain verifies", async () => {
    const { accountId, key } = await app.addAccount({ credits: 300 });
    const client = async () => {
      const statuses = [];
      for (let call = 0; call < 10; call++) statuses.push((await search(key)).status);
      return statuses;
    };
    const statuses = (await Promise.all(Array.from({ length: 64 }, client))).flat();
    expect(statuses.filter((status) => status === 200)).toHaveLength(300);
    expect(statuses.filter((status) => status === 400)).toHaveLength(340);
    expect(await findBalance(app.db, accountId)).toMatchObject({ available: 0, held: 0, spent: 300 });
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });
});

describe("an API key", () => {
  it("401: is refused in the specification's words when it is missing, mistyped or unknown", async () => {
    const { key } = await app.addAccount();
    const mistyped = key.slice(0, -1) + (key.endsWith("0") ? "1" : "0");
    for (const given of [undefined, "nonsense", mistyped, `flr_live_${"0".repeat(36)}`]) {
      const reply = await app.call("POST", SEARCH, { ...(given ? { key: given } : {}), body: { name: "x" } });
      expect([reply.status, reply.json.message]).toEqual([401, "Unauthorized access. Invalid API key."]);
    }
  });

  it("401: is refused in the URL, with the reason", async () => {
    const { key } = await app.addAccount();
    const reply = await app.call("GET", `/v1/account/balance?api_key=${key}`);
    expect([reply.status, reply.json.code]).toEqual([401, "key_in_url"]);
    expect(reply.json.detail).toContain("X-API-KEY header");
    expect(reply.text).not.toContain(key);
  });

  it("403: is refused from an address that is not on its list", async () => {
    const inside = await app.addAccount({ allowedNetworks: ["127.0.0.0/8"] });
    const outside = await app.addAccount({ allowedNetworks: ["10.0.0.0/8", "2001:db8::/32"] });
    expect((await search(inside.key)).status).toBe(200);
    expect((await search(outside.key)).json.code).toBe("address_not_allowed");
  });

  it("403: is refused without the scope, which is named", async () => {
    const { key } = await app.addAccount({ scopes: ["account:read"] });
    const reply = await search(key);
    expect([reply.status, reply.json.detail]).toEqual([403, "Missing scope: companies:read"]);
  });

  it("401: is refused after it expired", async () => {
    const { key } = await app.addAccount({ expiresAt: new Date(Date.now() + 400) });
    expect((await search(key)).status).toBe(200);
    await expect.poll(async () => (await search(key)).status).toBe(401);
  });

  it("401: is refused within five seconds of its revocation", async () => {
    const { accountId, keyId, key } = await app.addAccount();
    expect((await search(key)).status).toBe(200);
    await revokeKey(app.db, accountId, keyId);
    const readMilliseconds = startStopwatch();
    while ((await search(key)).status === 200) await sleep(100);
    expect(readMilliseconds()).toBeLessThan(5_000);
  });

  it("loses its streams within five seconds of its revocation", async () => {
    const { accountId, key, keyId } = await app.addAccount();
    const headers = { accept: "text/event-stream", "x-api-key": key };
    const listening = await fetch(`${app.baseUrl}/v1/events`, { headers });
    await revokeKey(app.db, accountId, keyId);
    const readMilliseconds = startStopwatch();
    expect(await listening.text()).toMatch(/event: error\ndata: .*"code":"unauthorized"/);
    expect(readMilliseconds()).toBeLessThan(5_500);
  });

  it("rotates with overlap: both keys work, then only the new one", async () => {
    const { accountId, keyId, key } = await app.addAccount();
    const { key: newKey } = await rotateKey(app.db, { accountId, keyId, overlapSeconds: 1 });
    expect([(await search(key)).status, (await search(newKey)).status]).toEqual([200, 200]);
    await expect.poll(async () => (await search(key)).status).toBe(401);
    expect((await search(newKey)).status).toBe(200);
  });

  it("passes the rest of its budget on: the old and the new key share it", async () => {
    const { accountId, keyId, key } = await app.addAccount({ budgetCredits: 3 });
    expect((await search(key)).status).toBe(200);
    const { key: second, keyId: secondId } = await rotateKey(app.db, {
      accountId,
      keyId,
      overlapSeconds: 60,
    });
    expect((await search(second)).status).toBe(200);
    const { key: third } = await rotateKey(app.db, { accountId, keyId: secondId, overlapSeconds: 60 });
    expect((await search(key)).status).toBe(200);
    for (const used of [key, second, third])
      expect((await search(used)).json.code).toBe("key_budget_exhausted");
    expect((await findBalance(app.db, accountId))?.spent).toBe(3);
  });

  it("is stored only as a hash, and nowhere in clear text", async () => {
    const { key } = await app.addAccount();
    const [row] =
      await app.db`select count(*) as found from api_key where api_key::text like ${`%${key.slice(9)}%`}`;
    expect(row?.["found"]).toBe(0);
  });
});
