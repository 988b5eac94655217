import { describe, expect, it } from "vitest";
import { conditionOf, describeCriteria, whatIsUnclear } from "./ranking-conditions.ts";
import { readRequest } from "./read-request.ts";

function unclear(question: string): string | undefined {
  return whatIsUnclear(readRequest(question), "revenue", conditionOf(question, "revenue"))?.answer;
}

describe("whatIsUnclear", () => {
  it.each([
    "Which companies in Germany have more than €1 billion revenue?",
    "Rank companies by revenue",
    "Which companies grew their revenue most in 2024?",
  ])("is nothing where every word is understood: %s", (question) => {
    expect(unclear(question)).toBeUndefined();
  });

  it("is a condition besides the figure, which is not dropped", () => {
    expect(unclear("Which companies with a female founder have revenue above $1 billion?")).toContain(
      "I did not understand: female, founder.",
    );
  });

  it("is an amount of money without its currency", () => {
    expect(unclear("companies with revenue above 2 billion")).toContain("Say the currency");
  });
});

it("names what companies are ranked within", () => {
  expect(describeCriteria({ country: "DE" })).toBe(" in Germany");
  expect(describeCriteria({})).toBe("");
});
