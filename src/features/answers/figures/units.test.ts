import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numbersIn } from "../claims/verify.ts";
import { findCurrency, findScale, isPhysical, printMoney, printNumber, roundHalfUp } from "./units.ts";

describe("formatting a number", () => {
  it("can be parsed back to the same number", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 0, max: 4 }), (digits, decimals) => {
        const value = digits / 10 ** decimals;
        const [read] = numbersIn(printNumber(value, decimals));
        expect(Number(read)).toBeCloseTo(value, decimals);
      }),
    );
  });

  it("rounds halves away from zero, without binary rounding errors", () => {
    expect([
      roundHalfUp(1.005, 2),
      roundHalfUp(-1.005, 2),
      roundHalfUp(2.5, 0),
      roundHalfUp(-0.04, 1),
    ]).toEqual([1.01, -1.01, 3, 0]);
  });

  it("rounds to the nearest", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.integer({ min: 0, max: 4 }),
        (value, decimals) => {
          expect(Math.abs(roundHalfUp(value, decimals) - value)).toBeLessThanOrEqual(
            0.5 / 10 ** decimals + 1e-6,
          );
        },
      ),
    );
  });

  it("states currency and scale", () => {
    expect(printMoney(1_577_000_000, "USD", 1_000_000)).toBe("$1,577 million");
    expect(printMoney(-8_738_000_000, "EUR", 1_000_000_000)).toBe("-€8.74 billion");
    expect(printMoney(0.54, "GBP", 1)).toBe("£0.54");
  });
});

describe("the unit of a table", () => {
  it("is named before its exceptions", () => {
    expect(findScale("(In millions, except shares in thousands)")).toBe(1_000_000);
    expect(findScale("Amounts in US$000")).toBe(1_000);
    expect(findScale("in Mio. €")).toBe(1_000_000);
    expect(findScale("(単位:百万円)")).toBe(1_000_000);
    expect(findScale("en M€")).toBe(1_000_000);
    expect(findScale("(k€)")).toBe(1_000);
    expect(findScale("en Md€")).toBe(1_000_000_000);
    expect(findScale("Mkr")).toBe(1_000_000);
    expect(findScale("Number of stores")).toBeNull();
  });

  it("has a currency when one is named", () => {
    expect([findCurrency("$ in millions"), findCurrency("£ million"), findCurrency("Year ended")]).toEqual([
      "USD",
      "GBP",
      null,
    ]);
  });
});

it("distinguishes what is measured from what is paid", () => {
  expect(
    ["Losses (megalitres a day)", "Output, gigawatt hours", "Receivables (days)"].every(isPhysical),
  ).toBe(true);
  expect(["Due in 30 to 60 days", "Investments (net)"].some(isPhysical)).toBe(false);
});
