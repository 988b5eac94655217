import { describe, expect, it } from "vitest";
import { adjustPrices } from "./adjusting/adjust-prices.ts";
import { groupBars } from "./aggregating/group-bars.ts";
import { easterOf } from "./calendar/dates.ts";
import { listMissingDays, openCalendar } from "./calendar/trading-days.ts";
import { makeRowReader } from "./importing/read-price-row.ts";
import { detectShape, makeCellReader } from "./importing/shapes.ts";
import type { Bar, CorporateAction } from "./store.ts";

const TODAY = "2026-11-15";

function readLine(header: string, line: string) {
  const names = header.split(",");
  const shape = detectShape(names);
  if (!shape) throw new Error(`no shape: ${header}`);
  return { shape, row: makeRowReader(TODAY)(makeCellReader(names, shape)(line.split(","))) };
}

describe("vendor price formats", () => {
  it.each([
    [
      "stooq",
      "total_return",
      "Date,Open,High,Low,Close,Volume",
      "2024-01-02,1,3,0.5,2,10.5",
      [2, 10.5, null],
    ],
    ["stooq", "total_return", "Date,Open,High,Low,Close", "2024-01-02,1,3,0.5,2", [2, null, null]],
    [
      "stooq-bulk",
      "total_return",
      "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>",
      "AAPL.US,D,20240102,000000,1,3,0.5,2,10,0",
      [2, 10, null],
    ],
    [
      "yahoo",
      "split_adjusted",
      "Date,Open,High,Low,Close,Adj Close,Volume",
      "2024-01-02,1,3,0.5,2,1.9,10",
      [2, 10, 1.9],
    ],
    [
      "yahoo",
      "split_adjusted",
      "Datetime,Open,High,Low,Close,Adj Close,Volume,Dividends,Stock Splits",
      "2024-01-02 00:00:00+09:00,1,3,0.5,2,1.9,10,0.0,0.0",
      [2, 10, 1.9],
    ],
    ["alphavantage", "raw", "timestamp,open,high,low,close,volume", "2024-01-02,1,3,0.5,2,10", [2, 10, null]],
    [
      "alphavantage",
      "raw",
      "timestamp,open,high,low,close,adjusted_close,volume,dividend_amount,split_coefficient",
      "2024-01-02,1,3,0.5,2,1.9,10,0.0000,1.0",
      [2, 10, 1.9],
    ],
    [
      "tiingo",
      "raw",
      "date,close,high,low,open,volume,adjClose,adjHigh,adjLow,adjOpen,adjVolume,divCash,splitFactor",
      "2024-01-02T00:00:00.000Z,2,3,0.5,1,10,1.9,2.9,0.4,0.9,10,0.0,1.0",
      [2, 10, 1.9],
    ],
    [
      "eodhd",
      "raw",
      "Date,Open,High,Low,Close,Adjusted_close,Volume",
      "2024-01-02,1,3,0.5,2,1.9,10",
      [2, 10, 1.9],
    ],
    [
      "florin",
      "raw",
      "svc_entity_id,ticker,date,open,high,low,close,volume,currency",
      "ent_a,T,2024-01-02,1,3,0.5,2,10,EUR",
      [2, 10, null],
    ],
  ] as const)("recognize %s (%s): %s", (...[name, basis, header, line, [close, volume, adjusted_close]]) => {
    const { shape, row } = readLine(header, line);
    expect([shape.name, shape.basis]).toEqual([name, basis]);
    expect(row).toMatchObject({
      bar: { date: "2024-01-02", open: 1, high: 3, low: 0.5, close, volume, adjusted_close },
      dividend: null,
      split: null,
    });
  });

  it("yield splits and dividends from the lines that carry them", () => {
    const header =
      "date,close,high,low,open,volume,adjClose,adjHigh,adjLow,adjOpen,adjVolume,divCash,splitFactor";
    expect(readLine(header, "2024-01-02,2,3,1,1,1,1,1,1,1,1,0.24,4.0").row).toMatchObject({
      dividend: 0.24,
      split: 4,
    });
  });

  it("accept an unnamed first column, as many tools write it", () => {
    const { shape, row } = readLine(",Date,Open,High,Low,Close,Volume", "7,2024-01-02,1,3,0.5,2,1");
    expect(shape.name).toBe("stooq");
    expect(row).toMatchObject({ bar: { close: 2, adjusted_close: null }, dividend: null, without: [] });
    const header = ["", "Date", "Open", "High", "Low", "Close"];
    expect(makeCellReader(header, shape)(["7", "2024-01-02"])).toMatchObject({
      ticker: null,
      currency: null,
    });
  });

  it("leave out an adjusted close that is not a price, and say so", () => {
    const header = "Date,Open,High,Low,Close,Adj Close,Volume";
    expect(readLine(header, "2024-01-02,1,3,0.5,2,-0.4,1").row).toMatchObject({
      bar: { close: 2, adjusted_close: null },
      warning: "adjusted close -0.4 is not a price: omitted",
    });
  });

  it("are never guessed: an unknown header has none", () => {
    expect(detectShape(["day", "price"])).toBeNull();
  });
});

