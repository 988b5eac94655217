import { foldName } from "../fold-name.ts";
import { BUSINESS_WORDS, ENGLISH_BUSINESS_WORDS } from "./data/business-words.ts";
import { PLACE_NAMES } from "./data/places.ts";
import { TRADE_CHARACTERS } from "./data/trade-characters.ts";
import { TRADE_WORDS } from "./data/trade-words.ts";

/** What a word of an English company name says: where, what, next to nothing, that it is a fund, or whose. */
export type WordSense = "place" | "trade" | "business" | "fund" | "brand";

const PLACES = wordsOf(Object.values(PLACE_NAMES));
const BUSINESS = new Set([...wordsOf(Object.values(BUSINESS_WORDS)), ...wordsOf(ENGLISH_BUSINESS_WORDS)]);
const TRADES = wordsOf([...Object.values(TRADE_WORDS), ...Object.values(TRADE_CHARACTERS)]);

const FUNDS = new Set(["fund", "funds", "lof", "etf"]);

/** The sense of each word; a place may be written in two, syllable by syllable. */
export function listSenses(words: readonly string[]): WordSense[] {
  return words.map((word, index) => {
    if (isPlace(word, words[index - 1], words[index + 1])) return "place";
    if (FUNDS.has(word)) return "fund";
    if (isOneOf(BUSINESS, word)) return "business";
    return isOneOf(TRADES, word) ? "trade" : "brand";
  });
}

function isPlace(word: string, before = "", next = ""): boolean {
  return PLACES.has(word) || PLACES.has(word + next) || PLACES.has(before + word);
}

/** A plural is the same word. */
function isOneOf(words: ReadonlySet<string>, word: string): boolean {
  return words.has(word) || words.has(word.replace(/s$/, "")) || words.has(word.replace(/ies$/, "y"));
}

function wordsOf(lists: readonly string[]): Set<string> {
  const words = new Set(lists.flatMap((list) => list.split(/, | /)));
  return new Set([...words].flatMap((word) => foldName(word).words));
}
