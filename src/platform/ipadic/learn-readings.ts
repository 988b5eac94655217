/** A word of two characters, with the readings of the whole and of its second character. */
export interface Pair {
  second: readonly string[];
  whole: readonly string[];
}

const WORDS_MIN = 2;

/**
 * How the first character of these words is read: what is left of the whole when the second is taken off. The dictionary
 * has characters by themselves only where they are words, but company names are made of their other readings. One word
 * alone may be an exception.
 */
export function learnReadings(pairs: readonly Pair[]): string[] {
  const counts = new Map<string, number>();
  for (const { second, whole } of pairs) {
    const left = whole.flatMap((kana) =>
      second
        .filter((end) => kana.length > end.length && kana.endsWith(end))
        .map((end) => kana.slice(0, -end.length)),
    );
    for (const kana of new Set(left)) counts.set(kana, (counts.get(kana) ?? 0) + 1);
  }
  return [...counts]
    .filter(([kana, count]) => count >= WORDS_MIN && BEGINS_WELL.test(kana))
    .map(([kana]) => kana);
}

/** No word begins with what only follows other sounds. */
const BEGINS_WELL = /^[^ッンーァィゥェォャュョ]/u;
