import { SizedCache } from "../../../kernel/sized-cache.ts";
import type { NameIndex } from "./name-index.ts";
import { type KnownCompany, type NameSource, pickNearest } from "./name-source.ts";
import type { SearchKey } from "./store.ts";
import type { Vocabulary } from "./word-weights.ts";

const NEAR_BYTES = 1_200;

/** Looks names up in the index in memory alone. */
export class IndexedNameSource implements NameSource {
  readonly vocabulary: Vocabulary;
  readonly #index: NameIndex;
  readonly #near: SizedCache<string, readonly SearchKey[]>;

  constructor(index: NameIndex, { vocabulary, bytesMax }: { vocabulary: Vocabulary; bytesMax: number }) {
    this.#index = index;
    this.vocabulary = vocabulary;
    this.#near = new SizedCache(bytesMax);
  }

  async findByKeys(keys: readonly SearchKey[], companiesMax: number): Promise<KnownCompany[]> {
    return this.#index.findByKeys(keys, companiesMax);
  }

  async listNearKeys(words: readonly string[]): Promise<ReadonlyMap<string, readonly SearchKey[]>> {
    return new Map(words.map((word) => [word, this.#near.get(word) ?? this.#listNear(word)]));
  }

  #listNear(word: string): readonly SearchKey[] {
    const { words } = this.#index;
    const others = [...words.listBeginning(word), ...words.listSpelledAlike(word)];
    const near = pickNearest(word, others, this.vocabulary);
    this.#near.set(word, near, NEAR_BYTES);
    return near;
  }
}
