import { isColumn, isRightToLeft } from "../../../kernel/writing-direction.ts";
import type { LayoutWord } from "./lines.ts";

/**
 * The text of words that are not read from left to right, given from left to right: Hebrew and Arabic, and columns of
 * Japanese. Null for all others.
 */
export function inReadingOrder(words: readonly LayoutWord[]): string | null {
  if (words.some(isColumn))
    return words
      .toReversed()
      .map(({ text }) => text)
      .join("");
  if (!words.some(({ text }) => isRightToLeft(text))) return null;
  return orderRightToLeft(words.map(({ text }) => text)).join(" ");
}

/** Whether most of the texts with letters are read from right to left. */
export function isReadFromRight(texts: readonly { text: string }[]): boolean {
  const words = texts.filter(({ text }) => /\p{L}/u.test(text));
  return words.length > 0 && words.filter(({ text }) => isRightToLeft(text)).length * 2 > words.length;
}

/** From the order on the page to the order of reading: to the left, but Latin words keep theirs. */
function orderRightToLeft(words: readonly string[]): string[] {
  const ordered: string[] = [];
  let latin: string[] = [];
  const flush = () => {
    ordered.push(...latin);
    latin = [];
  };
  for (const word of words.toReversed()) {
    if (/\p{L}/u.test(word) && !isRightToLeft(word)) latin.unshift(word);
    else {
      flush();
      ordered.push(word);
    }
  }
  flush();
  return ordered;
}
