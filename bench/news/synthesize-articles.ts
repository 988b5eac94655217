/** Made-up articles whose words are as frequent and as rare as those of real news. */
import type { ReadArticle } from "../../src/features/news/formats/format.ts";

const VOCABULARY = 40_000;
const DAYS = 3 * 365;
export const LAST_DAY = Date.UTC(2025, 5, 30);
const COPIES_SHARE = 0.1;
const LANGUAGES = ["en", "en", "en", "en", "en", "en", "en", "de", "de", "fr"] as const;

/** The same numbers in every run. */
export function makeRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const STARTS = "b br c ch cl d dr f fl g gr h j k l m n p pl pr qu r s sh sl st t th tr v w".split(" ");
const VOWELS = "a e i o u ai ea ou".split(" ");
const ENDS = ["", "", "n", "r", "l", "nd", "st", "ck", "m"];

/** The word of a rank: rank 0 is the most frequent. */
export function wordOfRank(rank: number): string {
  let rest = rank + 1;
  let word = "";
  while (rest > 0) {
    const start = STARTS[rest % STARTS.length] ?? "b";
    rest = Math.floor(rest / STARTS.length);
    const vowel = VOWELS[(rest + rank) % VOWELS.length] ?? "a";
    word += start + vowel;
  }
  return word + (ENDS[rank % ENDS.length] ?? "");
}

/** Zipf's law, roughly: the word of rank r comes about 1/r as often as the first. */
function sampleRank(random: () => number): number {
  return Math.min(VOCABULARY - 1, Math.floor(VOCABULARY ** random()) - 1);
}

export function* synthesizeArticles(count: number): Generator<{ article: ReadArticle }> {
  const random = makeRandom(7);
  let last: ReadArticle | null = null;
  for (let number = 0; number < count; number++) {
    const isCopy = last !== null && random() < COPIES_SHARE;
    const words = (length: number) =>
      Array.from({ length }, () => wordOfRank(Math.max(0, sampleRank(random)))).join(" ");
    const published = new Date(LAST_DAY - Math.floor(random() * DAYS * 86_400) * 1_000).toISOString();
    const article: ReadArticle =
      isCopy && last !== null
        ? { ...last, snippet: last.snippet, title: words(9) }
        : {
            id: null,
            link: null,
            title: words(9),
            source: null,
            snippet: words(32),
            body: "",
            thumbnail: null,
            language: LANGUAGES[Math.floor(random() * LANGUAGES.length)] ?? "en",
            dates: [{ tag: "published", text: published }],
          };
    last = { ...article, link: `https://news.example/${number}`, source: `Outlet ${number % 300}` };
    yield { article: last };
  }
}
