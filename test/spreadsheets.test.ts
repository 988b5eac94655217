import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { revokeKey } from "../src/features/access/index.ts";
import { inTransaction } from "../src/platform/db/index.ts";
import { startTestApp } from "./app.ts";

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const { key } = await app.addAccount({ credits: 10_000 });
const get = (url: string, accept = "text/csv") => app.call("GET", url, { key, headers: { accept } });

describe("a spreadsheet that sends only GET", () => {
  it("reads prices as CSV, and pays as for POST", async () => {
    const { status, text, headers } = await get("/v1/price/eod_price?ticker=OSTL&window=1M");
    expect(status).toBe(200);
    expect(text.split("\n")[0]?.trim()).toBe("date,open,high,low,close,volume");
    const body = { ticker: "OSTL", window: "1M" };
    const posted = await app.call("POST", "/v1/price/eod_price", {
      key,
      body,
      headers: { accept: "text/csv" },
    });
    expect(posted.text).toBe(text);
    expect(headers.get("x-credits-charged")).toBe(posted.headers.get("x-credits-charged"));
  });

  it("writes numbers, lists and objects as text", async () => {
    const range = encodeURIComponent('{"min":1000000000}');
    const companies = await get(
      `/v1/company_report/company_search_batch?country=US&limit=5&market_cap_usd=${range}`,
    );
    expect(companies.text.trim().split("\n")).toHaveLength(6);
    const found = await get("/v1/company_report/company_search?name=Haldrewick", "application/json");
    const [{ svc_entity_id }] = found.json.data;
    const series = await get(
      `/v1/financial/series?svc_entity_ids=${svc_entity_id}&figures=revenue,operating_margin&periods=2`,
    );
    expect([series.status, series.text]).toEqual([200, expect.stringContaining("operating_margin")]);
  });

  it("is refused with the field's name when a number is no number", async () => {
    const { status, json } = await get(
      "/v1/company_report/company_search_batch?limit=many",
      "application/json",
    );
    expect([status, json.detail]).toEqual([422, expect.stringContaining("limit must be a whole number")]);
  });

  it("needs the key in a header", async () => {
    const { status } = await app.call("GET", "/v1/price/eod_price?ticker=OSTL&window=1M");
    expect(status).toBe(401);
  });
});

describe("a link for a spreadsheet that sends no header", () => {
  const OPERATION = { operation: "prices.eod_price", input: { ticker: "OSTL", window: "1M" } };
  const createLink = async (fields: object, from = key) =>
    app.call("POST", "/v1/export/table_link", { key: from, body: fields });
  const read = async (url: string) => fetch(url);

  it("answers as CSV without a credential, says its price, and charges it for each read", async () => {
    const account = await app.addAccount({ credits: 100 });
    const { json } = await createLink({ ...OPERATION, hours: 2, reads_max: 3 }, account.key);
    expect(json.data).toMatchObject({ credits_per_read: 1, reads_max: 3, credits_max: 3 });
    const same = await app.call("GET", "/v1/price/eod_price?ticker=OSTL&window=1M", {
      key: account.key,
      headers: { accept: "text/csv" },
    });
    const [first, second] = [await read(json.data.url), await read(json.data.url)];
    expect([first.status, first.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect([await first.text(), await second.text()]).toEqual([same.text, same.text]);
    const balance = await app.call("GET", "/v1/account/balance", { key: account.key });
    expect(balance.json.data).toMatchObject({ available: 97, spent: 3 });
    const audited = async () => {
      const audit = await app.call("GET", "/v1/account/audit?operation_id=prices.eod_price", account);
      return audit.json.data[0];
    };
    // The trail is written in the background.
    await expect.poll(audited).toMatchObject({ key_id: account.keyId, credits: 1 });
  });

  it("ends with its reads, its hours and its key, and cannot be guessed or changed", async () => {
    const account = await app.addAccount();
    const link = async (fields = {}) =>
      (await createLink({ ...OPERATION, ...fields }, account.key)).json.data.url as string;
    const once = await link({ reads_max: 1 });
    expect([(await read(once)).status, (await read(once)).status]).toEqual([200, 403]);
    const old = await link();
    await app.db`update table_link set expires_at = now() where account_id = ${account.accountId}`;
    expect((await read(old)).status).toBe(403);
    const live = await link();
    const changed = live.replace(/.(?=\.csv)/, (last) => (last === "_" ? "-" : "_"));
    expect((await read(changed)).status).toBe(403);
    await revokeKey(app.db, account.accountId, account.keyId);
    expect((await read(live)).status).toBe(403);
    expect((await app.call("GET", "/v1/account/balance", { key })).status).toBe(200);
  });

  it("costs nothing when its reader hangs up before the answer", async () => {
    const account = await app.addAccount({ credits: 100 });
    const screened = { operation: "companies.search_batch", input: { country: "US", limit: 5 } };
    const { json } = await createLink(screened, account.key);
    const cancelled = new AbortController();
    await inTransaction(app.db, async (sql) => {
      await sql`lock table company in access exclusive mode`;
      const reading = fetch(json.data.url, { signal: cancelled.signal }).catch(() => null);
      const isWaiting = async () => {
        const [row] = await app.db<{ waits: boolean }>`
          select exists (select from pg_locks where not granted and relation = 'company'::regclass) as waits`;
        return row?.waits;
      };
      await expect.poll(isWaiting).toBe(true);
      cancelled.abort();
      await reading;
      // Nothing shows when the service has seen the closed connection; the lock must outlast that moment.
      await sleep(100);
    });
    const audited = async () => {
      const audit = await app.call("GET", "/v1/account/audit?operation_id=companies.search_batch", account);
      return audit.json.data;
    };
    await expect.poll(audited).toMatchObject([{ error_code: "cancelled", credits: 0 }]);
    const balance = await app.call("GET", "/v1/account/balance", { key: account.key });
    expect(balance.json.data).toMatchObject({ available: 100 });
  });

  it("gives no more than its key may read, and nothing that is no table", async () => {
    const weak = await app.addAccount({ scopes: ["reference:read"] });
    expect((await createLink(OPERATION, weak.key)).status).toBe(403);
    const { status, json } = await createLink({ operation: "answers.query", input: { question: "x" } });
    expect([status, json.detail]).toEqual([422, expect.stringContaining("prices.eod_price")]);
    const wrong = await createLink({ ...OPERATION, input: { ticker: 5 } });
    expect([wrong.status, wrong.json.detail]).toEqual([422, expect.stringContaining("input.ticker")]);
  });
});
