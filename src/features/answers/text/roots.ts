import { MEANINGS } from "../data/meanings.ts";
import { isStopWord, stem } from "./terms.ts";

const ENDINGS = [
  "isation",
  "ization",
  "ising",
  "izing",
  "ised",
  "ized",
  "ment",
  "ance",
  "ence",
  "ings",
  "ible",
  "able",
  "ing",
  "ion",
  "ers",
  "ors",
  "ive",
  "ee",
  "er",
  "or",
  "ed",
  "ly",
  "al",
  "e",
  "y",
];
const LETTERS_KEPT = 4;

const known = new Map<string, string>();

/** The part that words of one family share: "managed", "manager" and "management" are one for a reader. */
export function rootOf(word: string): string {
  const cached = known.get(word);
  if (cached !== undefined) return cached;
  const lower = stem(word.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, ""));
  // What somebody found was not founded.
  if (lower === "found") return "find";
  const ending = ENDINGS.find(
    (one) =>
      lower.endsWith(one) && lower.length - one.length >= LETTERS_KEPT && !(one === "y" && OWN_Y.test(lower)),
  );
  const bare = ending === undefined ? lower : lower.slice(0, -ending.length);
  // "Planned" and "plan", "wholly" and "whole".
  const root = /([bdgmnprt])\1$/.test(bare) && bare.length > LETTERS_KEPT ? bare.slice(0, -1) : bare;
  if (known.size < KNOWN_MAX) known.set(word, root);
  return root;
}

/** "Employ" ends as it is, "utility" does not. */
const OWN_Y = /[aeou]y$/;
const KNOWN_MAX = 200_000;

export interface Token {
  text: string;
  root: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}]+(?:[.,'’&/-](?=[\p{L}\p{N}])[\p{L}\p{N}]+)*/gu;

/** The words of a text with their places; a hyphenated word also counts as its parts. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (/^[\p{L}]+(?:[-/][\p{L}]+)+$/u.test(word)) {
      for (const part of word.matchAll(/\p{L}+/gu)) {
        tokens.push(tokenAt(part[0], index + part.index));
      }
    } else tokens.push(tokenAt(word, index));
  }
  return tokens;
}

function tokenAt(text: string, start: number): Token {
  return { text, root: rootOf(text), start, end: start + text.length };
}

/** The first token that ends behind a place; behind the last where none does. */
export function placeIn(tokens: readonly Token[], { digitsStart }: { digitsStart: number }): number {
  const at = tokens.findIndex(({ end }) => end > digitsStart);
  return at < 0 ? tokens.length : at;
}

/** Words that say one thing together, as roots to compare and as words to weigh. */
export interface Wording {
  words: string[];
  roots: string[];
}

/** By the first root of a wording: the other wordings of the same meaning, the longest wording first. */
const MEANING_INDEX = indexMeanings();

function indexMeanings(): Map<string, { asked: Wording; others: Wording[] }[]> {
  const index = new Map<string, { asked: Wording; others: Wording[] }[]>();
  for (const line of MEANINGS.trim().split("\n")) {
    const wordings = line.split(",").map(readWording);
    for (const asked of wordings) {
      const list = index.get(asked.roots[0] ?? "") ?? [];
      const others = wordings.filter((one) => one !== asked);
      const same = list.find((one) => one.asked.roots.join(" ") === asked.roots.join(" "));
      if (same) same.others.push(...others);
      else list.push({ asked, others });
      index.set(
        asked.roots[0] ?? "",
        list.sort((a, b) => b.asked.roots.length - a.asked.roots.length),
      );
    }
  }
  return index;
}

function readWording(phrase: string): Wording {
  const tokens = tokensOf(phrase);
  const words = tokens.filter(({ text }) => !isStopWord(text.toLowerCase()));
  // "Other income" is not any income.
  const kept = tokens.filter((token) => words.includes(token) || token.text === "other");
  return { words: words.map(({ text }) => stem(text)), roots: kept.map(({ root }) => root) };
}

/** The longest phrase with a known meaning that begins at a place: how many words it has, and its other wordings. */
export function findMeaning(roots: readonly string[], at: number): { length: number; others: Wording[] } {
  const found = (MEANING_INDEX.get(roots[at] ?? "") ?? []).find(({ asked }) =>
    asked.roots.every((root, offset) => roots[at + offset] === root),
  );
  return found ? { length: found.asked.roots.length, others: found.others } : { length: 1, others: [] };
}
