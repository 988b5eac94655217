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
/** However frequent a number is, it distinguishes two funds of one sponsor. */
const NUMERAL_WEIGHT = 0.5;
/** A misspelt short word, and how distinctive the words around it must be for it to count as one. */
const SHORT_WORD = { lettersMax: 5, similar: 0.7, aroundMin: 0.5 };

/**
 * How well a known name matches a query, from 0 to 1. The query must be found in the known name, rare words above
 * all; extra words of the known name cost little, since people type part of a name.
 */
export function scoreName(query: FoldedName, known: FoldedName, wordWeight: WordWeight): number {
  const legal = compareLegal(query.legal, known.legal);
  if (isSameText(query.words, known.words)) return Math.min(1, 0.98 + legal);
  const acronym = scoreAcronym(query, known);
  const { pairs, paired } = alignWords(query.words, known.words, wordWeight);
  if (paired === 0) return acronym;
  const found = share(query.words, wordWeight, (index) => pairs[index]?.similar ?? 0);
  const used = new Array<number>(known.words.length).fill(0);
  for (const pair of pairs) if (pair) for (const at of pair.at) used[at] = pair.similar;
  const explained = share(known.words, wordWeight, (index) => used[index] ?? 0);
  const order = isInOrder(pairs) ? 0.02 : 0;
  const surplus = weighSurplus(query, found);
  const score =
    found ** 1.5 * (0.92 - surplus + surplus * explained + (used[0] ? FIRST_WORD : 0)) + order + legal;
  const brand = scoreBrand(query.words, known.words, wordWeight);
  return Math.max(0, acronym, brand, Math.min(NOT_EXACT_MAX, score));
}

/** The same letters, wherever the spaces are. Lengths are compared first: most names differ in them. */
function isSameText(a: readonly string[], b: readonly string[]): boolean {
  return countLetters(a) === countLetters(b) && a.join("") === b.join("");
}

