/** Runs of words of a text, as hashes, so that a text can be compared with others without being kept. */
export const WORDS_MIN = 2;
export const WORDS_MAX = 5;

/** Lower case, letters only; a number or a sign of punctuation does not end a phrase, the end of a line does. */
export function readWords(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}

export function hashWords(words: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const letter of words.join(" ")) {
    hash ^= letter.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

export function listNGrams(text: string): Set<number> {
  const words = readWords(text);
  const found = new Set<number>();
  for (let start = 0; start < words.length; start++)
    for (let length = WORDS_MIN; length <= WORDS_MAX && start + length <= words.length; length++)
      found.add(hashWords(words.slice(start, start + length)));
  return found;
}
