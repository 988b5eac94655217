import { describe, expect, it } from "vitest";
import type { SeriesPoint } from "./newest-points.ts";
import { interimPeriod, SeriesBook } from "./series-book.ts";

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
  restatedFrom: null,
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
