import type { PageRecord } from "../../reports/index.ts";
import { type Sentence, sentencesOf } from "../passages/sentences.ts";

const YEAR = "(?:(?:fiscal|financial|business|accounting|reporting)[ -])";
const WHEN = "(?:when|on (?:what|which) (?:day|date)|(?:what|which) (?:day|date|month))";
/** What leads from something else to the time that it is asked for: "the headcount at year end". */
const OWN = String.raw`(?:(?!(?:at|as|by|on|of|in|for|from|since|before|after|to|until)\b)\S+ )`;
/** Only the day is asked for: "What was the cash at the end of the fiscal year?" asks for something else. */
const ASKED: readonly RegExp[] = [
  new RegExp(String.raw`^${WHEN}\b[^,]*\b${YEAR}year\b[^,]*\b(?:ends?|ended|closes?d?)\W*$`, "i"),
  new RegExp(
    String.raw`^(?:when|what)(?:['’]s| is| was) ${OWN}{0,4}?(?:${YEAR}?year[- ]end|balance sheet date|reporting date)(?: date)?\W*$`,
    "i",
  ),
  new RegExp(
    String.raw`^(?:when|what)(?:['’]s| is| was) the (?:end|last day|closing date) of (?:\S+ ){0,4}?${YEAR}?year\W*$`,
    "i",
  ),
  new RegExp(
    String.raw`^(?:what|which) (?:${YEAR}?(?:year|period)) (?:does|is|do) .*\b(?:cover(?:ed)?|for|about)\b[^,]{0,30}$`,
    "i",
  ),
];

export const asksYearEnd = (question: string) => ASKED.some((pattern) => pattern.test(question.trim()));

const MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
const ENDED = new RegExp(
  String.raw`\b(?:years?|52 weeks|53 weeks)(?:\s+period)?\s+(?:then\s+)?end(?:ed|ing):?\s+(?:on\s+)?(${MONTH}\s+\d{1,2},?\s+(?:19|20)\d\d|\d{1,2}(?:st|nd|rd|th)?\s+${MONTH}\s+(?:19|20)\d\d)`,
  "giu",
);

/** The day the report's year ended, with a line that says so: the one that most pages name as the end of the year. */
export function findYearEnd(
  pages: readonly PageRecord[],
  year: number | null,
): { day: string; sentence: Sentence } | null {
  const counts = new Map<string, number>();
  for (const { text } of pages) for (const day of daysIn(text)) counts.set(day, (counts.get(day) ?? 0) + 1);
  const isOfYear = (day: string) => year === null || Math.abs(Number(day.slice(-4)) - year) <= 1;
  const [most] = [...counts].filter(([day]) => isOfYear(day)).sort((a, b) => b[1] - a[1]);
  const day = most?.[0];
  if (day === undefined) return null;
  for (const page of pages) {
    const sentence = lineWith(page, day) ?? sentencesOf(page).find(({ text }) => daysIn(text).includes(day));
    if (sentence) return { day, sentence };
  }
  return null;
}

const daysIn = (text: string) =>
  Array.from(text.matchAll(ENDED), ([, day = ""]) =>
    day
      .toLowerCase()
      .replace(/\s+/g, " ")
      .replace(/(\d)(?:st|nd|rd|th)\b/, "$1")
      .replace(/[a-z]/, (letter) => letter.toUpperCase()),
  );

function lineWith(page: PageRecord, day: string): Sentence | undefined {
  const line = page.lines.find(({ text }) => daysIn(text).includes(day));
  return line && { page: page.page, text: line.text, kind: "text", box: line.box };
}
