import { foldText, stemWord } from "../../news/index.ts";
import type { Term } from "../query/read-query.ts";
import type { RankedPassage } from "./fuse.ts";

const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
/** How much the words of the question, its meaning and the first ranking count. */
const SHARES = { words: 0.45, meaning: 0.35, fused: 0.2 };

export interface ScoredPassage extends RankedPassage {
  /** From 0 to 1. */
  score: number;
}

/**
 * Orders the first passages again by their text: rare words of the question count more than frequent ones, and the
 * headings above a passage count as its text. What is not reranked keeps its place after them.
 */
export function rerank(
  first: readonly { passage: RankedPassage; text: string }[],
  terms: readonly Term[],
): ScoredPassage[] {
  const found = first.map(({ text }) => termsIn(text, terms));
  const weights = terms.map((_, at) => rarity(found.filter((terms) => terms.has(at)).length, first.length));
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const similarities = first.map(({ passage }) => passage.similarity ?? 0);
  const [closest, farthest] = [Math.max(...similarities, 0), Math.min(...similarities.filter(Boolean), 1)];
  const fusedMost = Math.max(...first.map(({ passage }) => passage.fused), Number.MIN_VALUE);
  const scored = first.map(({ passage }, at) => {
    const words = [...(found[at] ?? [])].reduce((sum, term) => sum + (weights[term] ?? 0), 0) / all;
    const meaning =
      passage.similarity === null ? 0 : (passage.similarity - farthest + 0.01) / (closest - farthest + 0.01);
    const score =
      SHARES.words * words + SHARES.meaning * meaning + SHARES.fused * (passage.fused / fusedMost);
    return { ...passage, score: Math.min(1, score) };
  });
  return scored.sort((a, b) => b.score - a.score || b.fused - a.fused);
}

function termsIn(text: string, terms: readonly Term[]): Set<number> {
  const folded = foldText(text);
  const words = new Set(
    (folded.match(WORDS) ?? []).flatMap((word) => [word, stemWord(word, "en"), stemWord(word, "de")]),
  );
  const isIn = ({ text: term, lexemes }: Term) =>
    lexemes.some((lexeme) => words.has(lexeme)) || folded.includes(term);
  return new Set(terms.flatMap((term, at) => (isIn(term) ? [at] : [])));
}

function rarity(found: number, all: number): number {
  return Math.log(1 + (all - found + 0.5) / (found + 0.5));
}
