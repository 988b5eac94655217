import { type NameMatch, SCORE_MIN } from "../rank-matches.ts";
import type { ChineseReading, LatinPart } from "./read-chinese-name.ts";

/** How near the best match another one must be to be as likely. */
const NEAR = 0.05;
const NAMESAKE_SHARE = 0.8;

/**
 * Many brands are carried by several companies. Where neither trade nor place was asked for, none of these is clearly
 * meant, and their scores say so. The first reading is the most literal one: it tells what was asked for.
 */
export function lowerNamesakes(
  matches: readonly NameMatch[],
  [literal]: readonly ChineseReading[],
): NameMatch[] {
  const best = Math.max(...matches.map(({ score }) => score));
  const namesakes = matches.filter(({ score }) => score > best - NEAR);
  if (namesakes.length < 2 || literal?.parts.some(tellsMore)) return [...matches];
  return matches
    .map((match) => ({ ...match, score: match.score * NAMESAKE_SHARE }))
    .filter(({ score }) => score >= SCORE_MIN);
}

function tellsMore({ kind }: LatinPart): boolean {
  return kind === "trade" || kind === "place";
}
