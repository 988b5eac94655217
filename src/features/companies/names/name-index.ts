import { type HashPostings, hashKey } from "./hash-postings.ts";
import type { KnownCompany } from "./name-source.ts";
import type { NameTexts } from "./name-texts.ts";
import type { SearchName } from "./search-names.ts";
import type { SearchKey } from "./store.ts";
import type { WordIndex } from "./word-index.ts";

/** All companies of one revision, the most prominent first, as they are found by name. */
export interface NameIndexParts {
  companyNos: Int32Array;
  prominences: Int16Array;
  keys: HashPostings;
  texts: NameTexts;
  words: WordIndex;
}

export class NameIndex {
  readonly words: WordIndex;
  readonly #parts: NameIndexParts;
  /** What each company is worth to the current search; zero between searches. */
  readonly #worths: Float32Array;

  constructor(parts: NameIndexParts) {
    this.words = parts.words;
    this.#parts = parts;
    this.#worths = new Float32Array(parts.companyNos.length);
  }

  get bytes(): number {
    const { companyNos, prominences, keys, texts, words } = this.#parts;
    const columns = companyNos.byteLength + prominences.byteLength + this.#worths.byteLength;
    return columns + keys.bytes + texts.bytes + words.bytes;
  }

  /** The companies that share most keys with the query; of equal ones the more prominent. */
  findByKeys(keys: readonly SearchKey[], companiesMax: number): KnownCompany[] {
    const touched: number[] = [];
    for (const { key, worth, most } of keys)
      for (const row of this.#parts.keys.find(hashKey(key), most)) {
        // Stored with the precision of the database's own sum, so that equal sums are equal.
        if (this.#worths[row] === 0) touched.push(row);
        this.#worths[row] = (this.#worths[row] ?? 0) + Math.fround(worth);
      }
    const best = this.#pickBest(touched, companiesMax);
    for (const row of touched) this.#worths[row] = 0;
    return best.map((row) => new IndexedCompany(this.#parts, row));
  }

  /** Most rows are worth less than the last one kept, so this takes far less time than sorting. */
  #pickBest(touched: readonly number[], companiesMax: number): number[] {
    const best: number[] = [];
    for (const row of touched) {
      const last = best[companiesMax - 1];
      if (last !== undefined && !this.#isBetter(row, last)) continue;
      if (last !== undefined) best.pop();
      let at = best.length;
      while (at > 0 && this.#isBetter(row, best[at - 1] ?? 0)) at--;
      best.splice(at, 0, row);
    }
    return best;
  }

  #isBetter(row: number, other: number): boolean {
    const difference = (this.#worths[row] ?? 0) - (this.#worths[other] ?? 0);
    return difference > 0 || (difference === 0 && row < other);
  }
}

/** Its texts are read when they are needed: names of most candidates are compared once, identifiers hardly ever. */
class IndexedCompany implements KnownCompany {
  readonly company_no: number;
  readonly prominence: number;
  readonly #texts: NameTexts;
  readonly #row: number;

  constructor({ companyNos, prominences, texts }: NameIndexParts, row: number) {
    this.company_no = companyNos[row] ?? 0;
    this.prominence = prominences[row] ?? 0;
    this.#texts = texts;
    this.#row = row;
  }

  get svc_entity_id(): string {
    return this.#texts.idAt(this.#row);
  }

  get names(): readonly SearchName[] {
    return this.#texts.namesAt(this.#row);
  }
}
