import type { Sql } from "../../../platform/db/index.ts";
import { cacheForSeconds } from "./cache-for-seconds.ts";
import type { WordWeight } from "./score-name.ts";
import { listFrequentWords } from "./store.ts";

const WORDS_MAX = 4_000;
const LEAST = 0.1;
/** Parts of web addresses tell nothing, however rare they are. */
const EMPTY_WORDS = new Set(["com", "www", "net"]);

/** How much each word tells, and how many companies carry it; 0 when it is not among the frequent ones. */
export interface Vocabulary {
  wordWeight: WordWeight;
  companiesWith: (word: string) => number;
}

/**
 * Knows the frequent words of company names. Read at first use and again when older than `secondsMax`; in between an
 * old count does no harm, since only the order of magnitude matters.
 */
export function cachedVocabulary(sql: Sql, options: { secondsMax: number }): () => Promise<Vocabulary> {
  return cacheForSeconds(() => readVocabulary(sql), options);
}

async function readVocabulary(sql: Sql): Promise<Vocabulary> {
  const { words, companies } = await listFrequentWords(sql, WORDS_MAX);
  const scale = Math.log(1 + Math.max(companies, 1_000));
  const weights = new Map([...words].map(([word, count]) => [word, weigh(count, scale)]));
  return {
    wordWeight: (word) => (EMPTY_WORDS.has(word) ? LEAST : (weights.get(word) ?? 1)),
    companiesWith: (word) => words.get(word) ?? 0,
  };
}

/** A word of one company tells everything, a word of all companies almost nothing. */
function weigh(count: number, scale: number): number {
  return Math.max(LEAST, Math.max(0, 1 - Math.log(count) / scale) ** 1.5);
}
