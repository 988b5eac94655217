import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { loadCompanies, requireCompany } from "../src/features/companies/index.ts";
import { findMarketCap } from "../src/features/prices/capitalization/market-cap.ts";
import { findPrices, writeShareCounts } from "../src/features/prices/index.ts";
import { freshDatabase } from "./database.ts";
import { countsOf, openLoading } from "./ingest/loading.ts";
import { startPublisher } from "./ingest/publisher.ts";

const db = await freshDatabase();
const { load, write, folder } = openLoading(db);
const svc_entity_id = "ent_pricedcompany";
await loadCompanies(db, { name: "test", reference: "", licence: "own", source_date: "2025-01-01" }, [
  {
    svc_entity_id,
    name: "Priced Company Inc",
    country: "US",
    exchange: "XNYS",
    securities: [{ ticker: "PRCD", isin: "US0378331005", mic: "XNYS" }],
  },
  {
    svc_entity_id: "ent_dividendcompany",
    name: "Dividend Company Inc",
    country: "US",
    exchange: "XNYS",
    securities: [{ ticker: "PRDV", mic: "XNYS" }],
  },
]);
const closes = async (adjust: "raw" | "split_adjusted" | "total_return", as_of: string | null = null) =>
  (await findPrices(db, { svc_entity_id, window: "MAX", adjust, as_of }))?.prices.map(({ close }) => close);

const YAHOO = [
  "Date,Open,High,Low,Close,Adj Close,Volume,Dividends,Stock Splits",
  "2024-01-02 00:00:00-05:00,50,51,49,50,45,100,0.0,0.0",
  "2024-01-03 00:00:00-05:00,45,46,44,45,45,100,5.0,0.0",
  "2024-01-04 00:00:00-05:00,null,null,null,null,null,null,0.0,0.0",
  "2024-01-05 00:00:00-05:00,45,46,44,999,45,100,0.0,2.0",
  "2024-01-08 00:00:00-05:00,45,46,44,45,45,100,0.0,2.0",
].join("\n");

