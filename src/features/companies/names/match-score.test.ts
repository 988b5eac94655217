import { expect, it } from "vitest";
import { presentScore } from "./match-score.ts";
import { SCORE_MIN } from "./rank-matches.ts";

it("marks weak matches as weak, keeps good scores, and preserves the order", () => {
  expect(presentScore(SCORE_MIN)).toBeCloseTo(0.3);
  expect(presentScore(0.6)).toBeLessThan(0.4);
  expect([0.75, 0.9, 1].map(presentScore)).toEqual([0.75, 0.9, 1]);
  const reported = Array.from({ length: 45 }, (_, index) => presentScore(SCORE_MIN + index / 100));
  expect(reported).toEqual(reported.toSorted((one, other) => one - other));
});
