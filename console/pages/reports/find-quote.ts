/** A number as reports print it, with any thousands separator. */
const PRINTED_NUMBER = /\d(?:[\d.,\u0020\u00a0\u202f]*\d)?/g;

/** Start and end offset in the text. */
export type Span = readonly [from: number, until: number];

/**
 * Finds a quote in the text of a page. Line breaks may differ, and for a table row only the label and one
 * figure are quoted: then the figure is marked.
 */
export function findQuote(text: string, quote: string): Span | null {
  const whole = findWords(text, quote);
  if (whole) return whole;
  const figure = quote.match(PRINTED_NUMBER)?.at(-1);
  if (figure === undefined) return findWords(text, quote.slice(0, quote.length / 2));
  const label = quote.slice(0, quote.lastIndexOf(figure)).replace(/[^\p{L}\p{N}]+$/u, "");
  const afterLabel = findWords(text, label)?.[1] ?? 0;
  return findFigure(text, figure, afterLabel) ?? findFigure(text, figure, 0);
}

/** The same words in the same order, with anything in between. */
function findWords(text: string, words: string): Span | null {
  const parts = words.split(/\s+/).filter(Boolean);
  if (parts.length === 0) return null;
  const match = new RegExp(parts.map(RegExp.escape).join("\\s+"), "iu").exec(text);
  return match && [match.index, match.index + match[0].length];
}

/** A figure that is not part of a longer one. */
function findFigure(text: string, figure: string, from: number): Span | null {
  const alone = new RegExp(`(?<![\\d.,])${RegExp.escape(figure)}(?![\\d]|[.,]\\d)`, "gu");
  alone.lastIndex = from;
  const match = alone.exec(text);
  return match && [match.index, match.index + figure.length];
}
