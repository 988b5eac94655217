import { describe, expect, it } from "vitest";
import { readComputation } from "./asked-computation.ts";

describe("a question for a computation", () => {
  it.each([
    ["What was the percentage change in licence fees between 2023 and 2024?", "growth", ["licence fees"], 2],
    ["What is the increase / (decrease) in freight costs from 2023 to 2024?", "change", ["freight costs"], 2],
    ["What is the company's average freight cost for 2022 to 2024?", "average", ["freight cost"], 3],
    ["What is the average freight cost for 2020 and 2024?", "average", ["freight cost"], 2],
    ["What is the average freight cost between 2020 and 2024?", "average", ["freight cost"], 5],
    ["What is the average dividend yield over the 3 year period?", "average", ["dividend yield"], 0],
    ["What are total freight costs in both 2023 and 2024?", "sum", ["total freight costs"], 2],
    ["What is the sum of freight and storage in 2024?", "sum", ["freight", "storage"], 1],
    ["What is the ratio of freight to storage in 2024?", "ratio", ["freight", "storage"], 1],
    ["What is freight as a percentage of total costs in 2024?", "share", ["freight", "total costs"], 1],
    ["What percentage of total costs was freight in 2024?", "share", ["freight", "total costs"], 1],
    [
      "For 2024, what is the difference between freight and storage?",
      "difference",
      ["freight", "storage"],
      1,
    ],
    ["What was the growth in EBIT in 2023/2024 from 2022/2023?", "growth", ["EBIT"], 2],
  ] as const)("is read: %s", (question, operation, names, periods) => {
    const asked = readComputation(question);
    expect(asked?.operation).toBe(operation);
    expect(asked?.readings).toContainEqual(names);
    expect(asked?.periods).toHaveLength(periods);
  });

  it("names the figure of each where a difference is between two of a kind", () => {
    const asked = readComputation("What was the difference in order intake between north and south in 2024?");
    expect(asked?.readings).toContainEqual(["order intake north", "order intake south"]);
  });

  it("has a reading for each place where a name may end", () => {
    const asked = readComputation("What is the difference between parts and labour and freight in 2024?");
    expect(asked?.readings).toEqual([
      ["parts", "labour and freight"],
      ["parts and labour", "freight"],
    ]);
  });

  it.each([
    "What were total freight costs in 2024?",
    "Who is the chief executive?",
    "Why did margins fall in 2024?",
  ])("is not seen in: %s", (question) => {
    expect(readComputation(question)).toBeNull();
  });
});
