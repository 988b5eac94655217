import { compareWords, countEdits } from "./compare-words.ts";
import type { FoldedName } from "./fold-name.ts";
import { listAcronyms } from "./name-keys.ts";
import { isNumeral } from "./numerals.ts";

/** How distinctive a word is: 1 for a rare word, near 0 for one that thousands of companies have. */
export type WordWeight = (word: string) => number;

const ALIKE_MIN = 0.6;
const ACRONYM_SCORE = 0.82;
/** The first word of a name counts most: "Angel Yeast" matches "Angel" better than "Oak Angel" does. */
const FIRST_WORD = 0.06;
/** Only identical words score higher. */
const NOT_EXACT_MAX = 0.95;
/** Close enough to return, too weak to rely on. */
const BRAND = { tellingMin: 0.8, score: 0.58 };
/** However frequent a number is, it tells two funds of one sponsor apart. */
const NUMERAL_WEIGHT = 0.5;
/** A misspelt short word, and how distinctive the words around it must be for it to count as one. */
const SHORT_WORD = { lettersMax: 5, similar: 0.7, aroundMin: 0.5 };

/**
 * How well a known name matches a query, from 0 to 1. The query must be found in the known name, rare words above
 * all; extra words of the known name cost little, since people type part of a name.
 */
export function scoreName(query: FoldedName, known: FoldedName, wordWeight: WordWeight): number {
  const legal = compareLegal(query.legal, known.legal);
  if (query.words.join("") === known.words.join("")) return Math.min(1, 0.98 + legal);
  const acronym = scoreAcronym(query, known);
  const pairs = alignWords(query.words, known.words, wordWeight);
  if (pairs.size === 0) return acronym;
  const found = share(query.words, wordWeight, (index) => pairs.get(index)?.similar ?? 0);
  const used = new Map(
    [...pairs.values()].flatMap(({ at, similar }) => at.map((index) => [index, similar] as const)),
  );
  const explained = share(known.words, wordWeight, (index) => used.get(index) ?? 0);
  const order = inOrder([...pairs].sort(([a], [b]) => a - b).map(([, { at }]) => at[0] ?? 0)) ? 0.02 : 0;
  const surplus = weighSurplus(query, found);
  const score =
    found ** 1.5 * (0.92 - surplus + surplus * explained + (used.has(0) ? FIRST_WORD : 0)) + order + legal;
  const brand = scoreBrand(query.words, known.words, wordWeight);
  return Math.max(0, acronym, brand, Math.min(NOT_EXACT_MAX, score));
}

/** A rare name with one word more than the company is known by: more likely this company than none. */
function scoreBrand(query: readonly string[], known: readonly string[], wordWeight: WordWeight): number {
  const isBrand = (word: string, index: number) =>
    query[index] === word && wordWeight(word) >= BRAND.tellingMin;
  return query.length === known.length + 1 && known.every(isBrand) ? BRAND.score : 0;
}

/**
 * The penalty for extra words in a known name. A single word is mostly an abbreviated name, and an incomplete one is
 * still being typed; someone who writes the legal form writes the full name.
 */
function weighSurplus({ words, legal }: FoldedName, found: number): number {
  if (words.length > 1 || legal.length > 0) return 0.2;
  return found === 1 ? 0.1 : 0.03;
}

interface Pairing {
  /** Positions in the known name; two when one query word was written as two. */
  at: number[];
  similar: number;
}

/** Pairs each query word with the most similar known word; a known word is used once. */
function alignWords(
  query: readonly string[],
  known: readonly string[],
  wordWeight: WordWeight,
): Map<number, Pairing> {
  const pairs = new Map<number, Pairing>();
  const free = new Set(known.keys());
  const take = (index: number, at: number[], similar: number) => {
    pairs.set(index, { at, similar });
    for (const position of at) free.delete(position);
  };
  for (const [index, word] of query.entries()) {
    const at = known.findIndex((other, position) => other === word && free.has(position));
    if (at >= 0) take(index, [at], 1);
  }
  alignJoined(query, known, { pairs, free, take });
  // Two letters are a prefix only while typing: after words that are complete.
  const typing = query.slice(0, -1).every((_, index) => pairs.has(index));
  const lettersMin = (index: number) => (typing && index === query.length - 1 ? 2 : 3);
  const similarity = query
    .flatMap((word, index) =>
      pairs.has(index)
        ? []
        : [...free].map((at) => ({
            index,
            at,
            similar: isNumeral(word) ? 0 : compareWords(word, known[at] ?? "", lettersMin(index)),
          })),
    )
    .filter(({ similar }) => similar >= ALIKE_MIN)
    .sort((a, b) => b.similar - a.similar);
  for (const { index, at, similar } of similarity)
    if (!pairs.has(index) && free.has(at)) take(index, [at], similar);
  alignShort(query, known, { pairs, free, take }, wordWeight);
  return pairs;
}