describe("prices-csv", () => {
  it("rejects impossible lines with number and reason, and loads the rest", async () => {
    const result = await load("prices-csv", write("PRCD.csv", YAHOO), { licence: "test" });
    expect(countsOf(result)).toEqual({ added: 3, changed: 0, unchanged: 0, skipped: 0, rejected: 2 });
    expect(result.rejections.map(({ line, reason }) => [line, reason])).toEqual([
      [4, "the row has no price"],
      [5, "close 999 is above high 46"],
    ]);
  });

  it("names what each column is: as traded, without splits, with dividends", async () => {
    expect(await closes("split_adjusted")).toEqual([50, 45, 45]);
    expect(await closes("raw")).toEqual([100, 90, 45]);
    expect(await closes("total_return")).toEqual([45, 45, 45]);
    const found = await findPrices(db, { svc_entity_id, window: "MAX" });
    expect(found?.missing_dates).toEqual(["2024-01-04", "2024-01-05"]);
    expect(found?.series).toMatchObject({
      source: "Yahoo Finance",
      basis: "split_adjusted",
      currency: "USD",
    });
  });

  it("changes nothing when it is loaded again, and keeps what was known before a correction", async () => {
    expect(countsOf(await load("prices-csv", write("PRCD.csv", YAHOO), { ticker: "PRCD" }))).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 3,
    });
    const versions = async () =>
      (await db.pool.query("select xmin, xmax, date from price_bar order by date")).rows;
    const stored = await versions();
    await load("prices-csv", write("PRCD.csv", `${YAHOO}\n`), { ticker: "PRCD" });
    // An unchanged row is not even locked: that would write it again.
    expect(await versions()).toEqual(stored);
    const before = new Date().toISOString();
    const corrected = YAHOO.replace("50,51,49,50,45", "50,51,49,49.5,45");
    expect(countsOf(await load("prices-csv", write("fix.csv", corrected), { ticker: "PRCD" }))).toMatchObject(
      {
        added: 0,
        changed: 1,
        unchanged: 2,
      },
    );
    expect(await closes("split_adjusted")).toEqual([49.5, 45, 45]);
    expect(await closes("split_adjusted", before)).toEqual([50, 45, 45]);
  });

  it("removes splits and dividends that the source has withdrawn, and reports the changed day", async () => {
    const id = "ent_dividendcompany";
    const header = "date,open,high,low,close,volume,adjClose,divCash,splitFactor";
    const reported = (dividend: string, split: string) =>
      write(
        "PRDV.csv",
        `${header}\n2025-05-01,9,9,9,9,1,9,0,1\n2025-05-02,9,9,9,9,1,9,${dividend},${split}\n`,
      );
    const actions = async (as_of: string | null = null) =>
      (await findPrices(db, { svc_entity_id: id, ticker: "PRDV", window: "MAX", as_of }))?.actions.map(
        ({ kind, amount, ratio }) => [kind, amount ?? ratio],
      );
    await load("prices-csv", reported("0.5", "2"));
    expect(await actions()).toEqual([
      ["dividend", 0.5],
      ["split", 2],
    ]);
    const [{ before } = { before: "" }] = await db<{ before: string }>`select now() as before`;
    expect(countsOf(await load("prices-csv", reported("0.6", "1")))).toMatchObject({
      changed: 1,
      unchanged: 1,
    });
    expect(await actions()).toEqual([["dividend", 0.6]]);
    expect(countsOf(await load("prices-csv", reported("0.6", "1")))).toMatchObject({
      changed: 0,
      unchanged: 2,
    });
    // An empty line withdraws nothing.
    await load("prices-csv", reported("", ""));
    expect(await actions()).toEqual([["dividend", 0.6]]);
    expect(await actions(before)).toHaveLength(2);
    await db`delete from price_series where svc_entity_id = ${id}`;
    await db`delete from corporate_action where svc_entity_id = ${id}`;
  });

  it("computes an earlier return from the closes of that time", async () => {
    const day = (close: number) =>
      write(
        "dividend.csv",
        `ticker,date,close,currency,dividend\nPRDV,2025-01-02,${close},USD,\nPRDV,2025-01-03,90,USD,10\n`,
      );
    const returns = async (as_of: string | null) =>
      (
        await findPrices(db, {
          svc_entity_id: "ent_dividendcompany",
          window: "MAX",
          adjust: "total_return",
          as_of,
        })
      )?.prices.map(({ close }) => close);
    await load("prices-csv", day(100));
    const before = new Date().toISOString();
    expect(await returns(before)).toEqual([90, 90]);
    await load("prices-csv", day(50));
    expect(await returns(null)).toEqual([40, 90]);
    expect(await returns(before)).toEqual([90, 90]);
  });

  it("gives no market capitalization for a day whose price has an unknown adjustment", async () => {
    const company = await requireCompany(db, "ent_dividendcompany");
    const cap = (date?: string) => findMarketCap(db, company, { exchange: "XNAS", date, as_of: null });
    await load(
      "prices-csv",
      write("PRDV_d.csv", "Date,Open,High,Low,Close\n2025-01-02,4,4,4,4\n2025-01-03,5,5,5,5\n"),
      {
        ticker: "PRDV",
        exchange: "XNAS",
      },
    );
    const reported = { source: "test", reference: "", licence: "", date: "2024-12-31", shares: 100 };
    await writeShareCounts(db, [{ svc_entity_id: "ent_dividendcompany", ...reported }]);
    expect(await cap()).toMatchObject({ market_cap: 500, parts: { price: { adjust: "total_return" } } });
    expect(await cap("2025-02-01")).toMatchObject({ market_cap: 500 });
    await expect(cap("2025-01-02")).rejects.toMatchObject({
      code: "prices_not_found",
      detail: expect.stringContaining("Request the latest day, 2025-01-03."),
    });
  });

  it("warns of moves that no split or dividend explains, with line and reason, and changes nothing", async () => {
    const emit = (...rows: [day: string, close: number, dividend?: number, split?: number][]) =>
      [
        "date,close,high,low,open,volume,adjClose,adjHigh,adjLow,adjOpen,adjVolume,divCash,splitFactor",
        ...rows.map(([day, close, dividend = 0, split = 1]) => {
          const four = `${close},${close},${close},${close}`;
          return `2023-${day},${four},100,${four},100,${dividend},${split}`;
        }),
      ].join("\n");
    const file = emit(
      ["03-01", 100],
      ["03-02", 40],
      ["03-03", 101],
      ["03-06", 50, 0, 2],
      ["03-07", 20, 30],
      ["03-08", 5],
      ["03-09", 7.6],
      ["05-09", 50],
    );
    const first = await load("prices-csv", write("jumps.csv", file), { ticker: "PRCD" });
    expect(countsOf(first)).toMatchObject({ added: 8, rejected: 0 });
    const reported = ({ line, reason, excerpt }: (typeof first.warnings)[number]) => [line, excerpt, reason];
    expect([first.warned, first.warnings.map(reported)]).toEqual([
      3,
      [
        [3, "2023-03-02", "close 40 is 0.4 times 100 of 2023-03-01, and 101 on 2023-03-03 again"],
        [
          7,
          "2023-03-08",
          "close 5 is 0.25 times 20 of 2023-03-07, as after a split of 4 that no source reports",
        ],
        [
          8,
          "2023-03-09",
          "close 7.6 is 1.52 times 5 of 2023-03-08, as after a reverse split of 1.5 that no source reports",
        ],
      ],
    ]);
    const [kept] = await db`
      select array_agg(close order by date) as closes from price_bar join price_series using (series_no)
      where source = 'Tiingo'`;
    expect(kept).toEqual({ closes: [100, 40, 101, 50, 20, 5, 7.6, 50] });
    // The previous day is from an earlier load.
    const next = await load("prices-csv", write("next.csv", emit(["05-10", 400])), { ticker: "PRCD" });
    expect(next.warnings.map(reported)).toEqual([
      [
        2,
        "2023-05-10",
        "close 400 is 8 times 50 of 2023-05-09, as after a reverse split of 8 that no source reports",
      ],
    ]);
    expect(await db`select taken, line from ingest_rejection where run_no = ${next.run_no}`).toEqual([
      { taken: true, line: 2 },
    ]);
    await db`delete from price_series where source = 'Tiingo'`;
    await db`delete from corporate_action where source = 'Tiingo'`;
  });

  it("warns once of bars that are not daily, and keeps them", async () => {
    const bars = (apart: number) =>
      Array.from({ length: 9 }, (_, index) =>
        new Date(Date.UTC(2022, 0, 7 + index * apart)).toISOString().slice(0, 10),
      ).map((day) => `${day},10,10,10,10,100`);
    const file = (apart: number) =>
      write(`bars-${apart}.csv`, ["Date,Open,High,Low,Close,Volume", ...bars(apart)].join("\n"));
    const weekly = await load("prices-csv", file(7), { ticker: "PRCD" });
    expect([countsOf(weekly)["added"], weekly.warnings]).toEqual([
      9,
      [
        {
          line: 2,
          excerpt: "2022-01-07",
          reason: "its days are mostly 7 days apart, as in weekly or monthly bars: each is stored as one day",
        },
      ],
    ]);
    expect((await load("prices-csv", file(3), { ticker: "PRCD" })).warnings).toEqual([]);
    await db`delete from price_series where source = 'Stooq' and ticker = 'PRCD'`;
  });

  it("waits for a busy publisher, and rejects unknown securities", async () => {
    let calls = 0;
    const { url } = await startPublisher(() =>
      ++calls === 1
        ? { status: 503, headers: { "retry-after": "0" } }
        : {
            body: "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>\nPRCD.US,D,20240102,000000,1,2,1,2,10.5,0\nNOBODY9.US,D,20240102,000000,1,2,1,2,1,0\n",
          },
    );
    const result = await load("prices-csv", `${url}/daily.txt`);
    expect(countsOf(result)).toMatchObject({ added: 1, rejected: 1 });
    expect(result.rejections).toMatchObject([{ line: 3, reason: "no company has the ticker NOBODY9.US" }]);
  });

  it("accepts one security in several notations, and rejects only an invalid currency or number", async () => {
    const file = write(
      "many-ways.csv",
      [
        "ticker,date,close,volume,currency",
        "PRCD,2025-03-03,10,1,USD",
        "prcd.us,2025-03-03,11,1,usd",
        "PRCD,2025-03-04,12,1,DOLLARS",
        "PRCD,2025-03-05,12,1,GBp",
        "PRCD,2025-03-06,12,1e400,USD",
        "PRCD,2025-03-07,12,1,EUR",
      ].join("\n"),
    );
    const result = await load("prices-csv", file);
    expect(countsOf(result)).toEqual({ added: 1, changed: 0, unchanged: 0, skipped: 1, rejected: 4 });
    expect(result.rejections.map(({ reason }) => reason).sort()).toEqual([
      "currency DOLLARS is not an ISO 4217 code",
      "currency EUR, where lines before it say USD",
      "currency GBp is not an ISO 4217 code",
      'volume "1e400" is not a number',
    ]);
  });

  it("reports in one sentence that a compressed file is broken or missing", async () => {
    const whole = gzipSync(`date,close,currency,ticker\n${"2025-02-03,5,USD,NONE\n".repeat(50)}`);
    await expect(load("prices-csv", write("cut.csv.gz", whole.subarray(0, 40)))).rejects.toThrow(
      /^The file .*cut\.csv\.gz cannot be read to its end: unexpected end of file\.$/,
    );
    await expect(load("prices-csv", folder)).rejects.toThrow(`The file ${folder} cannot be read.`);
  });

  it("reports in one sentence that a header has no known format", async () => {
    await expect(load("prices-csv", write("odd.csv", "day,price\n1,2\n"))).rejects.toThrow(
      "prices-csv: the header day,price does not match any known format",
    );
  });
});

