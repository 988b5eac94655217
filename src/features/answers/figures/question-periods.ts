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
const DATE =
  "(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\.?\\s+\\d{1,2},?";
const DATE_DAY_FIRST = DATE.replace("\\.?\\s+\\d{1,2},?", "\\.?");
const SPANS: Record<string, Period["span"]> = {
  three: "quarter",
  six: "half",
  nine: "nine_months",
  twelve: "year",
};
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
      `\\b(three|six|nine|twelve)[ -]months?(?:\\s+period)?\\s+end(?:ed|ing)\\s+(?:on\\s+)?(?:${DATE}|\\d{1,2}\\s+${DATE_DAY_FIRST})\\s+(${YEAR})`,
      "gi",
    ),
    read: ([months, year]) => ({
      year: toYear(year),
      span: SPANS[(months ?? "").toLowerCase()] ?? "year",
      part: null,
    }),
  },
  {
    pattern: new RegExp(
      `\\b(?:first\\s+)?(three|six|nine|twelve)[ -]months?\\s+(?:of|in)\\s+(?:FY|fiscal(?: year)?|the year)?\\s*(${YEAR})`,
      "gi",
    ),
    read: ([months, year]) => readMonths(months, year),
  },
  {
    pattern: new RegExp(
      `\\b(first|second)[ -]half\\s+(?:of\\s+)?(?:FY|fiscal(?: year)?|the year)?\\s*(${YEAR})`,
      "gi",
    ),
    read: ([word, year]) => ({
      year: toYear(year),
      span: "half",
      part: (word ?? "").toLowerCase() === "first" ? 1 : 2,
    }),
  },
  {
    pattern: new RegExp(`\\b(quarter)\\s+end(?:ed|ing)\\s+(?:on\\s+)?${DATE}\\s+(${YEAR})`, "gi"),
    read: ([, year]) => ({ year: toYear(year), span: "quarter", part: null }),
  },
  {
    pattern: new RegExp(
      `\\b(?:FY|fiscal(?: year)?)?\\s*(${YEAR})(?:'s)?\\s+(first|second|third|fourth)[ -]quarter`,
      "gi",
    ),
    read: ([year, word]) => ({
      year: toYear(year),
      span: "quarter",
      part: ["first", "second", "third", "fourth"].indexOf((word ?? "").toLowerCase()) + 1,
    }),
  },
  {
    // A year that ends in the next: "2018/2019", "FY 2018/19".
    pattern: new RegExp(
      `\\b(?:(?:FY|(?:the\\s+)?(?:fiscal|financial)(?: year)?|year)\\s+)?${YEAR}\\s?/\\s?((?:20)?\\d\\d)\\b`,
      "gi",
    ),
    read: ([year]) => fiscalYear(toYear(year)),
  },
  {
    // "The year to March 2024", "the twelve months ended 31 March 2024".
    pattern: new RegExp(
      `\\b(?:the\\s+)?(?:(?:fiscal|financial)\\s+)?(?:(?:twelve|12)[ -]months|year)\\s+(?:to|end(?:ed|ing)(?:\\s+in)?)\\s+` +
        `(?:${DATE}|(?:\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?)?${DATE_DAY_FIRST})\\s+(${YEAR})\\b`,
      "gi",
    ),
    read: ([year]) => fiscalYear(toYear(year)),
  },
  {
    // A date stands for the year that ends or the balance that stands there.
    pattern: new RegExp(
      `\\b(?:(?:the\\s+)?(?:fiscal\\s+)?(?:twelve months|years?)(?:\\s+end(?:ed|ing))?\\s+(?:on\\s+)?)?(?:${DATE}|\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?${DATE_DAY_FIRST})\\s+(${YEAR})\\b`,
      "gi",
    ),
    read: ([year]) => fiscalYear(toYear(year)),
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

/** The first months of a year: a quarter and a half are its first. */
function readMonths(months: string | undefined, year: string | undefined): Period {
  const span = SPANS[(months ?? "").toLowerCase()] ?? "year";
  return { year: toYear(year), span, part: span === "quarter" || span === "half" ? 1 : null };
}

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

/** A part of a year whose year is not named. "The last six months" may end on any day. */
const PART_ALONE = new RegExp(
  String.raw`(?<!\b(?:last|past|next|previous|prior|every|each|per)\s+)\b((?:first|second)[ -]half` +
    String.raw`|(?:first|second|third|fourth)[ -]quarter|(?:first\s+)?(?:three|six|nine)[ -]months|H[12]` +
    String.raw`|Q[1-4])(?:\s+of\s+(?:the|this)\s+(?:fiscal\s+|financial\s+)?year)?(?![\w-])`,
  "i",
);

/** The question with the year of the report, where it names a half or a quarter of no year. */
export function withReportYear(question: string, period: Period | null): string {
  if (period === null || findPeriods(question).length > 0) return question;
  return question.replace(PART_ALONE, `$1 of ${period.year}`);
}

const JOINT =
  /^\s*,?\s*(?:-|–|—|to|through|until|and|vs\.?|versus|from|over|against|(?:as )?compared (?:with|to|against)|relative to|in comparison (?:with|to))\s*(?:that (?:of|in)\s+|in\s+)?(?:the\s+)?$/i;

const LIST = /^\s*(?:,|,?\s*and)\s*$/i;

function joinRanges(text: string, singles: readonly PeriodMention[]): PeriodMention[] {
  const joined: PeriodMention[] = [];
  for (const mention of singles) {
    const before = joined.at(-1);
    const between = before ? text.slice(before.end, mention.start) : "";
    if (before && before.last.year + 1 === mention.first.year && LIST.test(between)) {
      // "2017, 2018 and 2019"
      before.last = mention.first;
      before.end = mention.end;
    } else if (before && before.first === before.last && isRange(text, before, mention)) {
      before.last = mention.first;
      before.end = mention.end;
      if (before.first.year > before.last.year) [before.first, before.last] = [before.last, before.first];
    } else joined.push({ ...mention });
  }
  return joined;
}

/** "For 2020 and 2024" names two years, and none of those between. */
function isRange(text: string, before: PeriodMention, { start, first }: PeriodMention): boolean {
  const between = text.slice(before.end, start);
  const isApart = Math.abs(first.year - before.last.year) > 1;
  return (
    JOINT.test(between) && !(isApart && LIST.test(between) && !BETWEEN.test(text.slice(0, before.start)))
  );
}

const BETWEEN = /\b(?:between|from)\b[^,;?]*$/i;
