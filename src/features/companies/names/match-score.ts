import { SCORE_MIN } from "./rank-matches.ts";

/** From this score on, the first match is right nine times out of ten. */
const RELIABLE = 0.75;
const WEAKEST = 0.3;
const STRETCH = (RELIABLE - WEAKEST) / (RELIABLE - SCORE_MIN);

/**
 * The published score. The weakest matches also occur for unknown companies, so they must not look like a fair
 * chance: scores below the reliable ones are stretched down, in the same order.
 */
export function presentScore(score: number): number {
  return score >= RELIABLE ? score : RELIABLE - (RELIABLE - score) * STRETCH;
}
