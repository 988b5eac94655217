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
export function compareSentences(before: readonly Sentence[], after: readonly Sentence[]): Comparison {
  const equal = Map.groupBy(before, ({ text }) => keyOf(text));
  const fresh: Sentence[] = [];
  let unchanged = 0;
  for (const sentence of after) {
    if (equal.get(keyOf(sentence.text))?.shift()) unchanged++;
    else fresh.push(sentence);
  }
  const left = [...equal.values()].flat();
  const changed = pairSimilar(left, fresh);
  const paired = new Set(changed.map((pair) => pair.after));
  const replaced = new Set(changed.map((pair) => pair.before));
  return {
    added: fresh.filter((sentence) => !paired.has(sentence)),
    removed: left.filter((sentence) => !replaced.has(sentence)),
    changed,
    unchanged,
  };
}

function pairSimilar(before: readonly Sentence[], after: readonly Sentence[]): Comparison["changed"] {
  const words = before.map(({ text }) => wordsOf(text));
  const withWord = new Map<string, number[]>();
  for (const [at, set] of words.entries())
    for (const word of set) {
      const places = withWord.get(word);
      if (places) places.push(at);
      else withWord.set(word, [at]);
    }
  const pairs = after.flatMap((sentence, at) => {
    const own = wordsOf(sentence.text);
    const candidates = new Set<number>();
    for (const word of own) {
      const places = withWord.get(word) ?? [];
      if (places.length <= SENTENCES_WITH_WORD_MAX) for (const other of places) candidates.add(other);
    }
    return [...candidates].flatMap((other) => {
      const theirs = words[other] ?? own;
      // The most that two sets of these sizes can have in common.
      if (Math.min(own.size, theirs.size) < SIMILAR_MIN * Math.max(own.size, theirs.size)) return [];
      const count = own.intersection(theirs).size;
      const similarity = count / (own.size + theirs.size - count);
      return similarity >= SIMILAR_MIN ? [{ at, other, similarity }] : [];
    });
  });
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

/** What stands before a number and makes it negative. */
const MINUS = /(?<![\p{L}\p{N}])[-−–(](?=\p{Sc}?\p{N})/gu;
/** Signs that are part of what a number says, as words of their own. */
const SIGNS = /[\p{Sc}%‰¬]/gu;

/** Case and marks do not count, but a minus, a currency and a percent sign make it another statement. */
function keyOf(text: string): string {
  return foldText(text)
    .replace(MINUS, "¬")
    .replace(SIGNS, " $& ")
    .replace(/[^\p{L}\p{N}\p{Sc}%‰¬]+/gu, " ")
    .trim();
}

function wordsOf(text: string): Set<string> {
  return new Set(
    keyOf(text)
      .split(" ")
      .flatMap((word) => (UNSPACED.test(word) ? pairsOf(word) : [word])),
  );
}

/** Where words have no borders, pairs of characters serve as well. */
function pairsOf(word: string): string[] {
  return [...word].map((letter, at, all) => letter + (all[at + 1] ?? ""));
}
