/** BM25 over a fixed list of texts, exact and in memory. Terms are numbers here: a report repeats its words. */
import type { TermReader } from "../text/terms.ts";

const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;

interface Posting {
  documents: number[];
  counts: number[];
}

export class LexicalIndex {
  readonly #reader: TermReader;
  /** By the number of the term. */
  readonly #postings: (Posting | undefined)[];
  readonly #lengths: Float64Array;
  readonly #lengthMean: number;

  constructor(texts: readonly (readonly number[])[], reader: TermReader) {
    this.#reader = reader;
    this.#postings = Array.from({ length: reader.size });
    this.#lengths = new Float64Array(texts.length);
    let total = 0;
    for (const [document, terms] of texts.entries()) {
      this.#lengths[document] = terms.length;
      total += terms.length;
      for (const term of terms) this.#add(term, document);
    }
    this.#lengthMean = total / Math.max(1, texts.length) || 1;
  }

  get size(): number {
    return this.#lengths.length;
  }

  #add(term: number, document: number): void {
    const posting = this.#postings[term];
    if (!posting) {
      this.#postings[term] = { documents: [document], counts: [1] };
      return;
    }
    const last = posting.documents.length - 1;
    // Documents come in order, so a repeated term is always in the last one.
    if (posting.documents[last] === document) posting.counts[last] = (posting.counts[last] ?? 0) + 1;
    else {
      posting.documents.push(document);
      posting.counts.push(1);
    }
  }

  /** How rare a term is: the weight a document gets for having it. */
  rarity(term: string): number {
    return this.#rarityOf(this.#postingOf(term)?.documents.length ?? 0);
  }

  #postingOf(term: string): Posting | undefined {
    return this.#postings[this.#reader.numberOf(term) ?? -1];
  }

  /**
   * Scores of all documents. Terms of one group mean the same: only the best of them counts for a document, so that
   * a word with many synonyms weighs no more than one without.
   */
  score(groups: readonly TermGroup[]): Float64Array {
    const scores = new Float64Array(this.size);
    for (const group of groups) {
      const best = new Map<number, number>();
      for (const { terms, weight } of group.ways) this.#scoreWay(terms, group.weight * weight, best);
      for (const [document, score] of best) scores[document] = (scores[document] ?? 0) + score;
    }
    return scores;
  }

  /** A way of several words counts where all of them stand. */
  #scoreWay(terms: readonly string[], weight: number, best: Map<number, number>): void {
    const [first, ...others] = terms.map((term) => this.#postingOf(term));
    if (!first || others.some((posting) => !posting)) return;
    const together = others.length === 0 ? null : this.#commonDocuments(terms);
    for (const [at, document] of first.documents.entries()) {
      if (together && !together.has(document)) continue;
      const count = together?.get(document) ?? first.counts[at] ?? 0;
      const score =
        weight * this.#rarityOf(together?.size ?? first.documents.length) * this.#saturate(document, count);
      if (score > (best.get(document) ?? 0)) best.set(document, score);
    }
  }

  #rarityOf(found: number): number {
    return Math.log(1 + (this.size - found + 0.5) / (found + 0.5));
  }

  #saturate(document: number, count: number): number {
    const length = (this.#lengths[document] ?? 0) / this.#lengthMean;
    return (count * (SATURATION + 1)) / (count + SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length));
  }

  #commonDocuments(terms: readonly string[]): Map<number, number> {
    let common: Map<number, number> | null = null;
    for (const term of terms) {
      const posting = this.#postingOf(term);
      const here = new Map<number, number>();
      for (const [at, document] of (posting?.documents ?? []).entries()) {
        const before: number | undefined = common === null ? Number.POSITIVE_INFINITY : common.get(document);
        if (before !== undefined) here.set(document, Math.min(before, posting?.counts[at] ?? 0));
      }
      common = here;
    }
    return common ?? new Map();
  }
}

/** One thing asked for, and the ways to say it. */
export interface TermGroup {
  weight: number;
  ways: readonly { terms: readonly string[]; weight: number }[];
}
