import { describe, expect, it } from "vitest";
import { type Evidence, findSure, weigh } from "./evidence.ts";

const STRONG: Evidence = { own: 0.8, near: 0.6, meaning: 0.8, subject: 1 };
const WEAK: Evidence = { own: 0.1, near: 0.05 };

const supports = (list: readonly { key: string; evidence: Evidence }[]) =>
  weigh(list, "value").map(({ key, support }) => [key, Math.round(support * 100) / 100] as const);

describe("the weighing of possible answers", () => {
  it("gives an answer with little evidence hardly any support", () => {
    const [[, support] = ["", 1]] = supports([{ key: "a", evidence: WEAK }]);
    expect(support).toBeLessThan(0.05);
  });

  it("counts sentences that say the same together, and rivals against each other", () => {
    const alone = supports([{ key: "a", evidence: STRONG }])[0]?.[1] ?? 0;
    const twice = supports([
      { key: "a", evidence: STRONG },
      { key: "a", evidence: STRONG },
    ]);
    const rivals = supports([
      { key: "a", evidence: STRONG },
      { key: "b", evidence: STRONG },
    ]);
    expect(twice).toHaveLength(1);
    expect(twice[0]?.[1]).toBeGreaterThan(alone);
    expect(rivals.map(([key]) => key)).toEqual(["a", "b"]);
    expect(rivals[0]?.[1]).toBeLessThan(0.5);
  });

  it("has no support where there is nothing to weigh", () => {
    expect(weigh([], "name")).toEqual([]);
  });
});

describe("what the passage reader is sure of", () => {
  const sure = { key: "a", evidence: { asAnswer: 0.9, strange: 0, subject: 1 } satisfies Evidence };

  it("is no answer where a name or the rarest word of the question is missing, or about another time", () => {
    expect(findSure([sure])).toBe(sure);
    for (const evidence of [{ strange: 0.5 }, { subject: 0 }, { otherTime: true }, { asAnswer: 0.5 }])
      expect(findSure([{ ...sure, evidence: { ...sure.evidence, ...evidence } }])).toBeUndefined();
  });
});
