const QUOTE = 34;
const MINUS = 45;
const POINT = 46;
const COMMA = 44;
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

  open(lines: string, line: number): void {
    this.#lines = lines;
    this.#at = line + 1;
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

  /** The last text of a line, which no other line repeats. */
  lastText(): string {
    const from = this.#at + 1;
    return this.#lines.slice(from, this.#lines.indexOf('"', from));
  }

  /** Digit by digit, without a copy. */
  number(): number {
    this.#part++;
    const from = this.#at;
    const isNegative = this.#lines.charCodeAt(from) === MINUS;
    const lines = this.#lines;
    let digits = 0;
    let whole = 0;
    let decimals = -1;
    for (let at = isNegative ? from + 1 : from; ; at++) {
      const code = lines.charCodeAt(at);
      if (code === COMMA) {
        if (digits > DIGITS_MAX) break;
        this.#at = at + ", ".length;
        const value = decimals > 0 ? whole / (POWERS[decimals] ?? 1) : whole;
        return isNegative ? -value : value;
      }
      if (code === POINT) decimals = 0;
      else if (code >= ZERO && code < ZERO + 10) {
        whole = whole * 10 + code - ZERO;
        digits++;
        if (decimals >= 0) decimals++;
      } else break;
    }
    const end = lines.indexOf(",", from);
    this.#at = end + ", ".length;
    return Number(lines.slice(from, end));
  }
}