function countLetters(words: readonly string[]): number {
  let letters = 0;
  for (const word of words) letters += word.length;
  return letters;
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

/** Which query words have a match so far. Plain lists: a look-up aligns a hundred names. */
class Alignment {
  readonly pairs: (Pairing | undefined)[];
  /** Whether each known word is not used yet. */
  readonly free: boolean[];
  paired = 0;

  constructor(query: readonly string[], known: readonly string[]) {
    this.pairs = new Array<Pairing | undefined>(query.length).fill(undefined);
    this.free = new Array<boolean>(known.length).fill(true);
  }

  take(index: number, at: number[], similar: number): void {
    if (this.pairs[index] === undefined) this.paired++;
    this.pairs[index] = { at, similar };
    for (const position of at) this.free[position] = false;
  }
}

/** Pairs each query word with the most similar known word; a known word is used once. */
function alignWords(query: readonly string[], known: readonly string[], wordWeight: WordWeight): Alignment {
  const alignment = new Alignment(query, known);
  for (const [index, word] of query.entries()) {
    const at = findFree(alignment, known, (other) => other === word);
    if (at >= 0) alignment.take(index, [at], 1);
  }
  if (alignment.paired === query.length) return alignment;
  alignJoined(query, known, alignment);
  alignSimilar(query, known, alignment);
  alignShort(query, known, alignment, wordWeight);
  return alignment;
}

/** The first known word that is not used yet and fulfils the condition; -1 when there is none. */
function findFree(
  { free }: Alignment,
  known: readonly string[],
  fulfils: (word: string, at: number) => boolean,
): number {
  for (let at = 0; at < known.length; at++) if (free[at] && fulfils(known[at] ?? "", at)) return at;
  return -1;
}

interface Similarity {
  index: number;
  at: number;
  similar: number;
}

function alignSimilar(query: readonly string[], known: readonly string[], alignment: Alignment): void {
  const { pairs, free } = alignment;
  // Two letters are a prefix only while typing: after words that are complete.
  const typing = query.slice(0, -1).every((_, index) => pairs[index] !== undefined);
  const similarities: Similarity[] = [];
  for (const [index, word] of query.entries()) {
    if (pairs[index] !== undefined || isNumeral(word)) continue;
    const lettersMin = typing && index === query.length - 1 ? 2 : 3;
    addSimilar({ index, word, lettersMin }, known, { free, similarities });
  }
  similarities.sort((a, b) => b.similar - a.similar);
  for (const { index, at, similar } of similarities)
    if (pairs[index] === undefined && free[at]) alignment.take(index, [at], similar);
}

function addSimilar(
  { index, word, lettersMin }: { index: number; word: string; lettersMin: number },
  known: readonly string[],
  { free, similarities }: { free: readonly boolean[]; similarities: Similarity[] },
): void {
  for (const [at, other] of known.entries()) {
    const similar = free[at] ? compareWords(word, other, lettersMin) : 0;
    if (similar >= ALIKE_MIN) similarities.push({ index, at, similar });
  }
}

/**
 * One wrong letter turns a short word into another, so alone it does not count as a mistake, nor do two letters count
 * as a prefix; if every other word matches and they are distinctive enough, they do.
 */
function alignShort(
  query: readonly string[],
  known: readonly string[],
  alignment: Alignment,
  wordWeight: WordWeight,
): void {
  const { pairs, paired } = alignment;
  const missing = query.findIndex((_, index) => pairs[index] === undefined);
  const word = query[missing];
  if (word === undefined || isNumeral(word) || paired < query.length - 1) return;
  const around = query.reduce((sum, other, index) => (index === missing ? sum : sum + wordWeight(other)), 0);
  if (around < SHORT_WORD.aroundMin) return;
  const isMisspelt = (other: string) =>
    Math.max(word.length, other.length) <= SHORT_WORD.lettersMax && countEdits(word, other, 1) === 1;
  // Filings truncate names at a fixed length: the rest of the last word continues the one before it.
  const isLast = missing === query.length - 1 && word.length > 1;
  const cutAfter = isLast ? (pairs[missing - 1]?.at.at(-1) ?? known.length) : known.length;
  const at = findFree(alignment, known, (other, position) => {
    if (isNumeral(other)) return false;
    return isMisspelt(other) || (position > cutAfter && other.startsWith(word));
  });
  if (at >= 0) alignment.take(missing, [at], SHORT_WORD.similar);
}

/** Words written separately on one side and together on the other: jp morgan, jpmorgan. */
function alignJoined(query: readonly string[], known: readonly string[], alignment: Alignment): void {
  const { pairs, free } = alignment;
  for (const [index, word] of query.entries()) {
    if (pairs[index] !== undefined) continue;
    const apart = findFree(
      alignment,
      known,
      (other, at) => free[at + 1] === true && isJoined(word, other, known[at + 1]),
    );
    if (apart >= 0) alignment.take(index, [apart, apart + 1], 0.97);
    const next = query[index + 1];
    if (next === undefined || pairs[index] !== undefined || pairs[index + 1] !== undefined) continue;
    const together = findFree(alignment, known, (other) => isJoined(other, word, next));
    if (together < 0) continue;
    alignment.take(index, [together], 0.97);
    alignment.take(index + 1, [together], 0.97);
  }
}

/** Whether a word is two others written together; does not join them, since hardly any are. */
function isJoined(word: string, first: string, second = ""): boolean {
  return word.length === first.length + second.length && word.startsWith(first) && word.endsWith(second);
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

/** Whether the words were found in the order in which they were asked for. */
function isInOrder(pairs: readonly (Pairing | undefined)[]): boolean {
  let last = 0;
  for (const pair of pairs) {
    if (pair === undefined) continue;
    const [at = 0] = pair.at;
    if (at < last) return false;
    last = at;
  }
  return true;
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
