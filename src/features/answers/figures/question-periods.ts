import { fiscalYear, type Period } from "./periods.ts";

/** A period, or two with everything between, where it stands in a question. */
export interface PeriodMention {
  start: number;
  end: number;
  first: Period;
  /** The same as `first` for a single period. */
  last: Period;
}

const YEAR = "(?:20\\d\\d|19\\d\\d)";
const PATTERNS: readonly { pattern: RegExp; read: (groups: readonly (string | undefined)[]) => Period }[] = [
  {
    pattern: new RegExp(`\\bFY\\s?'?(${YEAR})\\s?Q([1-4])\\b`, "gi"),
    read: ([year, part]) => ({ year: toYear(year), span: "quarter", part: Number(part) }),
  },
  {
    pattern: new RegExp(
      `\\bQ([1-4])\\s*(?:of\\s+)?(?:FY|fiscal(?: year)?)?\\s*['’]?(${YEAR}|\\d\\d\\b)`,
      "gi",
    ),
    read: ([part, year]) => ({ year: toYear(year), span: "quarter", part: Number(part) }),
  },
  {
    pattern: new RegExp(
      `\\bH([12])\\s*(?:of\\s+)?(?:FY|fiscal(?: year)?)?\\s*['’]?(${YEAR}|\\d\\d\\b)`,
      "gi",
    ),
    read: ([part, year]) => ({ year: toYear(year), span: "half", part: Number(part) }),
  },
  {
    pattern: new RegExp(
      `\\b(first|second|third|fourth)[ -]quarter\\s+(?:of\\s+)?(?:FY|fiscal(?: year)?|the year)?\\s*(${YEAR})`,
      "gi",
    ),
    read: ([word, year]) => ({
      year: toYear(year),
      span: "quarter",
      part: ["first", "second", "third", "fourth"].indexOf((word ?? "").toLowerCase()) + 1,
    }),
  },
  {
    pattern: new RegExp(
      `\\b(?:(?:FY|CY)\\s?['’]?|(?:the\\s+)?(?:fiscal|financial|calendar)(?: year)?\\s+|year\\s+)?(${YEAR})\\b`,
      "gi",
    ),
    read: ([year]) => fiscalYear(toYear(year)),
  },
  { pattern: /\b(?:FY|CY)\s?['’]?(\d\d)\b/gi, read: ([year]) => fiscalYear(toYear(year)) },
];

function toYear(digits: string | undefined): number {
  const year = Number(digits);
  return year < 100 ? 2_000 + year : year;
}

/** The periods of a question, from left to right; two joined by a dash or a word are one range. */
export function findPeriods(text: string): PeriodMention[] {
  const found: PeriodMention[] = [];
  for (const { pattern, read } of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (found.some((other) => start < other.end && end > other.start)) continue;
      const period = read(match.slice(1));
      found.push({ start, end, first: period, last: period });
    }
  }
  return joinRanges(
    text,
    found.sort((a, b) => a.start - b.start),
  );
}

const JOINT = /^\s*(?:-|–|—|to|through|until|and|vs\.?|versus)\s*(?:the\s+)?$/i;

function joinRanges(text: string, singles: readonly PeriodMention[]): PeriodMention[] {
  const joined: PeriodMention[] = [];
  for (const mention of singles) {
    const before = joined.at(-1);
    const between = before ? text.slice(before.end, mention.start) : "";
    if (before && before.first === before.last && JOINT.test(between)) {
      before.last = mention.first;
      before.end = mention.end;
      if (before.first.year > before.last.year) [before.first, before.last] = [before.last, before.first];
    } else joined.push({ ...mention });
  }
  return joined;
}
