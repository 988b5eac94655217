import { expect, it } from "vitest";
import { amountsIn } from "./amounts.ts";

const read = (text: string) =>
  amountsIn(text, "CAD").map(({ kind, value, unit, scale }) => [kind, value, unit, scale]);

it("reads an amount of money with its currency and scale", () => {
  expect(read("a fee of $515 million")).toEqual([["money", 515, "CAD", "million"]]);
  expect(read("losses of US$126.1m")).toEqual([["money", 126.1, "USD", "million"]]);
  expect(read("for CHF 7,640,000")).toEqual([["money", 7_640_000, "CHF", "one"]]);
  expect(read("€2.5bn in cash")).toEqual([["money", 2.5, "EUR", "billion"]]);
});

it("reads percentages and counts", () => {
  expect(read("49.1 percent of 2,434 employees")).toEqual([
    ["percent", 49.1, "%", "one"],
    ["count", 2_434, null, "one"],
  ]);
});

it("tells years and dates from amounts", () => {
  expect(read("On December 31, 2022 and in 2021").map(([kind]) => kind)).toEqual(["date", "year"]);
});

it("leaves out numbers that are part of a name", () => {
  expect(read("see Note 14 and Item 7")).toEqual([]);
});
