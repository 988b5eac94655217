import { expect, it } from "vitest";
import { readDays } from "./days.ts";
import { rangeIn } from "./list-range.ts";

it.each([
  ["in March 2025", "2025-03-01", "2025-03-31"],
  ["in the first half of 2025", "2025-01-01", "2025-06-30"],
  ["in Q4 2024", "2024-10-01", "2024-12-31"],
  ["between 2022 and 2024", "2022-01-01", "2024-12-31"],
  ["at the market in February 2024", "2024-02-01", "2024-02-29"],
])("reads the days of the calendar: %s", (question, from, to) => {
  expect(readDays(question)).toMatchObject({ from, to });
});

it.each(["now", "the market of 20 firms", "in the quarter ended April 30, 2025"])(
  "names no days: %s",
  (question) => {
    expect(readDays(question)).toBeNull();
  },
);

it.each([
  ["2022 to 2024", { from: 2022, to: 2024 }],
  ["for 2022, 2023 and 2024", { from: 2022, to: 2024 }],
  ["in 2024", null],
  ["Q1 2023 and Q1 2024", null],
])("reads a range of whole years: %s", (text, range) => {
  expect(rangeIn(text)).toEqual(range);
});