describe("a price line", () => {
  const header = "Date,Open,High,Low,Close,Volume";
  it.each([
    ["2024-02-30,1,3,0.5,2,1", "is not a valid date"],
    ["yesterday,1,3,0.5,2,1", "is not a valid date"],
    ["2020-12-18 19:58:00,1,3,0.5,2,1", "is intraday"],
    ["2031-01-01,1,3,0.5,2,1", "is in the future"],
    ["2024-01-02,1,3,0.5,abc,1", 'close "abc" is not a number'],
    ["2024-01-02,1,3,0.5,0x10,1", "is not a number"],
    ["2024-01-02,1,3,0.5,-2,1", "close -2 is not a price"],
    ["2024-01-02,1,0.5,3,2,1", "high 0.5 is below low 3"],
    ["2024-01-02,1,3,0.5,7,1", "close 7 is above high 3"],
    ["2024-01-02,1,3,2,1,1", "close 1 is below low 2"],
    ["2024-01-02,1,3,0.5,2,-1", "volume -1 is below zero"],
    ["2024-01-02,null,null,null,null,null", "the row has no price"],
  ])("is refused: %s (%s)", (line, reason) => {
    expect(readLine(header, line).row).toContain(reason);
  });

  it("is accepted with a close alone, and nothing is filled in", () => {
    expect(readLine(header, "2024-01-02,,,,2,").row).toMatchObject({
      bar: { open: null, high: null, low: null, close: 2, volume: null },
    });
  });
});

describe("price adjustment", () => {
  const bar = (date: string, close: number, adjusted_close: number | null = null): Bar => ({
    date,
    open: close,
    high: close,
    low: close,
    close,
    volume: 100,
    adjusted_close,
  });
  const action = (
    kind: "split" | "dividend",
    ex_date: string,
    value: number,
    adjusted = false,
  ): CorporateAction => ({
    ticker: "",
    kind,
    ex_date,
    payment_date: null,
    currency: null,
    source: "",
    ratio: kind === "split" ? value : null,
    amount: kind === "dividend" ? value : null,
    amount_split_adjusted: adjusted,
  });
  const closes = (bars: readonly Bar[]) => bars.map(({ close }) => close);
  // 100 → dividend of 10 → 90 → two for one → 45.
  const raw = [bar("2024-01-01", 100), bar("2024-01-02", 90), bar("2024-01-03", 45)];
  const actions = [action("dividend", "2024-01-02", 10), action("split", "2024-01-03", 2)];
  const facts = { basis: "raw" as const, actions, closesBefore: new Map([["2024-01-02", 100]]) };

  it("removes splits, and yields a series of total returns", () => {
    expect(closes(adjustPrices(raw, "split_adjusted", facts))).toEqual([50, 45, 45]);
    expect(closes(adjustPrices(raw, "total_return", facts))).toEqual([45, 45, 45]);
  });

  it("restores prices of a source that had removed splits", () => {
    const given = { ...facts, basis: "split_adjusted" as const };
    const bars = [bar("2024-01-01", 50), bar("2024-01-02", 45), bar("2024-01-03", 45)];
    expect(closes(adjustPrices(bars, "raw", given))).toEqual([100, 90, 45]);
  });

  it("accepts dividends stated per share of today", () => {
    const today = [action("dividend", "2024-01-02", 5, true), action("split", "2024-01-03", 2)];
    expect(closes(adjustPrices(raw, "total_return", { ...facts, actions: today }))).toEqual([45, 45, 45]);
  });

  it("reads a dividend on the day of a split as one per new share, on every basis", () => {
    // 200 → two for one with a dividend of 1 per new share → 99.
    const bothOn = [action("split", "2024-01-02", 2), action("dividend", "2024-01-02", 1)];
    const given = { basis: "raw" as const, actions: bothOn, closesBefore: new Map([["2024-01-02", 200]]) };
    const days = [bar("2024-01-01", 200), bar("2024-01-02", 99)];
    expect(closes(adjustPrices(days, "total_return", given))).toEqual([99, 99]);
    const adjusted = {
      ...given,
      basis: "split_adjusted" as const,
      closesBefore: new Map([["2024-01-02", 100]]),
    };
    const adjustedDays = [bar("2024-01-01", 100), bar("2024-01-02", 99)];
    expect(closes(adjustPrices(adjustedDays, "total_return", adjusted))).toEqual([99, 99]);
  });

  it("prefers the source's adjusted close to its own computation", () => {
    expect(closes(adjustPrices([bar("2024-01-01", 100, 44)], "total_return", facts))).toEqual([44]);
  });
});

