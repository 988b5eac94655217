import { expect, it } from "vitest";
import { amountsIn } from "./amounts.ts";

const read = (text: string) =>
  amountsIn(text, "CAD").map(({ kind, value, unit, scale }) => [kind, value, unit, scale]);

it("reads an amount of money with its currency and scale", () => {
  expect(read("a fee of $515 million")).toEqual([["money", 515, "CAD", "million"]]);
  expect(read("losses of US$118.4m")).toEqual([["money", 118.4, "USD", "million"]]);
  expect(read("for CHF 4,250,000")).toEqual([["money", 4_250_000, "CHF", "one"]]);
  expect(read("€2.5bn in cash")).toEqual([["money", 2.5, "EUR", "billion"]]);
});

it("reads percentages and counts", () => {
  expect(read("37.5 percent of 3,210 employees")).toEqual([
    ["percent", 37.5, "%", "one"],
    ["count", 3_210, null, "one"],
  ]);
});

it("tells years and dates from amounts", () => {
  expect(read("On December 31, 2022 and in 2021").map(([kind]) => kind)).toEqual(["date", "year"]);
});

it("leaves out numbers that are part of a name", () => {
  expect(read("see Note 14 and Item 7")).toEqual([]);
});

it("reads pence as money, and ratios not as counts", () => {
  expect(read("a dividend of 0.3 pence per share")).toEqual([["money", 0.3, "GBX", "one"]]);
  expect(read("not less than 3.0 to 1 and cover of 4x")).toEqual([
    ["ratio", 3, null, "one"],
    ["ratio", 4, null, "one"],
  ]);
});

it("takes no number out of a word", () => {
  expect(read("the 2nd quay of 3M")).toEqual([]);
});
