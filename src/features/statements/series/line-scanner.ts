const QUOTE = 34;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
/** With so few digits a division by a power of ten gives the nearest number, as reading the text would. */
const DIGITS_MAX = 15;
const POWERS = Array.from({ length: DIGITS_MAX + 1 }, (_, exponent) => 10 ** exponent);
const PARTS_MAX = 10;

/**
 * Reads the parts of a line one after the other: `JSON.parse` takes several times as long, and no part has a mark to
 * escape. Days, currencies and units repeat from line to line, so that a scanner for many lines makes few new strings.
 */
export class LineScanner {
  #lines = "";
  #at = 0;
  #part = 0;
  /** What each part was in the line before. */
  readonly #known: string[] = new Array<string>(PARTS_MAX).fill("");

  open(lines: string, at: number): void {
    this.#lines = lines;
    this.#at = at;
    this.#part = 0;
  }

  text(): string | null {
    const part = this.#part++;
    if (this.#lines.charCodeAt(this.#at) !== QUOTE) {
      this.#at += "null, ".length;
      return null;
    }
    const from = this.#at + 1;
    const known = this.#known[part] ?? "";
    if (this.#lines.charCodeAt(from + known.length) === QUOTE && this.#lines.startsWith(known, from)) {
      this.#at = from + known.length + '", '.length;
      return known;
    }
    const end = this.#lines.indexOf('"', from);
    this.#at = end + '", '.length;
    const text = this.#lines.slice(from, end);
    this.#known[part] = text;
    return text;
  }

  /** The words of the last text of a line, which no other line repeats. */
  lastWords(): string[] {
    const from = this.#at + 1;
    const text = this.#lines.slice(from, this.#lines.indexOf('"', from));
    return text.includes(" ") ? text.split(" ") : [text];
  }

  number(): number {
    this.#part++;
    const from = this.#at;
    const end = this.#lines.indexOf(",", from);
    this.#at = end + ", ".length;
    const value = readDecimal(this.#lines, from, end);
    return Number.isNaN(value) ? Number(this.#lines.slice(from, end)) : value;
  }
}

/** Digit by digit, without a copy; not a number where it has too many digits or other letters. */
function readDecimal(text: string, from: number, end: number): number {
  const isNegative = text.charCodeAt(from) === MINUS;
  const first = isNegative ? from + 1 : from;
  if (end - first > DIGITS_MAX) return Number.NaN;
  let whole = 0;
  let point = end - 1;
  for (let at = first; at < end; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit >= 0 && digit <= 9) whole = whole * 10 + digit;
    else if (digit === POINT - ZERO) point = at;
    else return Number.NaN;
  }
  const value = whole / (POWERS[end - 1 - point] ?? Number.NaN);
  return isNegative ? -value : value;
}
