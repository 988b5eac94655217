import { expect, it } from "vitest";
import type { CellEvidence } from "../claims/evidence.ts";
import { isShownExtreme } from "./shown-extreme.ts";

/** A column of a table without a caption: three parts, and the row below them. */
function columnOf(values: readonly number[]): CellEvidence[] {
  const labels = ["North", "South", "West", "Group"];
  return values.map((value, row) => ({
    kind: "cell",
    page: 1,
    row,
    column: 0,
    label: labels[row] ?? "",
    year: 2024,
    head: "",
    isLatest: true,
    value,
    scale: null,
    isPercent: false,
    currency: "",
    others: labels.filter((_, at) => at !== row),
    isTotal: row === 3,
    change: null,
  }));
}

function isLargestShown(values: readonly number[]): boolean {
  const cells = columnOf(values);
  return isShownExtreme("largest", "North was the largest with 60.", {
    support: cells.slice(0, 1),
    cells,
    pages: [],
  });
}

it("takes a part for the largest when the parts add up to a total of their column", () => {
  expect(isLargestShown([60, 30, 10, 100])).toBe(true);
  expect(isLargestShown([20, 70, 10, 100])).toBe(false);
});

it("takes no row for the largest of parts that the table does not show to be complete", () => {
  expect(isLargestShown([60, 30, 10, 150])).toBe(false);
  expect(isLargestShown([60, 30, 10, 20])).toBe(false);
});
