import type { FoldedName } from "./fold-name.ts";

const LATIN_OR_DIGIT = /^[a-z0-9]/;
const ACRONYM_LETTERS = { min: 3, max: 6 };
const KEY_LENGTH_MAX = 60;

/**
 * Adds the search keys of a name: its words, each pair of neighbours joined (so that "JP Morgan" matches "JPMorgan", and
 * two frequent words together make one rare key), its initials, and the whole name.
 */
export function addNameKeys(keys: Set<string>, name: FoldedName): void {
  const { words } = name;
  for (const [index, word] of words.entries()) {
    keys.add(cut(word));
    const next = words[index + 1];
    if (next !== undefined && canJoin(word, next)) keys.add(cut(word + next));
  }
  if (words.length > 0) keys.add(wholeKey(words));
  for (const acronym of listAcronyms(name)) keys.add(acronym);
}

/** The keys of a query in addition to its single words: every two of its words joined, in both orders. */
export function listJoinedKeys(words: readonly string[]): string[] {
  const keys = new Set<string>();
  for (const [index, word] of words.entries())
    for (const other of words.slice(index + 1))
      if (canJoin(word, other)) keys.add(cut(word + other)).add(cut(other + word));
  return [...keys];
}

/**
 * A key for the whole name: no word contains its sign, so a company is found by its full name however small it is.
 */
export function wholeKey(words: readonly string[]): string {
  return cut(`=${words.join("")}`);
}

/** International Business Machines → ibm; also with the letter of "Company" at the end, as people do (tsmc). */
export function listAcronyms({ words, legal }: FoldedName): string[] {
  if (words.length > ACRONYM_LETTERS.max || !words.every((word) => LATIN_OR_DIGIT.test(word))) return [];
  const initials = words.map((word) => word[0]).join("");
  const withForm = legal.includes("co") || legal.includes("corp") ? [`${initials}c`] : [];
  return [initials, ...withForm].filter((acronym) => acronym.length >= ACRONYM_LETTERS.min);
}

function canJoin(word: string, other: string): boolean {
  return LATIN_OR_DIGIT.test(word) && LATIN_OR_DIGIT.test(other);
}

/** Counts characters, not code units: the database rejects half a character. */
function cut(key: string): string {
  return key.length <= KEY_LENGTH_MAX ? key : [...key].slice(0, KEY_LENGTH_MAX).join("");
}

const TYPO_LENGTH = { min: 4, max: 24 };

/**
 * Numbers that a word shares with its misspellings: one for the word itself and one for the word without each of its
 * letters. Two words that differ by one wrong, missing, extra or swapped letter always share at least one.
 */
export function listTypoNumbers(word: string): number[] {
  if (word.length < TYPO_LENGTH.min || word.length > TYPO_LENGTH.max || !LATIN_OR_DIGIT.test(word)) return [];
  const numbers = new Set([hash(word)]);
  for (let index = 0; index < word.length; index++)
    numbers.add(hash(word.slice(0, index) + word.slice(index + 1)));
  return [...numbers];
}

/** FNV-1a as a signed 32-bit number, the size of a PostgreSQL integer. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value | 0;
}
