/** Periods that are printed from their first to their last day or month: "1.7.–30.9.2024", "7–9/2024". */
export interface Range {
  months: number;
  /** Its last day; of months the last that any has. */
  month: number;
  day: number;
  text: string;
}

const YEAR = String.raw`(?:19|20)\d{2}`;
const TO = String.raw`\s*(?:[-–—]|\bto\b|\bbis\b|\bau\b|\bal\b)\s*`;
const DAYS = new RegExp(
  String.raw`(?<![\d./-])(\d{1,2})([./])(\d{1,2})(?:\2(${YEAR})?)?` +
    String.raw`(?:${TO}|(?<=${YEAR})\s+)(\d{1,2})\2(\d{1,2})\2(${YEAR})\b`,
);
const MONTH = "(0?[1-9]|1[0-2])";
/** "7–9 2024" only at the beginning: elsewhere the numbers may be those of notes. */
const MONTHS = new RegExp(
  String.raw`(?<![\d./-])${MONTH}\s?[-–—]\s?${MONTH}(?:\s?/\s?|(?<=^\s*\d{1,2}\s?[-–—]\s?\d{1,2})\s+)${YEAR}\b`,
);
const YEAR_MONTHS = 12;
const MONTH_DAYS = 30.44;

/** The first period that a text prints so; null where it prints none. */
export function findRange(text: string): Range | null {
  return findDays(text) ?? findMonths(text);
}

function findDays(text: string): Range | null {
  const match = DAYS.exec(text);
  if (!match) return null;
  const [whole, a, separator, b, firstYear, c, d, lastYear] = match;
  const isMonthFirst = separator === "/" && (Number(b) > YEAR_MONTHS || Number(d) > YEAR_MONTHS);
  const [from, to] = isMonthFirst ? [toDay(b, a), toDay(d, c)] : [toDay(a, b), toDay(c, d)];
  if (from.month > YEAR_MONTHS || to.month > YEAR_MONTHS) return null;
  // Two days without a word or a dash between them are those of two columns, unless the first begins a month.
  if (from.day !== 1 && !new RegExp(TO).test(whole)) return null;
  const years =
    firstYear === undefined ? Number(to.month < from.month) : Number(lastYear) - Number(firstYear);
  const days = (to.day - from.day + 1) / MONTH_DAYS;
  const months = Math.round(years * YEAR_MONTHS + to.month - from.month + days);
  return months < 1 ? null : { months, ...to, text: whole };
}

const toDay = (day: string | undefined, month: string | undefined) => ({
  day: Number(day),
  month: Number(month),
});

function findMonths(text: string): Range | null {
  const match = MONTHS.exec(text);
  if (!match) return null;
  const [from, to] = [Number(match[1]), Number(match[2])];
  return {
    months: ((to - from + YEAR_MONTHS) % YEAR_MONTHS) + 1,
    month: to,
    day: 31,
    // The year is no part of the length.
    text: match[0].slice(0, -4),
  };
}
