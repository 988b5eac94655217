import { breakWords, type Run } from "../text/break-words.ts";
import { isPairLexeme, neighbourLexeme, pairLexeme } from "../text/lexemes.ts";
import { stemWord } from "../text/stem-word.ts";

/** One search term. */
export interface Keyword {
  text: string;
  /** In PostgreSQL's tsquery syntax. */
  query: string;
  /** Lexemes that every match has, used to find it. */
  lexemes: readonly string[];
  /** Consecutive words of every match: a phrase is found by these, because it is rarer than its words. */
  neighbours: readonly string[];
  /** The company that has this name; an article that mentions the company matches too. */
  svcEntityId?: string;
}

const KEYWORDS_MAX = 10;
const WORDS_MAX = 12;
const PHRASE_MARKS = /[“”„«»＂「」『』]/g;

/**
 * Parses `rates, "interest rate", 半導体`: commas separate keywords, quotes make a phrase. All words of an unquoted
 * keyword must occur, in any order and form; null for more keywords than allowed.
 */
export function readKeywords(text: string, language: string): Keyword[] | null {
  const parts = text.replace(PHRASE_MARKS, '"').match(/(?:"[^"]*"?|[^",，、])+/g) ?? [];
  const keywords = new Map<string, Keyword>();
  for (const part of parts) {
    const keyword = readKeyword(part.trim(), language);
    if (keyword) keywords.set(keyword.query, keyword);
  }
  return keywords.size > KEYWORDS_MAX ? null : [...keywords.values()];
}

function readKeyword(text: string, language: string): Keyword | null {
  const clauses: Clause[] = [];
  for (const [, phrase, loose] of text.matchAll(/"([^"]*)"?|([^"]+)/g)) {
    const runs = (part: string) => breakWords(part, language);
    if (phrase !== undefined) clauses.push(...phraseClauses(runs(phrase)));
    // Text without a space belongs together: COVID-19, AT&T.
    else for (const chunk of (loose ?? "").split(/\s+/)) clauses.push(...looseClauses(runs(chunk), language));
  }
  const kept = clauses.slice(0, WORDS_MAX);
  if (kept.length === 0) return null;
  return {
    text,
    query: kept.map(({ query }) => query).join(" & "),
    lexemes: [...new Set(kept.flatMap(({ lexemes }) => lexemes))],
    neighbours: [...new Set(kept.flatMap(({ neighbours = [] }) => neighbours))],
  };
}

interface Clause {
  query: string;
  lexemes: string[];
  neighbours?: string[];
}

function phraseClauses(runs: readonly Run[]): Clause[] {
  return clausesOf(runs, (word) => [word]).map((clause) => ({
    ...clause,
    neighbours: listNeighbours(clause),
  }));
}

/** Pairs of characters overlap, and are rare enough on their own. */
function listNeighbours({ lexemes }: Clause): string[] {
  if (lexemes.some(isPairLexeme)) return [];
  return lexemes.slice(1).map((next, at) => neighbourLexeme(lexemes[at] ?? "", next));
}

function looseClauses(runs: readonly Run[], language: string): Clause[] {
  return clausesOf(runs, (word) => [stemWord(word, language)]);
}

/**
 * Consecutive words; a long run of a script without spaces by its pairs, since its word boundaries depend on context.
 */
function clausesOf(runs: readonly Run[], formsOf: (word: string) => string[]): Clause[] {
  const clauses: Clause[] = [];
  let words: string[] = [];
  const flush = () => {
    if (words.length > 0) clauses.push(phraseClause(words));
    words = [];
  };
  for (const run of runs) {
    const byPairs = run.characters > 2 || (run.characters === 2 && isHangul(run));
    if (!byPairs) {
      words.push(...run.words.flatMap(formsOf));
      continue;
    }
    flush();
    clauses.push(phraseClause(run.pairs.map(pairLexeme)));
  }
  flush();
  return clauses;
}

function isHangul({ words }: Run): boolean {
  return /^\p{Script=Hangul}/u.test(words[0] ?? "");
}

function phraseClause(lexemes: readonly string[]): Clause {
  const kept = lexemes.slice(0, 2 * WORDS_MAX);
  const query = kept.map((lexeme) => `'${lexeme}'`).join(" <-> ");
  return { query: kept.length > 1 ? `(${query})` : query, lexemes: kept };
}

/** The query for one part of an article: A is the title, B the snippet. */
export function inPart(query: string, weight: "A" | "B"): string {
  return query.replaceAll(/'([^']+)'/g, `'$1':${weight}`);
}
