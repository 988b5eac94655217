import { describe, expect, it } from "vitest";
import { type GivenPoint, writeLines } from "../testing/point-lines.ts";
import { findVersions } from "./newest-points.ts";
import { PointReader } from "./read-point.ts";

function newest(given: readonly GivenPoint[], frequency: "annual" | "interim" = "annual") {
  const lines = writeLines(given);
  const reader = new PointReader();
  return findVersions(lines, { frequency, fromYear: 2000, toYear: 2100 }).map((one) =>
    reader.read(lines, one),
  );
}

describe("the newest points of a figure", () => {
  it("gives a year as the latest report states it, with what the report before gave", () => {
    const versions = [
      { published: "2025-03-01", value: 100 },
      { published: "2026-03-01", value: 90, claim: "clm_b" },
    ];
    for (const given of [versions, versions.toReversed()])
      expect(newest(given)).toMatchObject([
        { value: 90, restated: { value: 100, published: "2025-03-01" }, claimIds: ["clm_b"] },
      ]);
  });

  it("keeps a value restated when a later report repeats it", () => {
    const versions = [
      { published: "2024-03-01", value: 100 },
      { published: "2025-03-01", value: 90 },
      { published: "2026-03-01", value: 90, claim: "clm_b" },
    ];
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ])
      expect(newest(order.flatMap((at) => versions[at] ?? []))).toMatchObject([
        { value: 90, restated: { value: 100, published: "2024-03-01" }, claimIds: ["clm_b"] },
      ]);
  });

  it("calls nothing restated that is repeated, rounded or in another currency", () => {
    const restatedBy = (other: Partial<GivenPoint>) =>
      newest([
        { published: "2025-03-01", value: 1_234_567, ...other },
        { published: "2026-03-01", value: 1_234_567 },
      ])[0]?.restated?.value ?? null;
    expect(restatedBy({ confidence: 0.5, claim: "clm_c" })).toBeNull();
    expect(restatedBy({ value: 1_235_000, scale: 1_000 })).toBeNull();
    expect(restatedBy({ value: 1_100_000, currency: "EUR" })).toBeNull();
    expect(restatedBy({ value: 1_236_000, scale: 1_000 })).toBe(1_236_000);
  });

  it("prefers the surer of two readings published on one day", () => {
    const given = [
      { published: "2025-03-01", value: 1, confidence: 0.9 },
      { published: "2025-03-01", value: 2, confidence: 0.97 },
    ];
    for (const versions of [given, given.toReversed()])
      expect(newest(versions)).toMatchObject([{ value: 2 }]);
  });

  it("gives the years in their order, however their lines are stored", () => {
    const years = [2021, 2024, 2022, 2023, 2020, 2024, 2021];
    const given = years.map((year, at) => ({
      published: `${2025 + at}-03-01`,
      end: `${year}-12-31`,
      start: `${year}-01-01`,
      value: at,
    }));
    expect(newest(given).map(({ value, restated }) => [value, restated?.value ?? null])).toEqual([
      [4, null],
      [6, 0],
      [2, null],
      [3, null],
      [5, 1],
    ]);
  });

  it("keeps interim periods of one last day apart, the day itself last", () => {
    const end = "2024-06-30";
    const given = [
      { published: "2024-08-01", end, start: null, value: 3 },
      { published: "2024-08-01", end, start: "2024-04-01", value: 2 },
      { published: "2024-08-01", end, start: "2024-01-01", value: 1 },
    ];
    expect(newest(given, "interim").map(({ value }) => value)).toEqual([1, 2, 3]);
  });

  it("gives a quarter once that two reports count to different fiscal years", () => {
    const quarter = { end: "2024-03-31", start: "2024-01-01" };
    const versions = [
      { ...quarter, published: "2023-05-01", year: 2024, value: 10 },
      { ...quarter, published: "2024-05-01", year: 2023, value: 20 },
      { ...quarter, published: "2025-05-01", year: 2024, value: 20 },
    ];
    expect(newest(versions, "interim")).toMatchObject([{ value: 20, restated: { value: 10 } }]);
  });
});
