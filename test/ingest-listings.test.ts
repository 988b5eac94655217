import { describe, expect, it } from "vitest";
import { loadCompanies } from "../src/features/companies/index.ts";
import { startTestApp } from "./app.ts";
import { openLoading } from "./ingest/loading.ts";

/** Which prices a file holds: one of several shares of a company, on one of several markets. */
const app = await startTestApp();
const { db } = app;
const { load, write } = openLoading(db);
const { key } = await app.addAccount();
await loadCompanies(db, { name: "test", reference: "", licence: "own", source_date: "2025-01-01" }, [
  {
    svc_entity_id: "ent_severalshares1",
    name: "Several Shares Inc",
    country: "US",
    exchange: "XNAS",
    securities: [
      { ticker: "SVSA", mic: "XNAS", isin: "US0378331005" },
      { ticker: "SVSC", mic: "XNAS", isin: null },
    ],
  },
  {
    svc_entity_id: "ent_severalmarkets",
    name: "Several Markets plc",
    country: "GB",
    exchange: "XLON",
    securities: [
      { ticker: "SVM", mic: "XLON", isin: null },
      { ticker: "SVMY", mic: "XNYS", isin: null },
    ],
  },
  {
    svc_entity_id: "ent_namesakeabroad",
    name: "Namesake Abroad Ltd",
    country: "AU",
    exchange: "XASX",
    securities: [{ ticker: "SVSA", mic: "XASX", isin: null }],
  },
]);
const bars = (file: string, close: number) =>
  write(file, `Date,Open,High,Low,Close,Volume\n2025-01-02,${close},${close},${close},${close},10\n`);
const newestClose = async (requests: object) => {
  const { json } = await app.call("POST", "/v1/price/eod_price", {
    key,
    body: { ...requests, window: "1D" },
  });
  const { svc_entity_id, ticker, isin, exchange, currency, prices } = json.data as Record<string, unknown> & {
    prices: { close: number }[];
  };
  return [svc_entity_id, ticker, isin, exchange, currency, prices[0]?.close];
};

describe("the prices of one company", () => {
  it("are kept apart for each of its shares", async () => {
    for (const [file, close] of [
      ["svsa_us_d.csv", 10],
      ["SVSC.csv", 20],
    ] as const)
      expect(await load("prices-csv", bars(file, close))).toMatchObject({ added: 1, changed: 0 });
    const isin = "US0378331005";
    const first = ["ent_severalshares1", "SVSA", isin, "XNAS", "USD", 10];
    const second = ["ent_severalshares1", "SVSC", null, "XNAS", "USD", 20];
    expect(await newestClose({ ticker: "SVSA" })).toEqual(first);
    expect(await newestClose({ isin })).toEqual(first);
    expect(await newestClose({ ticker: "SVSC" })).toEqual(second);
    expect(await newestClose({ ticker: "svsc.us" })).toEqual(second);
  });

  it("belong to the market of the ticker, in its currency", async () => {
    await load("prices-csv", bars("svmy_us_d.csv", 30));
    await load("prices-csv", bars("SVM.csv", 4));
    expect(await newestClose({ ticker: "SVMY" })).toEqual([
      "ent_severalmarkets",
      "SVMY",
      null,
      "XNYS",
      "USD",
      30,
    ]);
    expect(await newestClose({ ticker: "SVM" })).toEqual([
      "ent_severalmarkets",
      "SVM",
      null,
      "XLON",
      "GBP",
      4,
    ]);
  });
});

describe("a file in another currency than the previous ones", () => {
  it("is accepted with a warning, because it covers all days of the listing", async () => {
    const file = bars("SVSC.csv", 20);
    expect((await load("prices-csv", file)).warnings).toEqual([]);
    const { warnings } = await load("prices-csv", file, { currency: "EUR" });
    expect(warnings.map(({ line, reason }) => [line, reason])).toEqual([
      [2, "currency EUR, where all prices of this listing were in USD until now"],
    ]);
    expect((await newestClose({ ticker: "SVSC" })).slice(-2)).toEqual(["EUR", 20]);
  });
});

describe("a ticker that several companies have", () => {
  it("means the one on the named market", async () => {
    await load("prices-csv", bars("prices.csv", 7), { ticker: "SVSA", exchange: "XASX" });
    const abroad = ["ent_namesakeabroad", "SVSA", null, "XASX", "AUD", 7];
    expect(await newestClose({ ticker: "SVSA", exchange: "XASX" })).toEqual(abroad);
    expect((await newestClose({ ticker: "SVSA" })).at(-1)).toBe(10);
  });
});

describe("a list of tickers", () => {
  it("gives each series in one call, says why a ticker has none, and charges only those with prices", async () => {
    const body = { tickers: ["SVSC", "SVM", "SVSC", "NOSUCH"], window: "1D" };
    const { json, headers } = await app.call("POST", "/v1/price/eod_prices", { key, body });
    const { series, errors } = json.data as {
      series: { ticker: string; prices: { close: number }[] }[];
      errors: { ticker: string; code: string }[];
    };
    expect(series.map(({ ticker, prices }) => [ticker, prices[0]?.close])).toEqual([
      ["SVSC", 20],
      ["SVM", 4],
    ]);
    expect(errors).toMatchObject([{ ticker: "NOSUCH", code: "company_not_found" }]);
    expect(headers.get("x-credits-charged")).toBe("2");
  });

  it("422: refuses an empty and an overlong list", async () => {
    for (const tickers of [[], Array.from({ length: 51 }, (_, index) => `T${index}`)])
      expect((await app.call("POST", "/v1/price/eod_prices", { key, body: { tickers } })).status).toBe(422);
  });
});
