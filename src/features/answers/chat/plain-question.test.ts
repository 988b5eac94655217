import { describe, expect, it } from "vitest";
import { sayChange } from "./plain-question.ts";

describe("sayChange", () => {
  it.each([
    ["Northwind revenue vs last year, in percent", "Northwind revenue change, in percent"],
    ["Northwind revenue change yoy", "Northwind revenue change"],
    ["net income of Northwind year over year", "net income of Northwind change"],
    ["How much did sales grow compared to the previous year?", "How much did sales grow?"],
    ["How did sales compare with the previous year?", "How did sales change?"],
    ["Northwind 2024 sales versus 2023", "Northwind 2024 sales change"],
    ["sales of Northwind in 2023 vs 2024", "sales of Northwind in 2024 change"],
  ])("calls a comparison with the year before a change: %s", (question, said) => {
    expect(sayChange(question)).toBe(said);
  });

  it.each([
    "Northwind versus Southwind, revenue 2024",
    "Northwind 2024 sales versus 2020",
    "How did the shares perform over the last year?",
    "Why did margins fall in 2024 compared to 2023?",
  ])("leaves anything else as it is: %s", (question) => {
    expect(sayChange(question)).toBe(question);
  });
});
