import type { RankedPassage } from "./fuse.ts";

/** How much the words of the question, its meaning and the first ranking count. */
const SHARES = { words: 0.45, meaning: 0.35, fused: 0.2 };

export interface ScoredPassage extends RankedPassage {
  /** From 0 to 1. */
  score: number;
}

/**
 * Orders the first passages again by which words of the question each has: rare words count more than frequent ones.
 * What is not reranked keeps its place after them.
 */
export function rerank(
  first: readonly { passage: RankedPassage; hasTerms: readonly boolean[] }[],
): ScoredPassage[] {
  const weights = (first[0]?.hasTerms ?? []).map((_, term) =>
    rarity(first.filter(({ hasTerms }) => hasTerms[term]).length, first.length),
  );
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const similarities = first.map(({ passage }) => passage.similarity ?? 0);
  const [closest, farthest] = [Math.max(...similarities, 0), Math.min(...similarities.filter(Boolean), 1)];
  const fusedMost = Math.max(...first.map(({ passage }) => passage.fused), Number.MIN_VALUE);
  const scored = first.map(({ passage, hasTerms }) => {
    const words = weights.reduce((sum, weight, term) => sum + (hasTerms[term] ? weight : 0), 0) / all;
    const meaning =
      passage.similarity === null ? 0 : (passage.similarity - farthest + 0.01) / (closest - farthest + 0.01);
    const score =
      SHARES.words * words + SHARES.meaning * meaning + SHARES.fused * (passage.fused / fusedMost);
    return { ...passage, score: Math.min(1, score) };
  });
  return scored.sort((a, b) => b.score - a.score || b.fused - a.fused);
}

function rarity(found: number, all: number): number {
  return Math.log(1 + (all - found + 0.5) / (found + 0.5));
}
