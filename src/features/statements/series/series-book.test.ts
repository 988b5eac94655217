import { describe, expect, it } from "vitest";
import { parseExpression } from "../measures/expression.ts";
import { type GivenPoint, writeLines } from "../testing/point-lines.ts";
import { PointReader } from "./read-point.ts";
import { calendarYears, fiscalYears, interimPeriods, type LabelPeriods, SeriesBook } from "./series-book.ts";
import { NO_SPLITS } from "./splits.ts";

const point = (start: string | null, end: string, value: number): GivenPoint => ({
  published: "2024-08-01",
  start,
  end,
  value,
});

const options = {
  fromYear: 2000,
  toYear: 2100,
  reader: new PointReader(),
  splitFactor: NO_SPLITS,
};

const book = new SeriesBook(
  new Map([
    [
      "revenue",
      writeLines([
        point("2023-04-02", "2023-07-01", 90),
        point("2024-01-01", "2024-06-30", 210),
        point("2024-04-01", "2024-06-30", 100),
      ]),
    ],
    ["total_assets", writeLines([point(null, "2023-12-31", 480), point(null, "2024-06-30", 500)])],
  ]),
  { ...options, frequency: "interim", labelPeriods: interimPeriods },
);

describe("the periods of an interim series", () => {
  it("keep a quarter and the year to date apart, though they end on one day", () => {
    expect(book.find("revenue", "2024-06-30 3M")).toMatchObject({ value: 100 });
    expect(book.find("revenue", "2024-06-30 6M")).toMatchObject({ value: 210 });
  });

  it("are as the newer report has them, though it counts their weeks from another day", () => {
    const quarter = { end: "2024-06-29", value: 100 };
    const given = [
      { ...quarter, start: "2024-03-31", published: "2024-08-01" },
      { ...quarter, start: "2024-03-30", published: "2025-08-01", value: 90 },
    ];
    for (const points of [given, given.toReversed()]) {
      const lines = new Map([["revenue", writeLines(points)]]);
      const own = new SeriesBook(lines, { ...options, frequency: "interim", labelPeriods: interimPeriods });
      expect(own.find("revenue", "2024-06-29 3M")).toMatchObject({ value: 90, restated: { value: 100 } });
    }
  });

  it("have the balance sheet of their last day", () => {
    expect(book.find("total_assets", "2024-06-30 3M")).toMatchObject({ value: 500 });
    expect(book.periods().sort()).toEqual(["2023-07-01 3M", "2023-12-31", "2024-06-30 3M", "2024-06-30 6M"]);
  });

  it("grow over the same quarter of the year before, though it ended a day off", () => {
    const growth = { kind: "measure", id: "revenue", growthYears: 1 } as const;
    expect(book.evaluate(growth, "2024-06-30 3M")).toMatchObject({ value: 100 / 90 - 1 });
    expect(book.evaluate(growth, "2024-06-30 6M")).toHaveProperty("reason");
  });
});

describe("calendar years", () => {
  it("have one fiscal year each where years of whole weeks end in the last days of May and the first of June", () => {
    const ends = ["2023-06-03", "2024-06-01", "2025-05-31"];
    const lines = new Map([["total_assets", writeLines(ends.map((end, at) => point(null, end, at + 1)))]]);
    const own = new SeriesBook(lines, { ...options, frequency: "annual", labelPeriods: calendarYears });
    expect(own.periods().map((year) => [year, own.endOf(year)])).toEqual([
      ["2022", "2023-06-03"],
      ["2023", "2024-06-01"],
      ["2024", "2025-05-31"],
    ]);
  });
});

describe("the years of a company that changed its year end", () => {
  const changed = new SeriesBook(
    new Map([
      [
        "revenue",
        writeLines([
          { ...point("2022-04-01", "2023-03-31", 100), published: "2023-06-01" },
          { ...point("2024-01-01", "2024-12-31", 225), published: "2025-03-01" },
        ]),
      ],
      [
        "total_assets",
        writeLines([
          { ...point(null, "2023-03-31", 500), published: "2023-06-01" },
          { ...point(null, "2023-12-31", 800), published: "2025-03-01" },
          { ...point(null, "2024-12-31", 900), published: "2025-03-01" },
        ]),
      ],
    ]),
    { ...options, frequency: "annual", labelPeriods: fiscalYears },
  );
  const evaluate = (text: string, period: string) => changed.evaluate(parseExpression(text), period);

  it("are not compared with a balance sheet of another day, nor with a year that is not the one before", () => {
    expect(evaluate("revenue / total_assets", "2024")).toMatchObject({ value: 0.25, end: "2024-12-31" });
    expect(evaluate("revenue / total_assets", "2023")).toHaveProperty("reason");
    expect(evaluate("revenue_growth", "2024")).toHaveProperty("reason");
    expect(evaluate("total_assets_growth", "2024")).toMatchObject({ value: 900 / 800 - 1 });
  });

  it.each([
    ["2024-06-30", "2024-09-30"],
    ["2024-12-28", "2024-12-31"],
    ["2023-12-31", "2024-12-31"],
  ])("end on the later of two last days, %s and %s, that are published together", (early, late) => {
    const given = [
      { ...point(null, early, 1), year: 2024, confidence: 0.99 },
      { ...point(null, late, 2), year: 2024, confidence: 0.9 },
    ];
    for (const points of [given, given.toReversed()]) {
      const lines = new Map([["total_assets", writeLines(points)]]);
      const own = new SeriesBook(lines, { ...options, frequency: "annual", labelPeriods: fiscalYears });
      expect(own.find("total_assets", "2024")).toMatchObject({ value: 2, periodEnd: late });
    }
  });

  it("are not restated by the balance sheet of another day", () => {
    expect(changed.find("total_assets", "2023")).toMatchObject({ value: 800, restated: null });
  });
});

