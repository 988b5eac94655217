import { expect, it } from "vitest";
import { decideLimit, readLimit, withoutLimit } from "./limits.ts";

it.each([
  ["Was revenue above 900 million?", ">", 900_000_000, null],
  ["Which companies have more than $1 billion revenue?", ">", 1_000_000_000, "USD"],
  ["Did revenue exceed 7 billion euros?", ">", 7_000_000_000, "EUR"],
  ["revenue > 5bn", ">", 5_000_000_000, null],
  ["Is the net margin below 10 percent?", "<", 0.1, null],
])("reads the limit of %s", (question, operator, value, currency) => {
  expect(readLimit(question)).toMatchObject({ operator, value, currency });
});

it("takes no year for a limit", () => {
  expect(readLimit("Was it higher than 2023?")).toBeNull();
  expect(withoutLimit("Was it higher than 2023?")).toBe("Was it higher than 2023?");
});

it("decides only between amounts of one kind and currency", () => {
  const stored = { value: 950_000_000, unit: "money", currency: "EUR" };
  expect(decideLimit("Was revenue above 900 million?", stored)).toBe("Yes");
  expect(decideLimit("Was revenue below €900 million?", stored)).toBe("No");
  expect(decideLimit("Was revenue above $900 million?", stored)).toBeNull();
  expect(decideLimit("Was revenue above 9 %?", stored)).toBeNull();
  expect(decideLimit("How far is revenue above 900 million?", stored)).toBeNull();
  expect(decideLimit("Was the loss below 900 million?", { ...stored, value: -1 })).toBeNull();
});
