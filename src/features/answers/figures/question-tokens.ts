import type { NameFinder } from "../report-names.ts";
import { GLUE, type Lexicon, type Meaning, nameWords } from "./lexicon.ts";
import type { Period } from "./periods.ts";
import { findPeriods, type PeriodMention } from "./question-periods.ts";
import { type Modifier, NOISE, PHRASES, type Sign, WORD_NUMBERS } from "./question-words.ts";

/** The pieces a question or a definition is read in. */
export type Token =
  | { kind: "term"; meaning: Meaning; text: string }
  | { kind: "period"; first: Period; last: Period }
  | { kind: "number"; value: number }
  | { kind: "sign"; sign: Sign }
  | { kind: "years"; count: number }
  | { kind: "word"; word: Modifier }
  | { kind: "name"; text: string; after: string; weak?: true }
  | { kind: "unknown"; text: string };

interface Piece {
  raw: string;
  start: number;
  end: number;
  words: string[];
  period: PeriodMention | null;
}

/** Reads a text from left to right, the longest known name first. */
export function tokenize(text: string, lexicon: Lexicon, isName: NameFinder): Token[] {
  const pieces = piecesOf(text);
  const tokens: Token[] = [];
  for (let at = 0; at < pieces.length; ) {
    const { token, taken } = readAt(pieces, at, lexicon, isName);
    if (token) tokens.push(token);
    at += taken;
  }
  return nameAliases(checkNames(tokens));
}

/** "Newname (formerly known as Oldname)": where the report knows one of them, the other is a name too. */
function nameAliases(tokens: readonly Token[]): Token[] {
  return tokens.map((token, at) => {
    if (token.kind !== "unknown" || !/^\p{Lu}/u.test(token.text)) return token;
    let next = at;
    while (tokens[next]?.kind === "unknown") next += 1;
    const [open, alias] = [tokens[next], tokens[next + 1]];
    const named = open?.kind === "sign" && open.sign === "(" && alias?.kind === "name";
    return named ? { kind: "name", text: token.text, after: "" } : token;
  });
}

