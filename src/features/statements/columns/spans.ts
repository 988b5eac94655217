import { findRange } from "./ranges.ts";

/** How long the period of a column is, as its head says it. */
export interface Span {
  /** In whole months; null for a year to date, whose length follows from the start of the fiscal year. */
  months: number | null;
  /** Exactly, where it is counted in weeks. */
  days: number | null;
  /** Which quarter, or which half, of the fiscal year it is; null where that is not said. */
  part: number | null;
}

const YEAR_MONTHS = 12;
const WEEK_DAYS = 7;
const YEAR_WEEKS_MIN = 50;
const MONTH_DAYS = 30.44;

const NUMBERS: Readonly<Record<string, number>> = {
  ...words(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen",
  ),
  ...words("ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf"),
  ...words("un deux trois quatre cinq six sept huit neuf dix onze douze"),
  ...words("uno dos tres cuatro cinco seis siete ocho nueve diez once doce"),
  ...words("uno due tre quattro cinque sei sette otto nove dieci undici dodici"),
  ...words("een twee drie vier vijf zes zeven acht negen tien elf twaalf"),
  ...words("一 二 三 四 五 六 七 八 九 十"),
  "twenty-four": 24,
  "twenty-six": 26,
  "twenty-seven": 27,
  "twenty-eight": 28,
  "thirty-six": 36,
  "thirty-nine": 39,
  forty: 40,
  "fifty-two": 52,
  "fifty-three": 53,
};

function words(list: string): Record<string, number> {
  return Object.fromEntries(list.split(" ").map((word, index) => [word, index + 1]));
}

/** "3e trimestre", "3ème", "3º". */
const numerals = (ending: string) => words([1, 2, 3, 4].map((number) => `${number}${ending}`).join(" "));

const ORDINALS: Readonly<Record<string, number>> = {
  ...words("first second third fourth"),
  ...words("erstes zweites drittes viertes"),
  ...words("premier deuxieme troisieme quatrieme"),
  ...words("primer segundo tercer cuarto"),
  ...words("primo secondo terzo quarto"),
  ...words("eerste tweede derde vierde"),
  "1st": 1,
  "2nd": 2,
  "3rd": 3,
  "4th": 4,
  "1er": 1,
  "3er": 3,
  ...numerals("e"),
  ...numerals("eme"),
  ...numerals("o"),
  ...words("i ii iii iv"),
};

const NUMBER = `(?:\\d{1,2}|${Object.keys(NUMBERS).join("|")})`;
const ORDINAL = `(?:${Object.keys(ORDINALS).join("|")})`;
const QUARTER = "(?:quarter|quartal|trimestre|kwartaal)";
const HALF = "(?:half|halbjahr|hj|semestre|semester|halfjaar)";

const toNumber = (text = "") => NUMBERS[text] ?? ORDINALS[text] ?? Number(text);
const ofMonths = (months: number, part: number | null = null): Span => ({ months, days: null, part });

function ofWeeks(weeks: number): Span {
  const days = weeks * WEEK_DAYS;
  if (weeks >= YEAR_WEEKS_MIN) return { months: YEAR_MONTHS, days, part: null };
  return { months: Math.round(days / MONTH_DAYS), days, part: null };
}

