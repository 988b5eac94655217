import { nameKey } from "../../companies/index.ts";
import { type Casing, casingOf, listTokens, type Token } from "./tokens.ts";

/** A part of a text that may be a company name. */
export interface NameCandidate {
  key: string;
  text: string;
  /** Positions of the first and the last word among the tokens. */
  first: number;
  last: number;
}

export interface ReadText {
  text: string;
  tokens: readonly Token[];
  casing: Casing;
  candidates: readonly NameCandidate[];
}

const WORDS_MAX = 6;
const TEXT_MAX = 1_500;
const CONNECTORS = new Set(["of", "and", "the", "de", "du", "la", "&", "et", "und", "for"]);
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー・]+/gu;
const UNSPACED_NAME = { min: 4, max: 16, segments: 6 };

/** All runs of capitalised words and, in scripts without spaces, all runs long enough for a name. */
export function findNames(whole: string): ReadText {
  const text = whole.slice(0, TEXT_MAX);
  const tokens = listTokens(text);
  const candidates = [...listSpaced(text, tokens), ...listUnspaced(text, tokens)];
  return { text, tokens, casing: casingOf(tokens), candidates };
}

function listSpaced(text: string, tokens: readonly Token[]): NameCandidate[] {
  return tokens.flatMap((token, first) => {
    // An article is not part of a compared name, and "The Block" is not Block.
    if (!token.isCapital || token.text === "The") return [];
    return listEnds(tokens, first).flatMap((last) => {
      const name = text.slice(token.from, tokens[last]?.to ?? token.to);
      const key = nameKey(name);
      return key === "" ? [] : [{ key, text: name, first, last }];
    });
  });
}

/** Where a name that starts here may end: at any capitalised word before something no name contains. */
function listEnds(tokens: readonly Token[], first: number): number[] {
  const ends: number[] = [];
  for (let last = first; last < Math.min(tokens.length, first + WORDS_MAX); last++) {
    const word = tokens[last];
    if (word === undefined || (last > first && !/^(?: |, |-| & | \+ )$/.test(word.gap))) break;
    if (word.isCapital) ends.push(last);
    else if (!CONNECTORS.has(word.text)) break;
  }
  return ends;
}

const segmenter = new Intl.Segmenter("ja", { granularity: "word" });

function listUnspaced(text: string, tokens: readonly Token[]): NameCandidate[] {
  const candidates: NameCandidate[] = [];
  for (const { 0: run, index } of text.matchAll(UNSPACED)) {
    const place = tokens.findLastIndex(({ from }) => from <= index);
    const starts = [...[...segmenter.segment(run)].map((segment) => segment.index), run.length];
    for (const [at, start] of starts.entries())
      for (const end of starts.slice(at + 1, at + 1 + UNSPACED_NAME.segments)) {
        const name = run.slice(start, end);
        if (name.length < UNSPACED_NAME.min || name.length > UNSPACED_NAME.max) continue;
        candidates.push({ key: nameKey(name), text: name, first: place, last: place });
      }
  }
  return candidates.filter(({ key }) => key !== "");
}
