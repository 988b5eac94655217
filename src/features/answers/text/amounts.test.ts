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
