import { expect, it } from "vitest";
import { textKey } from "./text-key.ts";

it("is the same for boilerplate of another year, and another for other numbers of a chart", () => {
  expect(textKey("text", "In 2024 we paid no dividend.")).toBe(
    textKey("text", "In 2023, we paid no dividend."),
  );
  expect(textKey("text", "Q1 1,204  Q2 1,310")).not.toBe(textKey("text", "Q1 988  Q2 1,017"));
  expect(textKey("text", "4,512 2024")).not.toBe(textKey("text", "9,999 2023"));
  expect(textKey("table", "Sales | 4")).not.toBe(textKey("table", "Sales | 5"));
});
