import { describe, expect, it } from "vitest";
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