describe("years that two reports call differently", () => {
  const year = (called: number, end: string, value: number, published: string): GivenPoint => ({
    ...point(`${Number(end.slice(0, 4)) - 1}-02-01`, end, value),
    year: called,
    published,
  });
  const years = new SeriesBook(
    new Map([
      [
        "revenue",
        writeLines([
          // The first two reports call a year by the one it begins in, the last by the one it ends in.
          year(2021, "2022-01-29", 80, "2023-04-01"),
          year(2022, "2023-01-28", 90, "2023-04-01"),
          year(2022, "2023-01-28", 95, "2024-04-01"),
          year(2023, "2024-02-03", 100, "2024-04-01"),
          year(2024, "2024-02-03", 105, "2025-04-01"),
          year(2025, "2025-02-01", 110, "2025-04-01"),
        ]),
      ],
    ]),
    { ...options, frequency: "annual", labelPeriods: fiscalYears },
  );

  it("are each given once, as the newest report calls them, and none is missing between", () => {
    expect(years.periods().sort()).toEqual(["2022", "2023", "2024", "2025"]);
    expect(["2022", "2023", "2024", "2025"].map((period) => years.endOf(period))).toEqual([
      "2022-01-29",
      "2023-01-28",
      "2024-02-03",
      "2025-02-01",
    ]);
    expect(years.evaluate(parseExpression("revenue_growth"), "2024")).toMatchObject({ value: 105 / 95 - 1 });
  });

  it("keep what the report before gave under the other name", () => {
    expect(years.find("revenue", "2024")).toMatchObject({ value: 105, restated: { value: 100 } });
    expect(years.find("revenue", "2023")).toMatchObject({ value: 95, restated: { value: 90 } });
  });
});

describe("per-share figures on both sides of a split", () => {
  const earnings = (year: number, value: number, published: string): GivenPoint => ({
    ...point(`${year}-01-01`, `${year}-12-31`, value),
    unit: "per_share",
    published,
  });
  const points = [
    earnings(2022, 5, "2023-03-01"),
    earnings(2023, 6, "2024-03-01"),
    earnings(2023, 3, "2025-03-01"),
    earnings(2024, 4, "2025-03-01"),
  ];
  const split = new SeriesBook(new Map([["eps_diluted", writeLines(points)]]), {
    ...options,
    frequency: "annual",
    labelPeriods: fiscalYears,
    splitFactor: (published) => (published < "2024-06-01" ? 2 : 1),
  });

  it("are in today's shares, also where something is computed with them", () => {
    expect(split.read("eps_diluted", "2022")).toMatchObject({ value: 2.5 });
    expect(split.evaluate(parseExpression("eps_diluted_growth_2y"), "2024")).toMatchObject({
      value: (4 / 2.5) ** 0.5 - 1,
    });
    expect(split.splitFactorOf(["revenue", "eps_diluted"], "2022")).toBe(2);
  });

  it("are not restated where only the split makes them differ", () => {
    expect(split.find("eps_diluted", "2023")).toMatchObject({ value: 3, restated: null, splitFactor: 1 });
  });
});

describe("the calendar year of a fiscal year", () => {
  it.each([
    ["2024-01-31", 2023],
    ["2024-05-31", 2023],
    ["2024-06-30", 2024],
    ["2024-09-28", 2024],
    ["2024-12-31", 2024],
    ["2025-01-01", 2024],
  ])("that ends on %s is %i", (end, year) => {
    const lines = new Map([["total_assets", writeLines([point(null, end, 1)])]]);
    const labelled = (labelPeriods: LabelPeriods) =>
      new SeriesBook(lines, { ...options, frequency: "annual", labelPeriods }).periods();
    expect(labelled(calendarYears)).toEqual([String(year)]);
    expect(labelled(fiscalYears)).toEqual([end.slice(0, 4)]);
  });
});
