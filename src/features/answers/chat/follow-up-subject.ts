import { findPeriods } from "../figures/question-periods.ts";
import { isFiller } from "./find-figure.ts";

/** Asks for something else than a figure. */
const ANOTHER_KIND = /\b(?:who(?:m|se)?|where|how many)\b|\bwhat (?:do|does|did) (?:it|they|the company)\b/i;
/** What follows up a figure by itself: its change, its margin, another year of it. */
const OF_FIGURE =
  "why|margins?|growth|grow|grew|change[ds]?|increase[ds]?|decrease[ds]?|improved?|rise|risen|rose|fall|fell";
const OF_PERIOD =
  "since|then|earlier|previous|prior|davor|zuvor|vorjahr|précédente?|anterior|precedente|daarvoor|years?|quarters?|periods?|fiscal|half-years?|ends?|ended";
const RELATED = new RegExp(
  String.raw`\b(?:${OF_FIGURE}|${OF_PERIOD}|percent|per cent|figures?|amounts?|values?|numbers?)\b`,
  "gi",
);
/** "Its chairman", "their products", but neither "its own" nor "its margin". */
const POSSESSED = new RegExp(
  String.raw`\b(?:its|their)\s+(?!own\b)(?!(?:[\w-]+\s+){0,2}(?:${OF_FIGURE})\b)\p{L}+`,
  "iu",
);

/**
 * Whether a question that names no figure is about something of its own ("Which risks does it name?"), rather than
 * about the figure of the question before ("How much did it grow?", "And in 2023?").
 */
export function hasOwnSubject(question: string, names: readonly string[]): boolean {
  if (ANOTHER_KIND.test(question)) return true;
  const unnamed = names.reduce((text, name) => text.replaceAll(name, " "), question);
  const rest = findPeriods(unnamed)
    .toReversed()
    .reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), unnamed)
    .replace(RELATED, " ");
  const words = rest.match(/\p{L}[\p{L}'’-]+/gu) ?? [];
  return POSSESSED.test(unnamed) || words.some((word) => !isFiller(word.toLowerCase()));
}
