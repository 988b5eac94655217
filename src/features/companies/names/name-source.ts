import { compareWords } from "./compare-words.ts";
import type { SearchName } from "./search-names.ts";
import type { SearchKey } from "./store.ts";
import type { Vocabulary } from "./word-weights.ts";

/** A company with its names as they are compared. */
export interface KnownCompany {
  readonly company_no: number;
  readonly svc_entity_id: string;
  readonly prominence: number;
  readonly names: readonly SearchName[];
}

/** Where names are looked up. */
export interface NameSource {
  vocabulary: Vocabulary;
  /** The companies that share most keys with the query. */
  findByKeys: (keys: readonly SearchKey[], companiesMax: number) => Promise<KnownCompany[]>;
  /** For each word, the words that it may be a prefix or a misspelling of. */
  listNearKeys: (words: readonly string[]) => Promise<ReadonlyMap<string, readonly SearchKey[]>>;
}

/** How many companies to read per frequent word. */
export const MOST_FREQUENT = 150;
const NEAR_WORDS_MAX = 10;
const ALIKE_MIN = 0.7;

/** Of words that begin like a word or are spelled like it, the nearest, as search keys. */
export function pickNearest(
  word: string,
  found: readonly string[],
  { wordWeight }: Pick<Vocabulary, "wordWeight">,
): SearchKey[] {
  return (
    [...new Set(found.filter((other) => other !== word))]
      .map((key) => ({ key, similar: compareWords(word, key, 2) }))
      .filter(({ similar }) => similar >= ALIKE_MIN)
      // Of equally near words the same ones on every node.
      .sort((a, b) => b.similar - a.similar || (a.key < b.key ? -1 : 1))
      .slice(0, NEAR_WORDS_MAX)
      .map(({ key, similar }) => ({ key, worth: similar * wordWeight(key), most: MOST_FREQUENT }))
  );
}
