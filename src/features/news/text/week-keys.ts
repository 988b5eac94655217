const WEEK_MILLISECONDS = 7 * 86_400_000;

/** Weeks since 1970 began: the unit in which a search goes back in time. */
export function weekOf(time: Date): number {
  return Math.floor(time.getTime() / WEEK_MILLISECONDS);
}

/**
 * The number under which an article is found by one of its words, in its language and week. FNV-1a in the size of a
 * PostgreSQL integer; two words may share a number, so whoever finds by it looks at the words again.
 */
export function weekKey(language: string, week: number, lexeme: string): number {
  const text = `${language} ${week} ${lexeme}`;
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value | 0;
}
