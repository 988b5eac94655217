import { parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const { key } = await app.addAccount({ credits: 10_000 });
const ask = async (body: unknown, headers: Record<string, string> = {}) =>
  app.call("POST", "/v1/price/eod_price", { key, body, headers });
const dataOf = async (body: unknown) => (await ask(body)).json.data;

describe("prices.eod_price", () => {
  it("200: states currency, exchange, time zone and adjustment, oldest price first", async () => {
    const data = await dataOf({ svc_entity_id: "ent_qpi4neyotut5", window: "5D" });
    expect(data).toMatchObject({
      currency: "USD",
      exchange: "XXXX",
      timezone: "America/New_York",
      adjust: "split_adjusted",
      fictional: true,
    });
    expect(data.prices.map((price: { date: string }) => price.date)).toEqual([
      "2025-06-24",
      "2025-06-25",
      "2025-06-26",
      "2025-06-27",
      "2025-06-30",
    ]);
    expect(Object.keys(data.prices[0])).toEqual(["date", "open", "high", "low", "close", "volume"]);
  });

  it.each([
    ["1D", 1, "2025-06-30"],
    ["5D", 5, "2025-06-24"],
    ["1M", 22, "2025-05-30"],
    ["6M", 131, "2024-12-30"],
    ["YTD", 129, "2025-01-01"],
    ["1Y", 261, "2024-07-01"],
    ["5Y", 911, "2022-01-03"],
    ["MAX", 911, "2022-01-03"],
  ])("returns window %s as %i prices from %s on", async (window, count, first) => {
    const { prices } = await dataOf({ ticker: "TSDL", window });
    expect([prices.length, prices[0].date]).toEqual([count, first]);
  });

  it("removes a split, and leaves it in raw prices", async () => {
    const range = { ticker: "OSTL", start_date: "2024-09-13", end_date: "2024-09-16" };
    const raw = (await dataOf({ ...range, adjust: "raw" })).prices;
    const adjusted = (await dataOf({ ...range, adjust: "split_adjusted" })).prices;
    expect(raw.map((price: { close: number }) => price.close)).toEqual([71, 35.6]);
    expect(adjusted.map((price: { close: number }) => price.close)).toEqual([35.5, 35.6]);
    expect(adjusted[0].volume).toBe(raw[0].volume * 2);
    expect(adjusted[1].volume).toBe(raw[1].volume);
  });

  it("lowers prices before a dividend by its share of the previous close", async () => {
    const range = { ticker: "ORVK", start_date: "2025-05-14", end_date: "2025-05-15" };
    const raw = (await dataOf({ ...range, adjust: "raw" })).prices;
    const total = (await dataOf({ ...range, adjust: "total_return" })).prices;
    expect(total[1].close).toBe(raw[1].close);
    expect(total[0].close).toBeCloseTo(raw[0].close * (1 - 0.8 / raw[0].close), 8);
  });

  it("finds a company by ISIN too, and says which days are missing", async () => {
    const data = await dataOf({ isin: "ZZTSDL000011", window: "1M" });
    expect(data.svc_entity_id).toBe("ent_qpi4neyotut5");
    // The fictional market is open on every weekday, so no day is missing even on its country's holidays.
    expect(data.missing_dates).toEqual([]);
  });

  it("answers as CSV and as Parquet on request", async () => {
    const body = { ticker: "TSDL", window: "5D" };
    const csv = await ask(body, { accept: "text/csv" });
    expect(csv.headers.get("content-type")).toContain("text/csv");
    expect(csv.text.split("\n")[0]).toBe("date,open,high,low,close,volume");
    expect(csv.text.trim().split("\n")).toHaveLength(6);
    const response = await fetch(`${app.baseUrl}/v1/price/eod_price`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-api-key": key,
        accept: "application/vnd.apache.parquet, application/json;q=0.5",
      },
      body: JSON.stringify(body),
    });
    const rows = await parquetReadObjects({ file: await response.arrayBuffer() });
    expect(rows).toHaveLength(5);
    expect(rows[4]).toMatchObject({ date: new Date("2025-06-30"), close: 64.3 });
  });

  it("422: refuses a request without a company, with both window and dates, or with inverted dates", async () => {
    for (const body of [
      { window: "1M" },
      { ticker: "TSDL", window: "1M", start_date: "2025-01-01" },
      { ticker: "TSDL", start_date: "2025-02-01", end_date: "2025-01-01" },
      { ticker: "TSDL", window: "2W" },
      { ticker: "TSDL", adjust: "none" },
    ])
      expect((await ask(body)).status).toBe(422);
  });

  it("404: does not find an unknown company, or one without prices", async () => {
    expect((await ask({ ticker: "NOSUCHTICKER" })).json.code).toBe("company_not_found");
    expect((await ask({ isin: "US0378331005" })).json.code).toBe("prices_not_found");
  });

  it("404: names the series there are when the requested security has no prices", async () => {
    await app.db`
      insert into security (company_no, position, ticker, ticker_key, mic, source_no)
      select s.company_no, 9, 'TSDLB', 'TSDLB', 'XXXX', s.source_no from security s
      join company c using (company_no) where svc_entity_id = 'ent_qpi4neyotut5' limit 1`;
    const { json } = await ask({ svc_entity_id: "ent_qpi4neyotut5", ticker: "TSDLB" });
    expect([json.code, json.detail]).toEqual([
      "prices_not_found",
      expect.stringMatching(/TSDLB. Available: TSDL on XXXX\.$/),
    ]);
  });

  it("combines days to weeks and months on request", async () => {
    const dates = { ticker: "TSDL", start_date: "2025-04-01", end_date: "2025-06-30" };
    const days = (await dataOf(dates)).prices;
    const monthly = await dataOf({ ...dates, interval: "month" });
    expect(monthly.interval).toBe("month");
    expect(monthly.prices.map(({ date }: { date: string }) => date)).toEqual([
      "2025-04-30",
      "2025-05-30",
      "2025-06-30",
    ]);
    expect(monthly.prices[2].close).toBe(days.at(-1).close);
    const weekly = await dataOf({ ...dates, interval: "week" });
    expect(weekly.prices).toHaveLength(14);
  });

  it("answers as of a past moment, without later corrections and prices", async () => {
    const before = new Date().toISOString();
    await app.db`
      with old as (select * from price_bar b join price_series s using (series_no) where s.ticker = 'PLRN' and date = '2025-06-30'),
      past as (insert into price_bar_past select series_no, date, open, high, low, close, volume, adjusted_close, known_from, now() from old)
      update price_bar b set close = 99, known_from = now() from old where b.series_no = old.series_no and b.date = old.date`;
    const body = { ticker: "PLRN", window: "1D" };
    expect((await dataOf(body)).prices[0].close).toBe(99);
    expect((await dataOf({ ...body, as_of: before })).prices[0].close).toBe(14.6);
    expect((await ask({ ...body, as_of: "2001-01-01" })).json.code).toBe("prices_not_found");
  });
});

describe("prices.market_cap", () => {
  it("is the price times the shares, each with its day and source", async () => {
    const reply = await app.call("POST", "/v1/price/market_cap", { key, body: { ticker: "TSDL" } });
    expect(reply.json.data).toMatchObject({
      currency: "USD",
      market_cap: 64.3 * 63_100_000,
      market_cap_usd: 64.3 * 63_100_000,
      parts: {
        price: { close: 64.3, date: "2025-06-30", adjust: "raw", source: "Florin demo" },
        shares: { shares: 63_100_000, date: "2024-12-31", split_factor: 1 },
        currency_rate: { usd: 1 },
      },
    });
  });

  it("accounts for a split between the day of the shares and the day of the price", async () => {
    const reply = await app.call("POST", "/v1/price/market_cap", {
      key,
      body: { ticker: "OSTL", date: "2024-12-31" },
    });
    expect(reply.json.data.parts.shares.split_factor).toBe(2);
    expect(reply.json.data.market_cap_usd === null).toBe(reply.json.data.currency !== "USD");
  });
});
