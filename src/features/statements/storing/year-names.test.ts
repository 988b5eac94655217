import { describe, expect, it } from "vitest";
import { nameYears } from "./year-names.ts";

describe("the names of years", () => {
  it("do not depend on the order of two reports of one day that call them differently", () => {
    const called = [2023, 2024].map((fiscalYear) => ({ end: 20240203, fiscalYear, published: 20240401 }));
    for (const years of [called, called.toReversed()]) {
      const nameOf = nameYears(years);
      expect([20230128, 20240203, 20250201].map(nameOf)).toEqual([2023, 2024, 2025]);
    }
  });
});
