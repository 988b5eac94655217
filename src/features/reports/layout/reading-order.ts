import { isColumn, isRightToLeft } from "../../../kernel/writing-direction.ts";
import type { LayoutWord } from "./lines.ts";

const LETTER = /\p{L}/u;

/**
 * The text of words that are not read from left to right, given from left to right: Hebrew and Arabic, and columns of
 * Japanese. Null for all others. `joined` is the text of all, which is looked at once instead of each word.
 */
export function inReadingOrder(words: readonly LayoutWord[], joined: string): string | null {
  if (words.some(isColumn))
    return words
      .toReversed()
      .map(({ text }) => text)
      .join("");
  if (!isRightToLeft(joined)) return null;
  return orderRightToLeft(words.map(({ text }) => text)).join(" ");
}

/** Whether most of the texts with letters are read from right to left. */
export function isReadFromRight(texts: readonly { text: string }[]): boolean {
  // Almost every page has none, which is found out soonest.
  if (!texts.some(({ text }) => isRightToLeft(text))) return false;
  const withLetters = texts.filter(({ text }) => LETTER.test(text));
  return withLetters.filter(({ text }) => isRightToLeft(text)).length * 2 > withLetters.length;
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
    if (LETTER.test(word) && !isRightToLeft(word)) latin.unshift(word);
    else {
      flush();
      ordered.push(word);
    }
  }
  flush();
  return ordered;
}
