import { describe, expect, it } from "vitest";
import { parseExpression } from "../measures/expression.ts";
import type { SeriesPoint } from "./newest-points.ts";
import { alignedYear, interimPeriod, SeriesBook } from "./series-book.ts";

const point = (start: string | null, end: string, value: number): SeriesPoint => ({
  fiscalYear: Number(end.slice(0, 4)),
  periodStart: start,
  periodEnd: end,
  value,
  currency: "USD",
  scale: 1,
  unit: "money",
  confidence: 0.99,
  claimIds: `clm_${value}`,
  published: "2024-08-01",
  restated: null,
  splitFactor: 1,
});

const book = new SeriesBook(
  [
    {
      svc_entity_id: "ent_a",
      concept: "revenue",
      points: [
        point("2023-04-02", "2023-07-01", 90),
        point("2024-01-01", "2024-06-30", 210),
        point("2024-04-01", "2024-06-30", 100),
      ],
    },
    {
      svc_entity_id: "ent_a",
      concept: "total_assets",
      points: [point(null, "2023-12-31", 480), point(null, "2024-06-30", 500)],
    },
  ],
  interimPeriod,
);

describe("the periods of an interim series", () => {
  it("keep a quarter and the year to date apart, though they end on one day", () => {
    expect(book.find("revenue", "2024-06-30 3M")?.value).toBe(100);
    expect(book.find("revenue", "2024-06-30 6M")?.value).toBe(210);
  });

  it("have the balance sheet of their last day", () => {
    expect(book.find("total_assets", "2024-06-30 3M")?.value).toBe(500);
    expect([...book.periods()].sort()).toEqual([
      "2023-07-01 3M",
      "2023-12-31",
      "2024-06-30 3M",
      "2024-06-30 6M",
    ]);
  });

  it("grow over the same quarter of the year before, though it ended a day off", () => {
    const growth = { kind: "measure", id: "revenue", growthYears: 1 } as const;
    expect(book.evaluate(growth, "2024-06-30 3M")).toMatchObject({ value: 100 / 90 - 1 });
    expect(book.evaluate(growth, "2024-06-30 6M")).toHaveProperty("reason");
  });
});

describe("per-share figures on both sides of a split", () => {
  const earnings = (year: number, value: number, published: string): SeriesPoint => ({
    ...point(`${year}-01-01`, `${year}-12-31`, value),
    unit: "per_share",
    published,
  });
  const restated = { ...earnings(2023, 3, "2025-03-01"), restated: { value: 6, published: "2024-03-01" } };
  const points = [earnings(2022, 5, "2023-03-01"), restated, earnings(2024, 4, "2025-03-01")];
  const split = new SeriesBook(
    [{ svc_entity_id: "ent_a", concept: "eps_diluted", points }],
    ({ fiscalYear }) => String(fiscalYear),
    (published) => (published < "2024-06-01" ? 2 : 1),
  );

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
    const fiscal = point(null, end, 1);
    expect(alignedYear(fiscal, "calendar")).toBe(year);
    expect(alignedYear(fiscal, "fiscal")).toBe(fiscal.fiscalYear);
  });
});
