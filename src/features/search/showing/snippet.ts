import { foldText, stemWord } from "../../news/index.ts";
import type { Term } from "../query/read-query.ts";
import { UNSPACED } from "../unspaced.ts";
import { characterStart } from "./character-start.ts";

const SNIPPET_LETTERS = 320;
/** Where words of the query are counted: a little less, for the text before the first. */
const WINDOW_LETTERS = SNIPPET_LETTERS * 0.8;
/** Text before the first word of the query, and how far back its first word may begin. */
const LETTERS_BEFORE = 48;
const WORD_LETTERS_MAX = 40;
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;

export interface Snippet {
  text: string;
  /** Where the words of the query are in `text`: first letter, and the one after the last. */
  highlights: [number, number][];
}

/** The stretch of a passage that has the most words of the query, with the words marked. */
export function makeSnippet(text: string, terms: readonly Term[]): Snippet {
  const marks = findMarks(text, terms);
  const start = text.length <= SNIPPET_LETTERS ? 0 : startOfWord(text, bestStart(marks));
  const end = characterStart(text, Math.min(text.length, start + SNIPPET_LETTERS));
  const [before, after] = [start > 0 ? "… " : "", end < text.length ? " …" : ""];
  const shift = before.length - start;
  return {
    text: `${before}${text.slice(start, end)}${after}`,
    highlights: marks
      .filter((mark) => mark.from >= start && mark.to <= end)
      .map(({ from, to }) => [from + shift, to + shift]),
  };
}

interface Mark {
  from: number;
  to: number;
  term: string;
}

function findMarks(text: string, terms: readonly Term[]): Mark[] {
  const byLexeme = new Map(
    terms.flatMap(({ text: term, lexemes }) => lexemes.map((lexeme) => [lexeme, term])),
  );
  const marks: Mark[] = [];
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    const term = formsOf(word).flatMap((form) => byLexeme.get(form) ?? [])[0];
    if (term !== undefined) marks.push({ from: index, to: index + word.length, term });
  }
  for (const { text: term } of terms.filter((one) => UNSPACED.test(one.text))) {
    for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length))
      marks.push({ from: at, to: at + term.length, term });
  }
  return marks.sort((a, b) => a.from - b.from || a.to - b.to);
}

function formsOf(word: string): string[] {
  const folded = foldText(word);
  return [folded, stemWord(folded, "en"), stemWord(folded, "de")];
}

/** The first mark of the window with the most different terms. */
function bestStart(marks: readonly Mark[]): number {
  let best = { start: 0, terms: 0 };
  const inside = new Map<string, number>();
  let end = 0;
  for (const [at, { from, term }] of marks.entries()) {
    end = Math.max(end, at);
    for (let next = marks[end]; next && next.to <= from + WINDOW_LETTERS; next = marks[++end])
      inside.set(next.term, (inside.get(next.term) ?? 0) + 1);
    if (inside.size > best.terms) best = { start: from, terms: inside.size };
    // It is before the next window, unless it is longer than one.
    const left = (inside.get(term) ?? 0) - (end > at ? 1 : 0);
    if (left > 0) inside.set(term, left);
    else inside.delete(term);
  }
  return Math.max(0, best.start - LETTERS_BEFORE);
}

/** Scripts without spaces have no near one: a far one would leave the words of the query outside. */
function startOfWord(text: string, at: number): number {
  if (at <= WORD_LETTERS_MAX) return 0;
  const space = text.lastIndexOf(" ", at);
  return at - space <= WORD_LETTERS_MAX ? space + 1 : characterStart(text, at);
}
