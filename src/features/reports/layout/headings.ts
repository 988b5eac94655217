import type { Line } from "./line-kinds.ts";

const LETTERS_MIN = 3;
const LENGTH_MAX = 120;
const CAPITALS_LENGTH_MAX = 100;
/** A heading is set at least so much larger than the text of its page. */
const LARGER_SHARE = 1.15;
/** Where most of a page is bold, bold says nothing. */
const BOLD_LINES_SHARE_MAX = 0.4;

const NUMBERED = /^(?:item|part|note|section|chapter|appendix)\s+[\dIVX]+[A-Z]?\b/i;
/** With a point, because "28 Mio. €" at the start of a line is no chapter. */
const POINTED = /^\d{1,2}(?:\.\d{1,2}){0,3}\.\s+\p{Lu}|^\d{1,2}(?:\.\d{1,2}){1,3}\s+\p{Lu}/u;
const STATEMENT = new RegExp(
  String.raw`^(?:(?:condensed|unaudited|interim|group)\s+)*consolidated\s+(?:statements?|balance|income` +
    "|cash)" +
    "|^(?:balance sheets?|income statements?|statements? of (?:cash|income|operations|financial" +
    "|comprehensive|changes))",
  "i",
);
const CAPITALS_SHARE_MIN = 0.9;
const HEIGHT_OTHERWISE = 10;
const ENDS_AS_SENTENCE = /[.;,]$/;

/** What makes a line stand out on its page. */
export interface PageStyle {
  height: number;
  boldMeansHeading: boolean;
}

export function measureStyle(lines: readonly Line[]): PageStyle {
  const bold = lines.filter((line) => line.bold).length;
  return {
    height: usualHeight(lines),
    boldMeansHeading: bold <= lines.length * BOLD_LINES_SHARE_MAX,
  };
}

/** The height of most letters, not of most lines: a page full of small table rows still has its text. */
function usualHeight(lines: readonly Line[]): number {
  const lettersOf = new Map<number, number>();
  let letters = 0;
  for (const { height, text } of lines) {
    lettersOf.set(height, (lettersOf.get(height) ?? 0) + text.length);
    letters += text.length;
  }
  let passed = 0;
  for (const [height, own] of [...lettersOf].sort(([a], [b]) => a - b)) {
    passed += own;
    if (passed * 2 >= letters) return height;
  }
  return HEIGHT_OTHERWISE;
}

/** Chinese and Japanese know no capitals, so a few Latin ones among them are no sign of a heading. */
function isCapitals(letters: string): boolean {
  const capitals = letters.match(/\p{Lu}/gu)?.length ?? 0;
  return capitals >= letters.length * CAPITALS_SHARE_MIN;
}

/** 1 for the most prominent headings, 3 for the least; null for a line that is none. */
export function headingLevel(line: Line, style: PageStyle): 1 | 2 | 3 | null {
  const { text } = line;
  if (text.length > LENGTH_MAX || line.cells.length > 2 || line.cells.some((cell) => cell.figure))
    return null;
  const letters = text.replace(/[^\p{L}]/gu, "");
  if (letters.length < LETTERS_MIN) return null;
  const numbered = NUMBERED.test(text) || POINTED.test(text);
  if (ENDS_AS_SENTENCE.test(text) && !numbered) return null;
  if (line.height > style.height * LARGER_SHARE) return 1;
  if (STATEMENT.test(text)) return 1;
  const emphasized = line.bold && style.boldMeansHeading;
  if (numbered && (emphasized || text.length < 80)) return 2;
  if (isCapitals(letters) && text.length <= CAPITALS_LENGTH_MAX) return 2;
  return emphasized ? 3 : null;
}
