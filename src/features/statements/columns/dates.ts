import { findRange } from "./ranges.ts";

/** Days as heads and captions print them. */
const MONTHS: Readonly<Record<string, number>> = {
  january: 1,
  february: 2,
  march: 3,
  april: 4,
  may: 5,
  june: 6,
  july: 7,
  august: 8,
  september: 9,
  october: 10,
  november: 11,
  december: 12,
  jan: 1,
  feb: 2,
  mar: 3,
  apr: 4,
  jun: 6,
  jul: 7,
  aug: 8,
  sep: 9,
  sept: 9,
  oct: 10,
  nov: 11,
  dec: 12,
  januar: 1,
  februar: 2,
  marz: 3,
  mai: 5,
  juni: 6,
  juli: 7,
  oktober: 10,
  dezember: 12,
  janvier: 1,
  fevrier: 2,
  mars: 3,
  avril: 4,
  juin: 6,
  juillet: 7,
  aout: 8,
  septembre: 9,
  octobre: 10,
  novembre: 11,
  decembre: 12,
  enero: 1,
  marzo: 3,
  febrero: 2,
  abril: 4,
  mayo: 5,
  junio: 6,
  julio: 7,
  agosto: 8,
  septiembre: 9,
  octubre: 10,
  noviembre: 11,
  diciembre: 12,
  gennaio: 1,
  febbraio: 2,
  aprile: 4,
  maggio: 5,
  giugno: 6,
  luglio: 7,
  settembre: 9,
  ottobre: 10,
  dicembre: 12,
  januari: 1,
  februari: 2,
  maart: 3,
  mei: 5,
  augustus: 8,
};

export interface DayOfYear {
  month: number;
  day: number;
  /** Of a year of whole weeks, whose last day is another one each year. */
  isApproximate?: true;
}

const DAY_FIRST = /\b(\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:de\s+)?([a-z]{3,10})\b/g;
const MONTH_FIRST = /\b([a-z]{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?\b/g;
const NUMERIC = /\b(\d{1,2})([./-])(\d{1,2})\2((?:19|20)?\d{2})\b/;
const ISO = /\b(?:19|20)\d{2}-(\d{2})-(\d{2})\b/;
const JAPANESE = /(\d{1,2})\s*月\s*(?:(\d{1,2})\s*日|期)/;

/** The last day and month a text names; null when it names none. */
export function findDay(text: string): DayOfYear | null {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const found: { at: number; day: DayOfYear }[] = [];
  for (const match of plain.matchAll(DAY_FIRST)) add(found, match.index, match[2], match[1]);
  for (const match of plain.matchAll(MONTH_FIRST)) add(found, match.index, match[1], match[2]);
  const last = found.sort((a, b) => a.at - b.at).at(-1);
  return last?.day ?? findNumericDay(text);
}

function add(
  found: { at: number; day: DayOfYear }[],
  at: number,
  name: string | undefined,
  day: string | undefined,
): void {
  const month = MONTHS[name ?? ""];
  const number = Number(day);
  if (month && number >= 1 && number <= 31) found.push({ at, day: { month, day: number } });
}

function findNumericDay(text: string): DayOfYear | null {
  const range = findRange(text);
  if (range) return { month: range.month, day: range.day };
  const japanese = JAPANESE.exec(text);
  // A fiscal year is called by the month it ends in.
  if (japanese) return { month: Number(japanese[1]), day: Number(japanese[2] ?? 31) };
  const iso = ISO.exec(text);
  if (iso) return { month: Number(iso[1]), day: Number(iso[2]) };
  const numeric = NUMERIC.exec(text);
  if (!numeric) return null;
  const [first, second] = [Number(numeric[1]), Number(numeric[3])];
  // 3/25/2023 begins with the month, 31.12.2023, 31-12-2023 and 31/12/2023 with the day.
  if (second > 12) return { month: first, day: second };
  const isDayFirst = first > 12 || numeric[2] !== "/";
  return isDayFirst ? { month: second, day: first } : { month: first, day: second };
}

const YEAR =
  /(?<![\d,$€£]|(?<!\b\d{1,2}-\d{1,2})-|(?<!\d{1,2}\.\d{1,2})\.)(?:19[89]\d|20[0-4]\d)(?![\d,]|\.\d|\s*(?:shares|million|thousand))/g;
const SHORT_YEAR = /\b(?:FY|F)\s?['’]?(\d{2})\b|(?<=\d[./]\d{1,2}[./])(\d{2})\b|['’](\d{2})\b/;
const TWO_YEARS =
  /(?<!\d)((?:19|20)\d{2}|(?<=\bFY\s?)\d{2})\s?[/–—-]\s?(?:(?<=-)20)?(\d{2})(?!\d|[./-]\d|\s+(?:months?|monate)\b)/gi;

/** "2023/24", "2023-2024", "FY23/24": a fiscal year of two calendar years is that of its last day. */
function nameByEnd(text: string): string {
  return text.replace(TWO_YEARS, (both, first: string, last: string) =>
    (Number(first) + 1) % 100 === Number(last) ? String(Number(first) + 1) : both,
  );
}

const FROM_YEAR_TO_YEAR = /(?<!\d)((?:19|20)\d{2})\s?[–—-]\s?((?:19|20)\d{2})(?!\d)/;

/** "2020–2024", which is no period of a statement. */
export function namesManyYears(text: string): boolean {
  const [, first, last] = FROM_YEAR_TO_YEAR.exec(text) ?? [];
  return Number(last) - Number(first) > 1;
}

/** The years a text names, in order. */
export function findYears(text: string): number[] {
  const named = nameByEnd(text);
  const years = named.match(YEAR)?.map(Number) ?? [];
  if (years.length > 0) return years;
  const short = SHORT_YEAR.exec(named);
  const digits = short?.[1] ?? short?.[2] ?? short?.[3];
  return digits === undefined ? [] : [2_000 + Number(digits)];
}

export function lastDayOfMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

export function isoDate(year: number, { month, day }: DayOfYear): string {
  const last = lastDayOfMonth(year, month);
  return `${year}-${String(month).padStart(2, "0")}-${String(Math.min(day, last)).padStart(2, "0")}`;
}

const FULL_DATE =
  /(?:\b(\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:de\s+)?([a-z]{3,10})\.?|\b([a-z]{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?),?\s+(?:de\s+)?((?:19|20)\d{2})\b/g;

const JAPANESE_DATE = /((?:19|20)\d{2})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日/g;

/** The days a text names with their years, in order, as ISO dates. */
export function findDates(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const named = [...plain.matchAll(FULL_DATE)].map(([, dayFirst, after, before, dayLast, year]) => ({
    year: Number(year),
    month: MONTHS[after ?? before ?? ""] ?? 0,
    day: Number(dayFirst ?? dayLast),
  }));
  const japanese = [...plain.matchAll(JAPANESE_DATE)].map(([, year, month, day]) => ({
    year: Number(year),
    month: Number(month),
    day: Number(day),
  }));
  return [...named, ...japanese].flatMap(({ year, month, day }) =>
    month >= 1 && month <= 12 && day >= 1 && day <= 31 ? [isoDate(year, { month, day })] : [],
  );
}
