import type { Sql } from "../../../platform/db/index.ts";
import { cacheForSeconds } from "./cache-for-seconds.ts";
import type { WordWeight } from "./score-name.ts";
import { listFrequentWords } from "./store.ts";

const WORDS_MAX = 4_000;
const LEAST = 0.1;
/** Parts of web addresses are not distinctive, however rare they are. */
const EMPTY_WORDS = ["com", "www", "net"];

/** How distinctive each word is, and how many companies have it; 0 when it is not a frequent one. */
export interface Vocabulary {
  wordWeight: WordWeight;
  companiesWith: (word: string) => number;
}

/**
 * The frequent words of company names. Loaded at first use and again when older than `secondsMax`; a stale count does
 * no harm, since only the order of magnitude matters.
 */
export function cachedVocabulary(sql: Sql, options: { secondsMax: number }): () => Promise<Vocabulary> {
  return cacheForSeconds(() => readVocabulary(sql), options);
}

async function readVocabulary(sql: Sql): Promise<Vocabulary> {
  const { words, companies } = await listFrequentWords(sql, WORDS_MAX);
  const scale = Math.log(1 + Math.max(companies, 1_000));
  const weights = new Map([...words].map(([word, count]) => [word, weigh(count, scale)]));
  for (const word of EMPTY_WORDS) weights.set(word, LEAST);
  return {
    wordWeight: (word) => weights.get(word) ?? 1,
    companiesWith: (word) => words.get(word) ?? 0,
  };
}

/** A word of one company is fully distinctive, a word of all companies hardly at all. */
function weigh(count: number, scale: number): number {
  return Math.max(LEAST, Math.max(0, 1 - Math.log(count) / scale) ** 1.5);
}