/**
 * One wrong letter turns a short word into another, so alone it does not count as a mistake, nor do two letters count
 * as a prefix; if every other word matches and they are distinctive enough, they do.
 */
function alignShort(
  query: readonly string[],
  known: readonly string[],
  { pairs, free, take }: Alignment,
  wordWeight: WordWeight,
): void {
  const missing = query.findIndex((_, index) => !pairs.has(index));
  const word = query[missing];
  if (word === undefined || isNumeral(word) || pairs.size < query.length - 1) return;
  const around = query.reduce((sum, other, index) => (index === missing ? sum : sum + wordWeight(other)), 0);
  if (around < SHORT_WORD.aroundMin) return;
  const isMisspelt = (other: string) =>
    Math.max(word.length, other.length) <= SHORT_WORD.lettersMax && countEdits(word, other, 1) === 1;
  // Filings truncate names at a fixed length: the rest of the last word continues the one before it.
  const isLast = missing === query.length - 1 && word.length > 1;
  const cutAfter = isLast ? (pairs.get(missing - 1)?.at.at(-1) ?? known.length) : known.length;
  const at = [...free].find((position) => {
    const other = known[position] ?? "";
    if (isNumeral(other)) return false;
    return isMisspelt(other) || (position > cutAfter && other.startsWith(word));
  });
  if (at !== undefined) take(missing, [at], SHORT_WORD.similar);
}

/** Which query words have a match so far. */
interface Alignment {
  pairs: Map<number, Pairing>;
  /** Positions of known words that are not used yet. */
  free: Set<number>;
  take: (index: number, at: number[], similar: number) => void;
}

/** Words written separately on one side and together on the other: jp morgan, jpmorgan. */
function alignJoined(
  query: readonly string[],
  known: readonly string[],
  { pairs, free, take }: Alignment,
): void {
  for (const [index, word] of query.entries()) {
    if (pairs.has(index)) continue;
    const apart = known.findIndex(
      (other, at) => free.has(at) && free.has(at + 1) && other + known[at + 1] === word,
    );
    if (apart >= 0) take(index, [apart, apart + 1], 0.97);
    const next = query[index + 1];
    if (next === undefined || pairs.has(index) || pairs.has(index + 1)) continue;
    const together = known.findIndex((other, at) => free.has(at) && other === word + next);
    if (together < 0) continue;
    take(index, [together], 0.97);
    pairs.set(index + 1, { at: [together], similar: 0.97 });
  }
}

function share(words: readonly string[], wordWeight: WordWeight, found: (index: number) => number): number {
  let total = 0;
  let matched = 0;
  for (const [index, word] of words.entries()) {
    const weight =
      index > 0 && isNumeral(word) ? Math.max(NUMERAL_WEIGHT, wordWeight(word)) : wordWeight(word);
    total += weight;
    matched += weight * found(index);
  }
  return total === 0 ? 0 : matched / total;
}

function inOrder(positions: readonly number[]): boolean {
  return positions.every((position, index) => index === 0 || position >= (positions[index - 1] ?? 0));
}

/** A legal form only decides between companies of the same name. */
function compareLegal(query: readonly string[], known: readonly string[]): number {
  if (query.length === 0 || known.length === 0) return 0;
  return query.some((form) => known.includes(form)) ? 0.02 : -0.02;
}

function scoreAcronym(query: FoldedName, known: FoldedName): number {
  const [word, more] = query.words;
  if (word === undefined || more !== undefined || word.length < 3) return 0;
  return listAcronyms(known).includes(word) ? ACRONYM_SCORE : 0;
}