/** A figure, a word (which may begin with digits, as some names do), or a sign. */
const PIECE = /\d+(?:[.,]\d+)*(?![\p{L}\d])|[\p{L}\p{N}][\p{L}\p{N}&']*|[%+*/()[\]×÷–−-]/gu;

function piecesOf(text: string): Piece[] {
  const periods = findPeriods(text);
  const pieces: Piece[] = [];
  for (const match of text.matchAll(PIECE)) {
    const [start, end] = [match.index, match.index + match[0].length];
    const period = periods.find((one) => start < one.end && end > one.start) ?? null;
    // A period is one piece, however many words it is written in.
    if (period !== null && pieces.at(-1)?.period === period) continue;
    pieces.push({ raw: match[0], start, end, words: period ? [] : nameWords(match[0]), period });
  }
  return pieces;
}

type Reading = { token: Token | null; taken: number };

function readAt(pieces: readonly Piece[], at: number, lexicon: Lexicon, isName: NameFinder): Reading {
  const piece = pieces[at];
  if (!piece) return { token: null, taken: 1 };
  const { raw, period } = piece;
  if (period) return { token: { kind: "period", first: period.first, last: period.last }, taken: 1 };
  return (
    readYears(pieces, at) ??
    readNumber(raw) ??
    readPercentOf(pieces, at) ??
    readTerm(pieces, at, lexicon) ??
    readNet(pieces, at, lexicon) ??
    readPhrase(pieces, at) ??
    readSign(pieces, at) ??
    readWord(pieces, at, isName)
  );
}

function readYears(pieces: readonly Piece[], at: number): Reading | null {
  const raw = pieces[at]?.raw.toLowerCase() ?? "";
  const count = WORD_NUMBERS[raw] ?? (/^\d{1,2}$/.test(raw) ? Number(raw) : 0);
  if (count < 2 || count > 20) return null;
  const dash = pieces[at + 1]?.raw === "-" ? 1 : 0;
  return pieces[at + 1 + dash]?.words[0] === "year"
    ? { token: { kind: "years", count }, taken: 2 + dash }
    : null;
}

function readNumber(raw: string): Reading | null {
  if (!/^\d[\d.,]*$/.test(raw)) return null;
  return { token: { kind: "number", value: Number(raw.replaceAll(",", "")) }, taken: 1 };
}

/** "as a % of", "% of", "as a percentage of", "relative to". */
function readPercentOf(pieces: readonly Piece[], at: number): Reading | null {
  const words = pieces.slice(at, at + 5).map(({ raw }) => raw.toLowerCase());
  const found =
    /^(?:(?:expressed )?as (?:a |an )?)?(?:%|percent|percentage|share|proportion) (?:of|to|out of)\b/.exec(
      words.join(" "),
    );
  if (!found) return null;
  return { token: { kind: "word", word: "percent_of" }, taken: found[0].split(" ").length };
}

function readTerm(pieces: readonly Piece[], at: number, lexicon: Lexicon): Reading | null {
  if (isGlue(pieces[at])) return null;
  const words: string[] = [];
  let best: Reading | null = null;
  for (let end = at; end < pieces.length && words.length <= lexicon.wordsMax; end++) {
    const piece = pieces[end];
    if (!piece || piece.period || /^[()[\]+*]$/.test(piece.raw)) break;
    // A dash inside a word joins; one between spaces subtracts.
    if (/^[-–−]$/.test(piece.raw)) {
      if (isSpaced(pieces, end)) break;
      continue;
    }
    words.push(...piece.words);
    const meaning = piece.words.length > 0 ? lexicon.find(words) : undefined;
    if (!meaning) continue;
    const text = pieces
      .slice(at, end + 1)
      .map(({ raw }) => raw)
      .join(" ");
    best = { token: { kind: "term", meaning, text }, taken: end - at + 1 };
  }
  return best;
}

/** "Net" before a figure that the balance sheet gives net anyway. */
function readNet(pieces: readonly Piece[], at: number, lexicon: Lexicon): Reading | null {
  if (pieces[at]?.raw.toLowerCase() !== "net") return null;
  const next = readTerm(pieces, at + 1, lexicon);
  if (next?.token?.kind !== "term" || next.token.meaning.kind !== "concept") return null;
  if (!next.token.meaning.id.endsWith("_net")) return null;
  return { token: { ...next.token, text: `net ${next.token.text}` }, taken: next.taken + 1 };
}

function isGlue(piece: Piece | undefined): boolean {
  return (
    piece === undefined ||
    (piece.period === null && piece.words.length === 0 && GLUE.has(piece.raw.toLowerCase()))
  );
}

function isSpaced(pieces: readonly Piece[], at: number): boolean {
  const [before, here, after] = [pieces[at - 1], pieces[at], pieces[at + 1]];
  if (!here) return false;
  return (!before || before.end < here.start) && (!after || after.start > here.end);
}

function readPhrase(pieces: readonly Piece[], at: number): Reading | null {
  for (const [phrase, token] of PHRASES) {
    const taken = matchPhrase(pieces, at, phrase);
    if (taken > 0) return { token, taken };
  }
  return null;
}

/** How many pieces a phrase takes from here on, words that only join left aside; 0 when it is not here. */
function matchPhrase(pieces: readonly Piece[], at: number, phrase: readonly string[]): number {
  let matched = 0;
  for (let end = at; end < pieces.length; end++) {
    const piece = pieces[end];
    if (piece?.words[0] === phrase[matched]) {
      matched += 1;
      if (matched === phrase.length) return end - at + 1;
    } else if (matched === 0 || (!isGlue(piece) && piece?.raw !== "-")) return 0;
  }
  return 0;
}

const SIGNS: Record<string, Sign> = {
  "+": "+",
  "*": "*",
  "×": "*",
  "/": "/",
  "÷": "/",
  "(": "(",
  ")": ")",
  "[": "(",
  "]": ")",
  "-": "-",
  "–": "-",
  "−": "-",
};

function readSign(pieces: readonly Piece[], at: number): Reading | null {
  const raw = pieces[at]?.raw ?? "";
  const sign = SIGNS[raw];
  if (!sign) return null;
  if (sign === "-" && !isSpaced(pieces, at)) return { token: null, taken: 1 };
  return { token: { kind: "sign", sign }, taken: 1 };
}

/** "Cost of sales over average inventory" divides; "over FY2020 to FY2022" and "over the last years" do not. */
function isDivision(pieces: readonly Piece[], at: number): boolean {
  if (pieces[at]?.raw.toLowerCase() !== "over") return false;
  const next = pieces.slice(at + 1).find((piece) => piece.raw.toLowerCase() !== "the");
  return (
    next !== undefined &&
    next.period === null &&
    !/^(?:last|past|prior|previous|next|year|period|time|\d)/i.test(next.raw)
  );
}

function readWord(pieces: readonly Piece[], at: number, isName: NameFinder): Reading {
  if (isDivision(pieces, at)) return { token: { kind: "sign", sign: "/" }, taken: 1 };
  const { raw = "", words = [] } = pieces[at] ?? {};
  if (raw.toLowerCase() === "to") return { token: { kind: "word", word: "to" }, taken: 1 };
  const [word] = words;
  if (word === undefined || NOISE.has(word) || NOISE.has(raw.toLowerCase())) return { token: null, taken: 1 };
  const sense = isName(raw);
  if (!sense) return { token: { kind: "unknown", text: raw }, taken: 1 };
  if (sense === "known") return { token: { kind: "name", text: raw, after: "" }, taken: 1 };
  const after = pieces[at - 1]?.raw.toLowerCase() ?? "";
  return { token: { kind: "name", text: raw, after, ...(sense === "weak" ? { weak: true } : {}) }, taken: 1 };
}

/** Words before which a name may stand: "for", "did"; and the bracket of "(formerly known as …". */
const BEFORE_NAME = new Set("for of by at did do does has have had as in that ( ".split(" "));

/**
 * A capitalised word of the cover is the company's name only where a name can stand: after one of those words or
 * with an apostrophe. "Cloud revenue" asks for a kind of revenue, whatever the company is called.
 */
function checkNames(tokens: readonly Token[]): Token[] {
  return tokens.map((token, at) => {
    if (token.kind !== "name") return token;
    // "Company's Segment": the owner ends the name.
    const goesOn = (one: Token | undefined) => one?.kind === "name" && !/'s?$/.test(one.text);
    let first = at;
    while (goesOn(tokens[first - 1])) first -= 1;
    let last = at;
    while (goesOn(tokens[last]) && tokens[last + 1]?.kind === "name") last += 1;
    const [head, tail] = [tokens[first], tokens[last]];
    const run = tokens.slice(first, last + 1);
    if (run.every((one) => one.kind === "name" && one.weak)) return { kind: "unknown", text: token.text };
    const placed = head?.kind === "name" && BEFORE_NAME.has(head.after);
    const owning = tail?.kind === "name" && /'s?$/.test(tail.text);
    return placed || owning ? token : { kind: "unknown", text: token.text };
  });
}
