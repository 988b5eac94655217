const VOCABULARY = 20_000;
let seed = 1;

/** The same numbers in every run. */
export function random(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
}

/** Frequent words are much more frequent than rare ones, as in a language; `from` 0.8 leaves the most frequent out. */
export const randomWord = (from = 0) => `w${Math.floor(VOCABULARY ** (from + random() * (1 - from)))}`;

export const randomText = (words: number) => Array.from({ length: words }, () => randomWord()).join(" ");
