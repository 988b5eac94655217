/** What a printed figure says. `nil` is a dash: nothing to report, which in accounts is zero and never a minus. */
export interface Figure {
  kind: "number" | "nil";
  value: number;
  percent: boolean;
}

/** Whether a page writes one and a half as 1.5 or as 1,5. */
export type DecimalMark = "." | ",";

const NIL = /^[$€£¥₩]?\s*[-–—―−]{1,3}\s*%?$/;
/** Sign, currency, sign; the digits; closing signs; a mark that points to a footnote. */
const FIGURE =
  /^([(\-–—−△▲+\s]*)(?:[A-Z]{0,3}[$€£¥₩])?([(\-–—−△▲+\s]*)((?:\d[\d.,'’\s]*)?\d)\s*([)%\s]*)(?:\s?[*†‡§]{1,3}|\s\([a-z0-9]{1,2}\))?$/;
/** "12.3p", "(4)p", "0.5¢": pence or cents. A whole number before a "c" is the number of a note. */
const HUNDREDTHS = /(?<=\d\)?)\s?[p¢](?=\)?$)|(?<=\d[.,]\d{1,3}\)?)\s?c(?=\)?$)/;
/** "600-", as some programs print a negative amount; "2019-" is the start of a range. */
const TRAILING_MINUS = /^(?!(?:19|20)\d\d.$)[^-–−]*\d[-–−]$/;
const POINT_DIGITS = /^(?:\d{1,3}(?:[,'’\s]\d{2,3})*[,'’\s]\d{3}|\d+)?(?:\.\d+)?$/;
const COMMA_DIGITS = /^(?:\d{1,3}(?:[.'’\s]\d{3})+|\d+)?(?:,\d+)?$/;
const NEGATIVE = /[(\-–—−△▲]/;
const FIGURE_LETTERS_MAX = 40;

/** Reads a cell as a figure; null when it is words. */
export function readFigure(text: string, mark: DecimalMark): Figure | null {
  if (text.length > FIGURE_LETTERS_MAX || !mayBeFigure(text)) return null;
  if (NIL.test(text)) return { kind: "nil", value: 0, percent: text.endsWith("%") };
  const parts = FIGURE.exec(withLeadingSign(text));
  if (!parts) return null;
  const [, before = "", inside = "", digits = "", after = ""] = parts;
  const value = readDigits(digits, mark);
  if (value === null) return null;
  // A bracket whose other half was lost in print still means a negative amount.
  const negative = NEGATIVE.test(before) || NEGATIVE.test(inside) || after.includes(")");
  return { kind: "number", value: negative && value !== 0 ? -value : value, percent: after.includes("%") };
}

const MARKED_END = /[pc¢]\)?$|[-–−]$/;

/** The figure without its unit of a hundredth, and with the minus before it. */
function withLeadingSign(text: string): string {
  if (!MARKED_END.test(text)) return text;
  if (TRAILING_MINUS.test(text)) return `-${text.slice(0, -1)}`;
  return text.replace(HUNDREDTHS, "");
}

/** Spares the long pattern for the nine words in ten that begin with a letter. */
function mayBeFigure(text: string): boolean {
  const code = text.charCodeAt(0);
  const letter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  return !letter || /^[A-Z]{1,3}[$€£¥₩]/.test(text);
}

function readDigits(digits: string, mark: DecimalMark): number | null {
  const [own, other] = mark === "." ? [POINT_DIGITS, COMMA_DIGITS] : [COMMA_DIGITS, POINT_DIGITS];
  if (own.test(digits)) return toNumber(digits, mark);
  // One figure in the other style, such as a quoted foreign amount, is still a figure.
  if (other.test(digits)) return toNumber(digits, mark === "." ? "," : ".");
  return null;
}

function toNumber(digits: string, mark: DecimalMark): number | null {
  const plain = digits.replace(mark === "." ? /[,'’\s]/g : /[.'’\s]/g, "").replace(",", ".");
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}

const POINT_VOTE = /^[^\d]*\d{1,3}(?:(?:,\d{3}){2,}|(?:,\d{3})+\.\d|\.\d{1,2}(?!\d|[.,]))/;
const COMMA_VOTE = /^[^\d]*\d{1,3}(?:(?:\.\d{3}){2,}|(?:\.\d{3})+,\d|,\d{1,2}(?!\d|[.,]))/;

/** How many words can only be read with one mark or the other; what one page leaves open the next may settle. */
export function countMarks(words: readonly { text: string }[]): Record<DecimalMark, number> {
  const votes = { ".": 0, ",": 0 };
  for (const { text } of words) {
    if (!/\d[.,]\d/.test(text)) continue;
    if (POINT_VOTE.test(text)) votes["."] += 1;
    else if (COMMA_VOTE.test(text)) votes[","] += 1;
  }
  return votes;
}

const YEAR = /^(?:FY\s?|CY\s?|Q[1-4]\s?|H[12]\s?)?(?:19[5-9]\d|20[0-6]\d)(?:[AEFPe]|\s?\([a-z0-9]\)|\*)?$/;

/** A year as the head of a column shows it. */
export function isYear(text: string): boolean {
  return YEAR.test(text);
}
