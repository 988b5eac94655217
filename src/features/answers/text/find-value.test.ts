import { expect, it } from "vitest";
import { makeTextPage } from "../made-up-pages.ts";
import { amountsIn } from "./amounts.ts";
import { collectCandidates, weighTerms } from "./candidates.ts";
import { timeFactor } from "./find-value.ts";
import { readTextRequest } from "./request.ts";

function factorOf(text: string, isOwnDay = true): number {
  const request = {
    ...readTextRequest("What was the gain as of August 30, 2024?", () => null, 2024),
    isOwnDay,
  };
  const terms = weighTerms(request.terms, () => 1);
  const [candidate] = collectCandidates(terms, [makeTextPage(1, text)], {
    nearness: null,
    readings: null,
    isRunning: () => false,
  });
  return candidate ? timeFactor(request, candidate, amountsIn(candidate.sentence.text)) : 0;
}

it("takes a sentence that names no month for one about the day of the report, and one of another month not", () => {
  expect(factorOf("The sale of the ferries left a gain of $20 million.")).toBeGreaterThan(0.9);
  expect(factorOf("The sale of the ferries left a gain of $20 million in March.")).toBeLessThan(0.5);
  expect(factorOf("The sale of the ferries left a gain of $20 million.", false)).toBeLessThan(0.5);
});
