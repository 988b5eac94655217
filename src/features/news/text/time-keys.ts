const DAY_MILLISECONDS = 86_400_000;
const WEEK_DAYS = 7;

/** Days since 1970-01-01. */
export function dayOf(time: Date): number {
  return Math.floor(time.getTime() / DAY_MILLISECONDS);
}

/** Weeks since 1970-01-01. */
export function weekOf(time: Date): number {
  return weekOfDay(dayOf(time));
}

export const lastDayOf = (week: number) => week * WEEK_DAYS + WEEK_DAYS - 1;

export const weekOfDay = (day: number) => Math.floor(day / WEEK_DAYS);

/**
 * The keys of words in a language and week. FNV-1a in the size of a PostgreSQL integer; two words may share a key, so
 * searches compare the words again.
 */
export function makeWeekKey(language: string, week: number): (lexeme: string) => number {
  const start = startOf(language, week);
  return (lexeme) => addToHash(start, lexeme) | 0;
}

/** The keys that an article of this week is found by: of its words, and of every two in a row as `neighbourLexeme`. */
export function listWeekKeys(
  { language, week }: { language: string; week: number },
  words: Iterable<string>,
  sequences: readonly (readonly string[])[],
): number[] {
  const start = startOf(language, week);
  const keys = new Set<number>();
  for (const word of words) keys.add(addToHash(start, word) | 0);
  for (const sequence of sequences) {
    let before: number | null = null;
    for (const word of sequence) {
      if (before !== null) keys.add(addToHash(before, word) | 0);
      before = addToHash(addToHash(start, word), " ");
    }
  }
  return [...keys];
}

function startOf(language: string, week: number): number {
  return addToHash(0x811c9dc5, `${language} ${week} `);
}

function addToHash(hash: number, text: string): number {
  let value = hash;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value;
}

/**
 * The key that all articles of a language and day have: with the key of a word's week, it finds the word's articles of
 * that day. The index computes the same (`news_keys` in the migrations).
 */
export function dayKey(language: string, day: number): number {
  return (language.charCodeAt(0) * 256 + language.charCodeAt(1)) * 65_536 + (day & 65_535);
}