describe("weekly and monthly prices", () => {
  const day = (date: string, values: [number, number, number, number, number | null]): Bar => {
    const [open, high, low, close, volume] = values;
    return { date, open, high, low, close, volume, adjusted_close: null };
  };
  // Monday 30 December to Thursday 2 January are one week, but two months.
  const days = [
    day("2024-12-27", [9, 9, 8, 8, 5]),
    day("2024-12-30", [10, 12, 9, 11, 100]),
    day("2024-12-31", [11, 15, 10, 14, 200]),
    day("2025-01-02", [14, 14, 7, 8, null]),
  ];

  it("combine first open, highest, lowest, last close and all volume under the last trading day", () => {
    expect(groupBars(days, "week")).toEqual([
      day("2024-12-27", [9, 9, 8, 8, 5]),
      day("2025-01-02", [10, 15, 7, 8, 300]),
    ]);
    expect(groupBars(days, "month")).toEqual([
      day("2024-12-31", [9, 15, 8, 14, 305]),
      day("2025-01-02", [14, 14, 7, 8, null]),
    ]);
    expect(groupBars(days, "day")).toEqual(days);
  });
});

describe("the exchange calendar", () => {
  const closedIn = (country: string, year: number) => {
    const { isOpen } = openCalendar(country);
    return Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(year, 0, 1 + day)))
      .filter((day) => day.getUTCFullYear() === year && day.getUTCDay() % 6 !== 0)
      .map((day) => day.toISOString().slice(0, 10))
      .filter((day) => !isOpen(day))
      .map((day) => day.slice(5))
      .join(" ");
  };

  it("computes Easter", () => {
    expect([2000, 2019, 2024, 2025, 2038].map(easterOf)).toEqual([
      "2000-04-23",
      "2019-04-21",
      "2024-03-31",
      "2025-04-20",
      "2038-04-25",
    ]);
  });

  it.each([
    ["US", 2024, "01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25"],
    ["US", 2022, "01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26"],
    ["US", 2025, "01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25"],
    ["GB", 2022, "01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27"],
    ["GB", 2021, "01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28"],
    ["DE", 2024, "01-01 03-29 04-01 05-01 12-24 12-25 12-26 12-31"],
    ["FR", 2023, "04-07 04-10 05-01 12-25 12-26"],
    ["CH", 2024, "01-01 01-02 03-29 04-01 05-01 05-09 05-20 08-01 12-24 12-25 12-26 12-31"],
    ["CA", 2024, "01-01 02-19 03-29 05-20 07-01 08-05 09-02 10-14 12-25 12-26"],
    [
      "JP",
      2024,
      "01-01 01-02 01-03 01-08 02-12 02-23 03-20 04-29 05-03 05-06 07-15 08-12 09-16 09-23 10-14 11-04 12-31",
    ],
  ])("lists the closed days of %s in %i", (country, year, closed) => {
    expect(closedIn(country, year)).toBe(closed);
  });

  it("finds the days without a price, and knows weekends of other countries", () => {
    const days = ["2024-03-27", "2024-03-28", "2024-04-02", "2024-04-04"];
    expect(listMissingDays(openCalendar("US"), days)).toEqual(["2024-04-01", "2024-04-03"]);
    expect(openCalendar("SA").isOpen("2024-04-05")).toBe(false);
    expect(openCalendar("SA").isOpen("2024-04-07")).toBe(true);
    expect(openCalendar("BR").kind).toBe("weekdays");
  });
});
