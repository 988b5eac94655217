import { findPeriods } from "../figures/question-periods.ts";

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

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
const MONTH = new RegExp(`\\b(${MONTHS.join("|")}) (?:of )?(20\\d\\d)\\b`, "i");

const MONTHS_OF = { quarter: 3, half: 6, nine_months: 9, year: 12 } as const;

/** The first and the last day of the month, or of the quarters, halves and years of the calendar that a question names. */
export function readDays(question: string): { from: string; to: string; said: string } | null {
  const [month, name = "", year] = MONTH.exec(question) ?? [];
  if (month) return { ...daysOf(Number(year), MONTHS.indexOf(name.toLowerCase()), 1), said: month.trim() };
  const found = findPeriods(question);
  const periods = found.flatMap(({ first, last }) => [first, last]);
  if (periods.some(({ span, part }) => part === null && (span === "quarter" || span === "half"))) return null;
  const spans = periods.map(({ year, span, part }) => {
    const months = MONTHS_OF[span];
    return daysOf(year, ((part ?? 1) - 1) * months, months);
  });
  const days = spans.flatMap(({ from, to }) => [from, to]).sort();
  const [from, to] = [days[0], days.at(-1)];
  const said = question.slice(found[0]?.start, found.at(-1)?.end);
  return from && to ? { from, to, said } : null;
}

function daysOf(year: number, month: number, months: number): { from: string; to: string } {
  return {
    from: dayOf(new Date(Date.UTC(year, month, 1))),
    to: dayOf(new Date(Date.UTC(year, month + months, 0))),
  };
}
