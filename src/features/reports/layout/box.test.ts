import { describe, expect, it } from "vitest";
import { median } from "./box.ts";

describe("the median", () => {
  it("is the middle value, however the values are ordered", () => {
    expect(median([3, 1, 2], 0)).toBe(2);
    expect(median([2, 2, 9, 2], 0)).toBe(2);
    expect(median([-1, 4, -3, 7, 5], 0)).toBe(4);
  });

  it("is the same for many values", () => {
    const values = Array.from({ length: 101 }, (_, at) => (at * 37) % 101);
    expect(median(values, 0)).toBe(50);
    expect(median(values.slice(0, 40), 0)).toBe(values.slice(0, 40).toSorted((a, b) => a - b)[20]);
  });

  it("is the other value where there are none", () => {
    expect(median([], 10)).toBe(10);
  });
});
