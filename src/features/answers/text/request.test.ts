import { describe, expect, it } from "vitest";
import { changeSubject } from "./change-subject.ts";
import { readTextRequest } from "./request.ts";

const read = (question: string) => {
  const { operation, expects } = readTextRequest(question, () => null, null);
  return [operation, expects];
};

describe("a question read for text", () => {
  it.each([
    ["What did they pay for the site?", ["value", "money"]],
    ["What % of deposits is insured?", ["value", "percent"]],
    ["What stake in the yard does it hold?", ["value", "percent"]],
    ["How much did she get when she left?", ["value", "money"]],
    ["How much office space is leased in Oslo?", ["value", "number"]],
    ["What is the ferry called?", ["name", "organisation"]],
    ["In which northern city is the depot?", ["name", "place"]],
    ["From whom was the pier bought?", ["name", "anybody"]],
    ["Who is the manufacturing partner?", ["name", "anybody"]],
    ["Costs jumped - by how much and what explains it?", ["change", "explanation"]],
    ["How many employees are in Spain?", ["value", "count"]],
    ["Who is the CFO?", ["name", "person"]],
    ["Who bought the retail business?", ["name", "anybody"]],
    ["Which bank holds the cash?", ["name", "organisation"]],
    ["When does the lease expire?", ["when", "date"]],
    ["Where is the head office?", ["name", "place"]],
    ["Did they pay a dividend?", ["verdict", "yes_no"]],
    ["Why did costs rise?", ["change", "explanation"]],
    ["What are the main risks?", ["summary", "explanation"]],
    ["What does the company say about its outlook?", ["summary", "explanation"]],
  ])("expects of %s the right kind of answer", (question, expected) => {
    expect(read(question)).toEqual(expected);
  });

  it("names what changed", () => {
    expect(changeSubject("How much did voyage expenses rise in 2022 and why?")).toBe("voyage expenses");
    expect(changeSubject("Medical revenue: how much did it fall in 2022?")).toBe("Medical revenue");
    expect(changeSubject("Financial charges 2022 vs 2021 - how much lower and why")).toBe(
      "Financial charges",
    );
  });
});
