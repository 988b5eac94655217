const DAY_MILLISECONDS = 86_400_000;
const WEEK_DAYS = 7;

/** Days since 1970-01-01. */
export function dayOf(time: Date): number {
  return Math.floor(time.getTime() / DAY_MILLISECONDS);
}

/** Weeks since 1970-01-01. */
export function weekOf(time: Date): number {
  return Math.floor(dayOf(time) / WEEK_DAYS);
}

export const lastDayOf = (week: number) => week * WEEK_DAYS + WEEK_DAYS - 1;

/** A period in which articles are searched by their words. */
export type Bucket = { day: number } | { week: number };

/**
 * The key of one of an article's words, in its language and day or week. FNV-1a in the size of a PostgreSQL integer;
 * two words may share a key, so searches compare the words again.
 */
export function timeKey(language: string, bucket: Bucket, lexeme: string): number {
  const time = "day" in bucket ? `d${bucket.day}` : bucket.week;
  const text = `${language} ${time} ${lexeme}`;
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value | 0;
}
