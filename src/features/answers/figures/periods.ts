/** Fiscal periods: as questions ask for them and as the heads of columns show them. */

export interface Period {
  year: number;
  span: "year" | "half" | "nine_months" | "quarter";
  /** Which quarter or half, when that is said. */
  part: number | null;
}

export function fiscalYear(year: number): Period {
  return { year, span: "year", part: null };
}

export function priorPeriod(period: Period): Period {
  return { ...period, year: period.year - 1 };
}

const ORDINALS = ["first ", "second ", "third ", "fourth "];

/** Which quarter or half it is in a word: in an answer every digit is a number that must stand somewhere. */
export function printPeriod({ year, span, part }: Period): string {
  const which = part === null ? "" : (ORDINALS[part - 1] ?? "");
  if (span === "quarter" || span === "half") return `${which}${span} of FY${year}`;
  return span === "nine_months" ? `nine months of FY${year}` : `FY${year}`;
}

/** What the head of a column says about time. */
export interface HeadPeriod {
  year: number;
  /** Null when the head gives only a year or a date. */
  span: Period["span"] | null;
  part: number | null;
  /** 1 to 12 when the head is or ends with a date. */
  endMonth: number | null;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** In the other languages, by their first letters. */
const OTHER_MONTHS: Record<string, number> = {
  mär: 3,
  mai: 5,
  okt: 10,
  dez: 12,
  janv: 1,
  févr: 2,
  mars: 3,
  avri: 4,
  juin: 6,
  juil: 7,
  août: 8,
  déce: 12,
  ener: 1,
  genn: 1,
  febr: 2,
  febb: 2,
  maar: 3,
  marz: 3,
  abri: 4,
  apri: 4,
  mayo: 5,
  magg: 5,
  mei: 5,
  giug: 6,
  lugl: 7,
  agos: 8,
  sett: 9,
  octu: 10,
  otto: 10,
  novi: 11,
  dici: 12,
  dice: 12,
};
/** A column of differences or shares holds no amount of the period. */
const NO_AMOUNT =
  /change|variance|increase|decrease|\bvs\.?\b|versus|percent|%|\bmargin\b|veränderung|variation|growth|増減|per share|pro forma|adjust|effect|\bnotes?\b/i;
const YEARS = /(?:19[89]\d|20[0-4]\d)/g;
/** Printed with wide spaces: "2 0 1 9". */
const SPACED_YEAR = /\b([12]) ([09]) (\d) (\d)\b/g;
const SHORT_FISCAL = /\bFY\s?['’]?(\d{2})\b/i;

export function readHead(head: string): HeadPeriod | null {
  if (NO_AMOUNT.test(head)) return null;
  const years = head.replace(SPACED_YEAR, "$1$2$3$4").match(YEARS);
  const short = SHORT_FISCAL.exec(head)?.[1];
  // Heads are read from top to bottom: the last year is the column's own.
  const year = years ? Number(years.at(-1)) : short ? 2_000 + Number(short) : null;
  if (year === null) return null;
  return { year, ...readSpan(head), endMonth: readMonth(head) };
}

const QUARTER_WORDS = ["first", "second", "third", "fourth"];
const WORD_NUMBER: Record<string, number> = { three: 3, six: 6, nine: 9, twelve: 12 };

function readSpan(text: string): { span: Period["span"] | null; part: number | null } {
  const lower = text.toLowerCase();
  const quarter = /\bq([1-4])\b|\b([1-4])q\b|第([1-4])四半期/.exec(lower);
  const spoken = QUARTER_WORDS.findIndex((word) => lower.includes(`${word} quarter`));
  if (quarter || spoken >= 0) {
    return { span: "quarter", part: quarter ? Number(quarter[1] ?? quarter[2] ?? quarter[3]) : spoken + 1 };
  }
  const half = /\bh([12])\b|\b([12])\. ?hj|\bs([12])\b/.exec(lower);
  if (half) return { span: "half", part: Number(half[1] ?? half[2] ?? half[3]) };
  if (/中間期/.test(lower)) return { span: "half", part: 1 };
  const months = /\b(three|six|nine|twelve|3|6|9|12)[ -]months?/.exec(lower)?.[1];
  if (months) return { span: spanOfMonths(WORD_NUMBER[months] ?? Number(months)), part: null };
  const weeks = Number(/\b(\d{2})[ -]weeks?/.exec(lower)?.[1] ?? 0);
  if (weeks > 0) return { span: spanOfMonths(Math.round(weeks / 4.34)), part: null };
  return { span: /\byears?\b|\bannual\b/.test(lower) ? "year" : null, part: null };
}

export function spanOfMonths(months: number): Period["span"] {
  if (months <= 4) return "quarter";
  if (months <= 7) return "half";
  return months <= 10 ? "nine_months" : "year";
}

const MONTH =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)$/;

function readMonth(text: string): number | null {
  const numeric = /\b(\d{1,2})([/.-])(\d{1,2})\2(?:19|20)\d{2}/.exec(text);
  // 3/25/2023 begins with the month, 31.12.2023, 31-12-2023 and 31/12/2023 with the day.
  if (numeric)
    return numeric[2] === "/" && Number(numeric[1]) <= 12 ? Number(numeric[1]) : Number(numeric[3]);
  const japanese = /年\s?(\d{1,2})\s?月/.exec(text)?.[1];
  if (japanese) return Number(japanese);
  const words = text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  return (
    words
      .reverse()
      .map(monthOf)
      .find((month) => month !== null) ?? null
  );
}

function monthOf(word: string): number | null {
  if (MONTH.test(word)) return MONTHS.indexOf(word.slice(0, 3)) + 1;
  return OTHER_MONTHS[word.slice(0, 4)] ?? OTHER_MONTHS[word.slice(0, 3)] ?? null;
}

/** How well a column answers for a period: 0 for not at all. */
export function matchHead(head: HeadPeriod, wanted: Period): number {
  if (head.year !== wanted.year) return 0;
  if (wanted.span === "year") return head.span === "year" ? 3 : head.span === null ? 2 : 0;
  if (head.span !== wanted.span) return 0;
  return head.part === null || wanted.part === null || head.part === wanted.part ? 3 : 0;
}