describe("rates-csv and mic", () => {
  it("convert the ECB's rates per euro, and a pair, into dollars for one unit", async () => {
    const file = write("eurofxref-hist.csv", "Date,USD,JPY,GBP,\n2025-01-02,1.04,160,0.8,\nbad,1,1,1,\n");
    const result = await load("rates-csv", file, { licence: "test" });
    expect(countsOf(result)).toMatchObject({ added: 3, rejected: 1 });
    await load("rates-csv", write("usdpln_d.csv", "Date,Open,High,Low,Close\n2025-01-02,4,4,4,4\n"));
    const rates =
      await db`select currency, round(usd::numeric, 4)::float8 as usd from currency_rate order by currency`;
    expect(rates).toEqual([
      { currency: "EUR", usd: 1.04 },
      { currency: "GBP", usd: 1.3 },
      { currency: "JPY", usd: 0.0065 },
      { currency: "PLN", usd: 0.25 },
    ]);
    expect(
      countsOf(
        await load("rates-csv", write("eurofxref-hist.csv", "Date,USD,JPY,GBP,\n2025-01-02,1.04,160,0.8,\n")),
      ),
    ).toMatchObject({ added: 0, unchanged: 3 });
  });

  it("reject only invalid days and rates, and use the last value of a day", async () => {
    const file = write(
      "usdsek_d.csv",
      "Date,Close\n2025-02-31,4\n2025-02-03,1e400\n2125-02-03,4\n2025-02-04,4\n2025-02-04,5\n",
    );
    const result = await load("rates-csv", file);
    expect(countsOf(result)).toEqual({ added: 1, changed: 0, unchanged: 0, skipped: 1, rejected: 3 });
    expect(result.rejections.map(({ reason }) => reason)).toEqual([
      'date "2025-02-31" is not a valid date',
      'rate "1e400" is not a rate',
      "date 2125-02-03 is in the future",
    ]);
    expect(await db`select usd from currency_rate where currency = 'SEK'`).toEqual([{ usd: 0.2 }]);
  });

  it("name the publisher, whatever the file is called, and reject an invalid rate", async () => {
    const history = "Date,USD,CHF,NOK\n2025-02-06,1.1,N/A,11\n2025-02-07,1.1,zero,11\n2025-02-10,1.1,-1,11\n";
    const result = await load("rates-csv", write("rates-of-europe.csv", history));
    expect(result.rejections.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'rate "zero" of CHF is not a rate'],
      [4, 'rate "-1" of CHF is not a rate'],
    ]);
    await load("rates-csv", write("stooq_usdhuf_d.csv", "Date,Close\n2025-02-06,400\n"));
    expect(
      await db`select currency, source from currency_rate where date = '2025-02-06' order by currency`,
    ).toEqual([
      { currency: "EUR", source: "European Central Bank" },
      { currency: "HUF", source: "Stooq" },
      { currency: "NOK", source: "European Central Bank" },
    ]);
  });

  it("load markets, also closed ones, and reject invalid ones", async () => {
    const header =
      "MIC,OPERATING MIC,OPRT/SGMT,MARKET NAME-INSTITUTION DESCRIPTION,ISO COUNTRY CODE (ISO 3166),STATUS,EXPIRY DATE";
    const csv = `${header}\nXONE,XONE,OPRT,FIRST MARKET,US,ACTIVE,\nXTWO,XONE,SGMT,SECOND MARKET,US,EXPIRED,20200131\nTOOLONG,XONE,SGMT,X,US,ACTIVE,\nXDAY,XONE,SGMT,X,US,EXPIRED,20200231\n`;
    expect(countsOf(await load("mic", write("mic.csv", csv)))).toEqual({
      added: 2,
      changed: 0,
      unchanged: 0,
      skipped: 0,
      rejected: 2,
    });
    expect(countsOf(await load("mic", write("mic2.csv", csv)))).toMatchObject({ added: 0, unchanged: 2 });
    expect(await db`select mic, status, expiry_date from market where mic = 'XTWO'`).toEqual([
      { mic: "XTWO", status: "EXPIRED", expiry_date: "2020-01-31" },
    ]);
    const reopened = csv.replace("EXPIRED,20200131", "ACTIVE,");
    await load("mic", write("older.csv", reopened), { date: "2019-01-31" });
    expect(await db`select status from market where mic = 'XTWO'`).toEqual([{ status: "EXPIRED" }]);
    const named = (encoding: "utf8" | "latin1") =>
      Buffer.from(`${header}\nXBRS,XBRS,OPRT,B\u00d6RSE ${encoding},DE,ACTIVE,\n`, encoding);
    for (const encoding of ["utf8", "latin1"] as const) {
      await load("mic", write("named.csv", named(encoding)));
      expect(await db`select name from market where mic = 'XBRS'`).toEqual([
        { name: `B\u00d6RSE ${encoding}` },
      ]);
    }
    await expect(load("mic", write("drift.csv", "MIC,OPERATOR\nX,Y\n"))).rejects.toThrow(
      'mic: the file has no column "OPERATING MIC"',
    );
  });
});
