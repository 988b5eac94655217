import { expect, it } from "vitest";
import { tellScore } from "./match-score.ts";
import { SCORE_MIN } from "./rank-matches.ts";

it("tells weak matches as weak, good ones as they are, and all in the same order", () => {
  expect(tellScore(SCORE_MIN)).toBeCloseTo(0.3);
  expect(tellScore(0.6)).toBeLessThan(0.4);
  expect([0.75, 0.9, 1].map(tellScore)).toEqual([0.75, 0.9, 1]);
  const told = Array.from({ length: 45 }, (_, index) => tellScore(SCORE_MIN + index / 100));
  expect(told).toEqual(told.toSorted((one, other) => one - other));
});
