/** BM25 over a fixed list of texts, exact and in memory. Terms are numbers here: a report repeats its words. */
import type { TermReader } from "../text/terms.ts";

const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;

/** The documents that have a term, in order, and how often each has it. */
interface Posting {
  documents: Uint32Array;
  counts: Uint32Array;
}

export class LexicalIndex {
  readonly #reader: TermReader;
  /** Postings of all terms, one after the other; those of a term begin at its own place. */
  readonly #begins: Uint32Array;
  readonly #documents: Uint32Array;
  readonly #counts: Uint32Array;
  readonly #lengths: Float64Array;
  readonly #lengthMean: number;

  constructor(texts: readonly (readonly number[])[], reader: TermReader) {
    this.#reader = reader;
    this.#lengths = Float64Array.from(texts, ({ length }) => length);
    this.#lengthMean =
      this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length) || 1;
    this.#begins = placePostings(texts, reader.size);
    const total = this.#begins[reader.size] ?? 0;
    this.#documents = new Uint32Array(total);
    this.#counts = new Uint32Array(total);
    this.#fill(texts);
  }

  get size(): number {
    return this.#lengths.length;
  }

  #fill(texts: readonly (readonly number[])[]): void {
    const ends = this.#begins.slice();
    for (const [document, terms] of texts.entries()) {
      for (const term of terms) {
        const end = ends[term] ?? 0;
        const last = end - 1;
        // Documents come in order, so a repeated term is always in the last one.
        if (last >= (this.#begins[term] ?? 0) && this.#documents[last] === document) {
          this.#counts[last] = (this.#counts[last] ?? 0) + 1;
        } else {
          this.#documents[end] = document;
          this.#counts[end] = 1;
          ends[term] = end + 1;
        }
      }
    }
  }

  /** How rare a term is: the weight a document gets for having it. */
  rarity(term: string): number {
    return this.#rarityOf(this.#postingOf(term)?.documents.length ?? 0);
  }

  #postingOf(term: string): Posting | undefined {
    const number = this.#reader.numberOf(term);
    if (number === undefined) return;
    const begin = this.#begins[number] ?? 0;
    const end = this.#begins[number + 1] ?? begin;
    if (begin === end) return;
    return { documents: this.#documents.subarray(begin, end), counts: this.#counts.subarray(begin, end) };
  }

  /** Scores of all documents for some words, each of which counts by its rarity. */
  score(words: readonly string[]): Float64Array {
    const scores = new Float64Array(this.size);
    for (const word of words) {
      const posting = this.#postingOf(word);
      if (!posting) continue;
      const rarity = this.#rarityOf(posting.documents.length);
      for (const [at, document] of posting.documents.entries()) {
        const score = rarity * this.#saturate(document, posting.counts[at] ?? 0);
        scores[document] = (scores[document] ?? 0) + score;
      }
    }
    return scores;
  }

  #rarityOf(found: number): number {
    return Math.log(1 + (this.size - found + 0.5) / (found + 0.5));
  }

  #saturate(document: number, count: number): number {
    const length = (this.#lengths[document] ?? 0) / this.#lengthMean;
    return (count * (SATURATION + 1)) / (count + SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length));
  }
}

/** Where the postings of each term begin, and at last where they all end. */
function placePostings(texts: readonly (readonly number[])[], termCount: number): Uint32Array {
  const begins = new Uint32Array(termCount + 1);
  const seenIn = new Int32Array(termCount).fill(-1);
  for (const [document, terms] of texts.entries()) {
    for (const term of terms) {
      if (seenIn[term] === document) continue;
      seenIn[term] = document;
      begins[term + 1] = (begins[term + 1] ?? 0) + 1;
    }
  }
  for (let term = 0; term < termCount; term++)
    begins[term + 1] = (begins[term + 1] ?? 0) + (begins[term] ?? 0);
  return begins;
}
