import { SCORE_MIN } from "./rank-matches.ts";

/** From here on a first match is the right one nine times in ten. */
const RELIABLE = 0.75;
const WEAKEST = 0.3;
const STRETCH = (RELIABLE - WEAKEST) / (RELIABLE - SCORE_MIN);

/**
 * A score as it is told. The weakest matches that are given at all are what is also found for companies nobody has told
 * of, so they must not read like a fair chance: what lies below the reliable ones is stretched down, in the same order.
 */
export function presentScore(score: number): number {
  return score >= RELIABLE ? score : RELIABLE - (RELIABLE - score) * STRETCH;
}
