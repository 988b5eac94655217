import { rootOf, type Token, tokensOf } from "./roots.ts";
import { isStopWord } from "./terms.ts";

/** "Per cent" and "per year" make no other amount of one. */
const PER =
  /\b(?:per|for (?:each|every))\s+(?!cent\b|cents\b|annum\b|years?\b|se\b)((?:(?!per\b)[\p{L}-]+\s*){1,3})/giu;
/** Of "a share" nothing comes between: "a $5 million share repurchase" is none. */
const EACH = /^(?:per|each|every|je|pro|par|por|cada|chaque)$/i;
const UNIT_WITHIN = 3;

/** The words after "per": an amount for each of some things is none of all of them together. */
export function readPer(question: string): string[] {
  return question
    .matchAll(PER)
    .flatMap(([, phrase = ""]) => {
      const words = phrase.split(/[\s-]+/).filter(Boolean);
      const end = words.findIndex((word) => isStopWord(word.toLowerCase()));
      return (end < 0 ? words : words.slice(0, end)).map(rootOf);
    })
    .toArray();
}

const SHARE = ["share", "stock", "unit"].map(rootOf);

export const isPerShare = (per: readonly string[]): boolean => per.some((root) => SHARE.includes(root));

/** Whether a text gives an amount for each of the things. */
export function saysPer(text: string | readonly Token[], per: readonly string[]): boolean {
  const tokens = typeof text === "string" ? tokensOf(text) : text;
  return tokens.some(
    ({ text: word }, at) =>
      (EACH.test(word) &&
        tokens.slice(at + 1, at + 1 + UNIT_WITHIN).some(({ root }) => per.includes(root))) ||
      (/^an?$/i.test(word) && per.includes(tokens[at + 1]?.root ?? "")),
  );
}
