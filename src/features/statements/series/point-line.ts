/**
 * Where a line of `figure_series` has what decides its period:
 * `["2025-03-01", "2024-12-31", 2024, "2024-01-01", 1500000000, "EUR", …`. The first day may be missing; the value comes
 * after it. `series_period` of the database counts the same.
 */
const AT = { published: 2, end: 16, year: 29, start: 35, value: 49, valueOfDay: 41 };
const QUOTE = 34;
const COMMA = 44;
const ZERO = 48;
/** More than the number of any day. */
const DAYS = 100_000_000;

/** Days are numbers that grow with them, such as 20241231: ten thousands of them are compared for one answer. */
export const publishedOn = (lines: string, line: number) => readDay(lines, line + AT.published);
export const endsOn = (lines: string, line: number) => readDay(lines, line + AT.end);
export const fiscalYearOf = (lines: string, line: number) => readDigits(lines, line + AT.year, 4);

/** Null for the figure of a day, such as one of a balance sheet. */
export function startsOn(lines: string, line: number): number | null {
  return hasStart(lines, line) ? readDay(lines, line + AT.start + 1) : null;
}

/** A number for the last and the first day, in the order of time. A day comes after the periods that end on it. */
export function spanOf(lines: string, line: number): number {
  return endsOn(lines, line) * DAYS + (startsOn(lines, line) ?? DAYS - 1);
}

/** Where its value begins, which the other parts follow. */
export function valueAt(lines: string, line: number): number {
  return line + (hasStart(lines, line) ? AT.value : AT.valueOfDay);
}

export function endOfLine(lines: string, line: number): number {
  const end = lines.indexOf("\n", line + AT.start);
  return end < 0 ? lines.length : end;
}

/** Whether both lines have the same period and value. */
export function isRepeated(lines: string, a: number, b: number): boolean {
  if (endsOn(lines, a) !== endsOn(lines, b)) return false;
  // Letter by letter to the comma after the value, which follows the first day.
  let commas = 0;
  for (let at = AT.start; commas < 2; at++) {
    const letter = lines.charCodeAt(a + at);
    if (letter !== lines.charCodeAt(b + at)) return false;
    if (letter === COMMA) commas++;
  }
  return true;
}

const hasStart = (lines: string, line: number) => lines.charCodeAt(line + AT.start) === QUOTE;

function readDay(lines: string, at: number): number {
  return (
    readDigits(lines, at, 4) * 10_000 + readDigits(lines, at + 5, 2) * 100 + readDigits(lines, at + 8, 2)
  );
}

/** Without a copy, which would cost more than the digits. */
function readDigits(lines: string, at: number, count: number): number {
  let number = 0;
  for (let digit = at; digit < at + count; digit++) number = number * 10 + lines.charCodeAt(digit) - ZERO;
  return number;
}
