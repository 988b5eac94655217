import { setImmediate } from "node:timers/promises";
import { foldText } from "../../news/index.ts";
import { UNSPACED } from "../unspaced.ts";

export interface Sentence {
  text: string;
  page: number;
}

export interface Comparison {
  added: Sentence[];
  removed: Sentence[];
  changed: { before: Sentence; after: Sentence; similarity: number }[];
  unchanged: number;
}

/** Two sentences with at least this share of words in common are one sentence that was changed. */
const SIMILAR_MIN = 0.5;
/** A word that more sentences have brings none of them together: comparing them all takes too long in a long report. */
const SENTENCES_WITH_WORD_MAX = 200;
/** Of the others, those with the most words in common are compared word by word. */
const CANDIDATES_MAX = 50;
/** Of more sentences the first are compared; the others count as added and removed. */
const COMPARED_MAX = 20_000;
/** Then other calls get their turn. */
const SENTENCES_PER_TURN = 100;
const SENTENCE_LETTERS_MIN = 20;
/** A sentence ends with a stop, and the next begins with a capital, a number or a quotation mark. */
const ENDS = /(?<=[.!?]["”’)]?)\s+(?=["“‘(]?[\p{Lu}\p{N}])|(?<=[。！？])/u;

/** The sentences of a passage, without the heading that is printed in front of them. */
export function sentencesIn(text: string, heading: string | null): string[] {
  let body = text;
  for (const part of heading?.split(" > ") ?? [])
    if (body.startsWith(part)) body = body.slice(part.length).trim();
  return body
    .split(ENDS)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= SENTENCE_LETTERS_MIN);
}

/**
 * What was added, removed and changed between two texts. Sentences that say the same but for case and marks are unchanged,
 * wherever they are; of the others, the most similar ones are paired first.
 */
export async function compareSentences(
  before: readonly Sentence[],
  after: readonly Sentence[],
  signal?: AbortSignal,
): Promise<Comparison> {
  const equal = Map.groupBy(before, ({ text }) => comparedText(text));
  const fresh: Sentence[] = [];
  let unchanged = 0;
  for (const sentence of after) {
    if (equal.get(comparedText(sentence.text))?.shift()) unchanged++;
    else fresh.push(sentence);
  }
  const left = [...equal.values()].flat();
  const changed = await pairSimilar(left, fresh, signal);
  const paired = new Set(changed.map((pair) => pair.after));
  const replaced = new Set(changed.map((pair) => pair.before));
  return {
    added: fresh.filter((sentence) => !paired.has(sentence)),
    removed: left.filter((sentence) => !replaced.has(sentence)),
    changed,
    unchanged,
  };
}

async function pairSimilar(
  before: readonly Sentence[],
  after: readonly Sentence[],
  signal: AbortSignal | undefined,
): Promise<Comparison["changed"]> {
  const earlier = new WordIndex(before.slice(0, COMPARED_MAX).map(({ text }) => wordsOf(text)));
  const pairs: { at: number; other: number; similarity: number }[] = [];
  for (const [at, { text }] of after.slice(0, COMPARED_MAX).entries()) {
    if (at % SENTENCES_PER_TURN === 0) {
      await setImmediate();
      signal?.throwIfAborted();
    }
    for (const found of earlier.listSimilar(wordsOf(text))) pairs.push({ at, ...found });
  }
  pairs.sort((a, b) => b.similarity - a.similarity || a.at - b.at || a.other - b.other);
  const [usedAfter, usedBefore] = [new Set<number>(), new Set<number>()];
  const chosen = pairs.filter(({ at, other }) => {
    if (usedAfter.has(at) || usedBefore.has(other)) return false;
    usedAfter.add(at);
    usedBefore.add(other);
    return true;
  });
  return chosen
    .sort((a, b) => a.at - b.at)
    .flatMap(({ at, other, similarity }) => {
      const [one, two] = [before[other], after[at]];
      return one && two ? [{ before: one, after: two, similarity: Number(similarity.toFixed(2)) }] : [];
    });
}

/** Sentences by their words. */
class WordIndex {
  readonly #sentences: readonly ReadonlySet<string>[];
  readonly #withWord = new Map<string, number[]>();
  /** How many words each has in common with the sentence that is looked for; zero in between. */
  readonly #common: Uint16Array;

  constructor(sentences: readonly ReadonlySet<string>[]) {
    this.#sentences = sentences;
    this.#common = new Uint16Array(sentences.length);
    for (const [at, words] of sentences.entries())
      for (const word of words) {
        const places = this.#withWord.get(word);
        if (places) places.push(at);
        else this.#withWord.set(word, [at]);
      }
  }

  listSimilar(words: ReadonlySet<string>): { other: number; similarity: number }[] {
    return this.#listCandidates(words).flatMap((other) => {
      const theirs = this.#sentences[other] ?? words;
      // The most that two sets of these sizes can have in common.
      if (Math.min(words.size, theirs.size) < SIMILAR_MIN * Math.max(words.size, theirs.size)) return [];
      const count = words.intersection(theirs).size;
      const similarity = count / (words.size + theirs.size - count);
      return similarity >= SIMILAR_MIN ? [{ other, similarity }] : [];
    });
  }

  #listCandidates(words: ReadonlySet<string>): number[] {
    const common = this.#common;
    const found: number[] = [];
    for (const word of words) {
      const places = this.#withWord.get(word) ?? [];
      if (places.length > SENTENCES_WITH_WORD_MAX) continue;
      for (const other of places) {
        const count = common[other] ?? 0;
        if (count === 0) found.push(other);
        common[other] = count + 1;
      }
    }
    const byCount = Array.from(words, (): number[] => []);
    for (const other of found) {
      byCount[words.size - (common[other] ?? 0)]?.push(other);
      common[other] = 0;
    }
    return byCount.flat().slice(0, CANDIDATES_MAX);
  }
}

/** What stands before a number and makes it negative. */
const MINUS = /(?<![\p{L}\p{N}])[-−–(](?=\p{Sc}?\p{N})/gu;
/** Signs that are part of what a number says, as words of their own. */
const SIGNS = /[\p{Sc}%‰¬]/gu;

/** Case and marks do not count, but a minus, a currency and a percent sign make it another statement. */
function comparedText(text: string): string {
  return foldText(text)
    .replace(MINUS, "¬")
    .replace(SIGNS, " $& ")
    .replace(/[^\p{L}\p{N}\p{Sc}%‰¬]+/gu, " ")
    .trim();
}

function wordsOf(text: string): Set<string> {
  return new Set(
    comparedText(text)
      .split(" ")
      .flatMap((word) => (UNSPACED.test(word) ? pairsOf(word) : [word])),
  );
}

/** Where words have no borders, pairs of characters serve as well. */
function pairsOf(word: string): string[] {
  return [...word].map((letter, at, all) => letter + (all[at + 1] ?? ""));
}
