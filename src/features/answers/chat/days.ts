export const DAY_MILLISECONDS = 86_400_000;

export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** A written-out date: "September 30, 2024", "30 September 2024" or "2024-09-30". */
export function readDay(question: string): string | null {
  const iso = /\b(20\d\d-\d\d-\d\d)\b/.exec(question)?.[1];
  if (iso) return iso;
  const written = /\b(?:\p{L}{3,9}\.? \d{1,2},? 20\d\d|\d{1,2}\.? \p{L}{3,9} 20\d\d)\b/u.exec(question)?.[0];
  const time = written ? Date.parse(`${written} UTC`) : Number.NaN;
  return Number.isNaN(time) ? null : dayOf(new Date(time));
}
