import type { Sentence } from "../passages/sentences.ts";

/** A point of a list. */
export const BULLET = /^\s*(?:[•●▪◦·*–—-]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s/i;
/** What begins in small letters, or what no point or colon ends, is a label or a torn piece. */
const WHOLE = /^[^\p{Ll}].*[.!?:;]["”’')\]]*$/su;
/** The form of a company ends in a point as well. */
const WORDS_MIN = 4;

/** Whether a text of a page is a sentence or a point of a list, and no label or piece. */
export function isWhole({ text }: Sentence): boolean {
  return BULLET.test(text) || (WHOLE.test(text) && text.split(/\s+/).length >= WORDS_MIN);
}
