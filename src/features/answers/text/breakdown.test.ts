import { describe, expect, it } from "vitest";
import { readBreakdown, readParts } from "./breakdown.ts";

describe("readParts", () => {
  it.each([
    "What segments does the company report?",
    "Which business segments does Northwind have?",
    "What are its reportable segments?",
    "List the operating segments",
    "What divisions is the group organised into?",
  ])("asks which parts there are: %s", (question) => {
    expect(readParts(question)).toMatchObject({ measure: "revenue" });
  });

  it.each([
    "What segments grew in 2024?",
    "Which segments have a loss?",
    "Which segment is the largest?",
    "What does the services segment report?",
  ])("leaves what is asked of a part alone: %s", (question) => {
    expect(readParts(question)).toBeNull();
  });
});

it("reads what is divided, and into what", () => {
  expect(readBreakdown("Revenue by segment")).toMatchObject({ called: "segment" });
  expect(readBreakdown("Revenue by 2024")).toBeNull();
});