/** From the most to the least specific; each is taken out of the text before the next is tried. */
const PATTERNS: readonly [RegExp, (first: string | undefined, second: string | undefined) => Span][] = [
  // "第2四半期累計": from the start of the year; without 累計 it is the quarter alone.
  [/第\s*([1-4一二三四])\s*四半期(?:連結)?累計/g, (first) => ofMonths(toNumber(first) * 3, 1)],
  [/第\s*([1-4一二三四])\s*(?:四半期|季度)/g, (first) => ofMonths(3, toNumber(first))],
  [/\bq1\s*[-–—/]\s*q?([2-4])\b/g, (first) => ofMonths(toNumber(first) * 3, 1)],
  [/\b1\.\s*(?:[-–—]|bis)\s*([2-4])\.\s*quartal/g, (first) => ofMonths(toNumber(first) * 3, 1)],
  [/(?:year|jahr)[- ]to[- ]date\b|\bytd\b/g, () => ({ months: null, days: null, part: null })],
  [
    new RegExp(
      `(?<![\\w-])(${NUMBER})(?:\\s*\\(\\d{1,2}\\))?[ -]*` +
        "(?:(?:first|ersten|premiers|primeros|primi|eerste)\\s+)?" +
        "(?:months?|monaten?|mois|meses|mesi|maanden|[かヶケカ箇]?月間|[かヶケカ箇]月|个月|個月)(?![a-z])",
      "g",
    ),
    (first) => ofMonths(toNumber(first)),
  ],
  [
    new RegExp(`(?<![\\w-])(${NUMBER})[ -]*(?:weeks?|wochen|semaines)\\b`, "g"),
    (first) => ofWeeks(toNumber(first)),
  ],
  [/\b([69])m\s?(?=(?:fy)?\s?['’]?\d{2})/g, (first) => ofMonths(toNumber(first), 1)],
  [/\bq([1-4])(?!\d)/g, (first) => ofMonths(3, toNumber(first))],
  [/\b([1-4])[qt](?=\s?(?:fy)?\s?['’]?\d{2})/g, (first) => ofMonths(3, toNumber(first))],
  [/\bt([1-4])(?=\s?20\d\d)/g, (first) => ofMonths(3, toNumber(first))],
  [new RegExp(`\\b(${ORDINAL})[ -](?:fiscal )?${QUARTER}`, "g"), (first) => ofMonths(3, toNumber(first))],
  [new RegExp(`\\b([1-4])\\.?\\s?${QUARTER}`, "g"), (first) => ofMonths(3, toNumber(first))],
  [new RegExp(`\\b${QUARTER}s?(?![a-z])|四半期|季度`, "g"), () => ofMonths(3)],
  [/\bh([12])(?!\d)/g, (first) => ofMonths(6, toNumber(first))],
  [/\b([12])[hs](?=\s?(?:fy)?\s?['’]?\d{2})/g, (first) => ofMonths(6, toNumber(first))],
  [/\bs([12])(?=\s?20\d\d)/g, (first) => ofMonths(6, toNumber(first))],
  [
    new RegExp(`\\b(${ORDINAL})[ -](?:fiscal )?${HALF}(?:[- ]year)?`, "g"),
    (first) => ofMonths(6, toNumber(first)),
  ],
  [new RegExp(`\\b([12])\\.?\\s?${HALF}\\b`, "g"), (first) => ofMonths(6, toNumber(first))],
  [/中間|上半期|上半年|上期/g, () => ofMonths(6, 1)],
  [
    /\bhalf[- ]?year(?:ly)?\b|\bhalbjahr|\bsemestre\b|\bsemester\b|\bhalfjaar|半年度|半期/g,
    () => ofMonths(6),
  ],
];

const YEAR =
  /\byears?\b|\bannual\b|\bgeschaftsjahr|\bexercice\b|\bejercicio\b|\besercizio\b|\bboekjaar\b|\bfy\s?['’]?\d{2}|年度|通期|月期/;

function foldText(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

const YEAR_MONTHS_RANGE = { min: 11, max: 13 };

export function isYear({ months }: Span): boolean {
  return months !== null && months >= YEAR_MONTHS_RANGE.min && months <= YEAR_MONTHS_RANGE.max;
}

/** The lengths a text names, each once; a year only where no shorter period is named. */
export function findSpans(text: string): Span[] {
  let rest = foldText(text);
  const found: Span[] = [];
  const range = findRange(rest);
  if (range) {
    addSpan(found, ofMonths(range.months));
    rest = rest.replace(range.text, " ");
  }
  for (const [pattern, read] of PATTERNS) {
    rest = rest.replace(pattern, (_, first?: string, second?: string) => {
      addSpan(found, read(first, second));
      return " ";
    });
  }
  if (found.length === 0 && YEAR.test(rest)) found.push(ofMonths(YEAR_MONTHS));
  return found;
}

/** "Second quarter, three months ended": two words for one length. */
function addSpan(found: Span[], span: Span): void {
  if (span.months !== null && (span.months < 1 || span.months > MONTHS_MAX)) return;
  const same = found.find(({ months }) => months === span.months);
  if (!same) found.push(span);
  else {
    same.part ??= span.part;
    same.days ??= span.days;
  }
}

/** Longer periods are no fiscal year of any law. */
const MONTHS_MAX = 18;
