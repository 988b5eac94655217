import { LAST_DAY, makeRandom, wordOfRank } from "./synthesize-articles.ts";

export interface Search {
  kind: string;
  keywords: string;
  from: Date;
  until: Date;
}

const KINDS: Record<string, (rank: (low: number, high: number) => string) => string> = {
  "frequent word": (word) => word(0, 30),
  "medium word": (word) => word(200, 1_000),
  "rare word": (word) => word(8_000, 39_000),
  "phrase of frequent words": (word) => `"${word(0, 30)} ${word(0, 30)}"`,
  "three words": (word) => `${word(5, 50)}, ${word(100, 2_000)}, ${word(2_000, 20_000)}`,
  "ten words": (word) => Array.from({ length: 10 }, () => word(5, 5_000)).join(", "),
};
const SPANS_DAYS = [7, 31, 365, 1_100];

/** The same searches for every size: kinds, words and spans take turns. */
export function listSearches(count: number): Search[] {
  const random = makeRandom(11);
  const word = (low: number, high: number) => wordOfRank(low + Math.floor(random() * (high - low)));
  const kinds = Object.entries(KINDS);
  return Array.from({ length: count }, (_, turn) => {
    const [kind, write] = kinds[turn % kinds.length] ?? ["frequent word", () => word(0, 30)];
    const days = SPANS_DAYS[Math.floor(turn / kinds.length) % SPANS_DAYS.length] ?? 7;
    const end = LAST_DAY - Math.floor(random() * (1_095 - Math.min(days, 1_000))) * 86_400_000;
    return { kind, keywords: write(word), from: new Date(end - days * 86_400_000), until: new Date(end) };
  });
}
