import { setImmediate } from "node:timers/promises";
import { findFirst } from "../screening/find-first.ts";
import { type HashPostings, HashPostingsBuilder, hashNumber } from "./hash-postings.ts";
import { listTypoNumbers } from "./name-keys.ts";
import { PREFIX_STRETCH, PREFIX_WORDS, TYPO_WORDS } from "./store.ts";

/** What a JavaScript string takes besides its letters. */
const STRING_BYTES = 32;
/** A few milliseconds of work. */
const WORDS_PER_TURN = 2_000;

interface WordIndexParts {
  /** In the order of their bytes. */
  words: readonly string[];
  prominences: Int16Array;
  /** The words of each number that misspellings share. */
  typos: HashPostings;
}

/** The words must be in the order of their bytes. */
export async function makeWordIndex(words: readonly string[], prominences: Int16Array): Promise<WordIndex> {
  const builder = new HashPostingsBuilder();
  const rows: number[] = [];
  for (const [at, word] of words.entries()) {
    for (const number of listTypoNumbers(word)) {
      builder.add(hashNumber(number));
      rows.push(at);
    }
    if (at % WORDS_PER_TURN === 0) await setImmediate();
  }
  const pairs = rows.values().map((row, pair) => ({ pair, row }));
  return new WordIndex({ words, prominences, typos: await builder.build(pairs) });
}

/** The words of company names, to find those that a word may be a prefix or a misspelling of. */
export class WordIndex {
  readonly #words: readonly string[];
  readonly #prominences: Int16Array;
  readonly #typos: HashPostings;

  constructor({ words, prominences, typos }: WordIndexParts) {
    this.#words = words;
    this.#prominences = prominences;
    this.#typos = typos;
  }

  get bytes(): number {
    const texts = this.#words.reduce((sum, word) => sum + word.length + STRING_BYTES, 0);
    return texts + this.#prominences.byteLength + this.#typos.bytes;
  }

  /** Words that start with a word, those of prominent companies first. */
  listBeginning(start: string): string[] {
    if (start.length < 2) return [];
    const words = this.#words;
    const from = findFirst(words.length, (at) => (words[at] ?? "") >= start);
    const found: number[] = [];
    const most = start.length > 3 ? PREFIX_STRETCH : words.length;
    for (let at = from; at < words.length && found.length < most && words[at]?.startsWith(start); at++)
      found.push(at);
    return this.#pickProminent(found, PREFIX_WORDS);
  }

  /** Words that may be misspellings of a word; the caller compares them. */
  listSpelledAlike(word: string): string[] {
    const found = new Set<number>();
    for (const number of listTypoNumbers(word))
      for (const at of this.#typos.find(hashNumber(number), this.#words.length)) found.add(at);
    return this.#pickProminent([...found], TYPO_WORDS);
  }

  /** Words of prominent companies first, of equal ones the first by letters. */
  #pickProminent(found: number[], most: number): string[] {
    if (found.length > most)
      found.sort((a, b) => (this.#prominences[b] ?? 0) - (this.#prominences[a] ?? 0) || a - b);
    return found.slice(0, most).map((at) => this.#words[at] ?? "");
  }
}
