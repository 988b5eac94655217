import { breakWords, type Run } from "./break-words.ts";
import { stemWord } from "./stem-word.ts";

/** The parts of an article in order of importance. */
export interface ArticleText {
  title: string;
  snippet: string;
  body: string;
}

/**
 * PostgreSQL stores 256 positions per word and positions up to 16,383: each part has a fixed range, so no phrase
 * crosses parts.
 */
const PARTS = [
  { part: "title", weight: "A", wordsFrom: 1, wordsMax: 150, pairsFrom: 4_000, pairsMax: 300 },
  { part: "snippet", weight: "B", wordsFrom: 200, wordsMax: 600, pairsFrom: 4_500, pairsMax: 1_400 },
  { part: "body", weight: "D", wordsFrom: 1_000, wordsMax: 1_500, pairsFrom: 6_000, pairsMax: 5_000 },
] as const;
type Part = (typeof PARTS)[number];

const CHARACTERS_PER_WORD = 12;
const PLACES_MAX = 60;
/** Marks a pair of characters: the word 京都 is not the pair 京都 within 東京都. */
const PAIR_MARK = "~";

export function pairLexeme(pair: string): string {
  return PAIR_MARK + pair;
}

export function isPairLexeme(lexeme: string): boolean {
  return lexeme.startsWith(PAIR_MARK);
}

/** Where a lexeme occurs, as PostgreSQL writes it: `3A,204B`. */
interface Placed {
  text: string;
  count: number;
  last: number;
}
type Places = Map<string, Placed>;

export interface ArticleWords {
  /** Each word with its positions and the weight of its part. */
  places: Places;
  /** The words of each part in order: a phrase of frequent words is found by two in a row, because these are rare. */
  parts: (readonly string[])[];
}

export function readWords(text: ArticleText, language: string): ArticleWords {
  const places: Places = new Map();
  const parts = PARTS.map((part) => {
    const runs = breakWords(text[part.part].slice(0, part.wordsMax * CHARACTERS_PER_WORD), language);
    const words = addWords(places, runs, part, language);
    addPairs(places, runs, part);
    return words;
  });
  return { places, parts };
}

/** No word contains a space, so this cannot be confused with one. */
export function neighbourLexeme(word: string, next: string): string {
  return `${word} ${next}`;
}

function addWords(places: Places, runs: readonly Run[], part: Part, language: string): string[] {
  const words = runs.flatMap((run) => run.words).slice(0, part.wordsMax);
  for (const [index, word] of words.entries()) {
    const place = part.wordsFrom + index;
    add(places, word, place, part);
    const stem = stemWord(word, language);
    if (stem !== word) add(places, stem, place, part);
  }
  return words;
}

/** One position stays free between two runs, so that a phrase ends with its run. */
function addPairs(places: Places, runs: readonly Run[], part: Part): void {
  let at = 0;
  for (const { pairs } of runs) {
    if (pairs.length === 0) continue;
    for (const pair of pairs) {
      if (++at > part.pairsMax) return;
      add(places, pairLexeme(pair), part.pairsFrom + at, part);
    }
    at++;
  }
}

function add(places: Places, lexeme: string, place: number, { weight }: Part): void {
  const known = places.get(lexeme);
  if (known === undefined) places.set(lexeme, { text: `${place}${weight}`, count: 1, last: place });
  else if (known.count < PLACES_MAX && known.last !== place) {
    known.text += `,${place}${weight}`;
    known.count++;
    known.last = place;
  }
}

/** In PostgreSQL's tsvector syntax. Lexemes contain only letters and digits, so quotes need no escaping. */
export function writeVector(lexemes: ArticleWords["places"]): string {
  let vector = "";
  for (const [lexeme, { text }] of lexemes) vector += `${vector === "" ? "" : " "}'${lexeme}':${text}`;
  return vector;
}
