import type { PageRecord } from "../../reports/index.ts";
import { DOWN, UP } from "../claims/direction-words.ts";
import { contentRoots, expandedRoots } from "../claims/match-label.ts";
import { isReportingVerb, REPORTING_ROOTS, type SentenceLanguage } from "../data/sentence-words.ts";
import { sentencesOf } from "../passages/sentences.ts";
import { tokensOf } from "../text/roots.ts";
import { assertsTheSame, NEGATION } from "./same-assertion.ts";
import { isCommonWord } from "./sentence-language.ts";

/** Sentences that belong together. */
const WINDOW = 3;

/** Text that addresses a program that reads it, rather than saying something about the company. */
const INSTRUCTION = new RegExp(
  String.raw`\b(?:ignore|disregard|forget|override)\b[^.]{0,60}\b(?:instructions?|rules|prompt|above)\b` +
    String.raw`|\b(?:ai|language model|assistant|chatbot)s?\b[^.]{0,40}(?:reading|:)` +
    String.raw`|^\s*(?:system|developer|assistant)\s*:|\b(?:developer|debug|god) mode\b|<\/?[a-z_]+>` +
    String.raw`|\bthe user has\b|\bnew (?:rules|instructions)\b`,
  "iu",
);

export const isInstruction = (text: string): boolean => INSTRUCTION.test(text);

const CLAUSE_END = /[.;,:]|\s(?:but|however|aber|sondern|mais|pero|ma|maar)\s/iu;

/** Whether every clause of a text that has these words denies them. */
export function isDenied(text: string, words: string): boolean {
  const clauses = text.split(CLAUSE_END).filter((one) => one.toLowerCase().includes(words.toLowerCase()));
  return clauses.length > 0 && clauses.every((one) => NEGATION.test(one)) && !NEGATION.test(words);
}

/** A short sentence says something, though it answers little: "We employ 3,318 people." */
const LETTERS_MIN = 12;

/** What the pages of a sentence say: their sentences in order, without text that gives instructions. */
export function evidenceSentences(page: PageRecord): string[] {
  const blocked = page.blocks.filter(({ text }) => INSTRUCTION.test(text));
  return sentencesOf(page, LETTERS_MIN).flatMap(({ kind, text, box }) =>
    kind === "text" && !blocked.some((block) => block.box === box) ? text : [],
  );
}

/** The words of a statement that none of some texts says, or null when one of them says it. */
export function findUnsaidWords(
  statement: string,
  { texts, language }: { texts: readonly string[]; language: SentenceLanguage | null },
): string[] | null {
  const said = assertedWords(statement, language);
  const [names, prose] = [texts.filter(isName), texts.filter((text) => !isName(text))];
  const known = expandedRoots(names.join("\n"));
  const others = said.filter(({ root }) => !known.has(root));
  const isPlain = !NEGATION.test(statement) && !(UP.test(statement) || DOWN.test(statement));
  if (others.length === 0 && (isPlain || /\d/.test(statement))) return null;
  // The days of a record are fields of it.
  const undated = statement.replace(DAY_OR_MONTH, " ");
  const missing = prose.map((text) => findMissingInText(undated, others, text.split(SENTENCE_END)));
  if (missing.includes(null)) return null;
  return missing.reduce(
    (best, one) => (one && best && one.length < best.length ? one : best),
    said.map(({ text }) => text),
  );
}

const NAME_WORDS_MAX = 4;
const SENTENCE_END = /(?<=[.!?])\s+/;

/** Names, dates and labels say what a record is about; sentences say something about it. */
const isName = (text: string) => text.split(/\s+/).length <= NAME_WORDS_MAX;

/** Said in few sentences that follow each other: a page has most words somewhere. */
export function findMissingInText(
  statement: string,
  said: readonly AssertedWord[],
  sentences: readonly string[],
): string[] | null {
  let best = said;
  for (let at = 0; at < sentences.length; at++) {
    for (let count = 1; count <= WINDOW; count++) {
      const window = sentences.slice(at, at + count);
      const missing = findUnsaid(said, window.join(" "));
      if (missing.length < best.length) best = missing;
      if (missing.length === 0 && agrees(statement, said, window)) return null;
    }
  }
  return best.map(({ text }) => text);
}

export function findUnsaid(said: readonly AssertedWord[], text: string): AssertedWord[] {
  const roots = expandedRoots(text);
  return said.filter(({ text: word, root, isRestriction }) =>
    isRestriction ? !new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, "iu").test(text) : !roots.has(root),
  );
}

/** A word of a statement that asserts something. */
export interface AssertedWord {
  text: string;
  root: string;
  /** "Only", "always": a small word that changes what the others say, so it must be said as it is. */
  isRestriction: boolean;
}

const RESTRICTION = new RegExp(
  "^(?:only|solely|exclusively|merely|alone|always|again|until|all|every|each|both|ever|nur" +
    "|allein|immer|alle|seulement|uniquement|toujours|tous|solo|solamente|siempre|todos|sempre" +
    "|tutti|alleen|slechts|altijd)$",
  "i",
);

export function assertedWords(statement: string, language: SentenceLanguage | null): AssertedWord[] {
  // A financial year is only a year; a financial officer is not only an officer.
  const words = statement
    .replace(/\bfinancial (?=years?\b)/gi, "")
    .replace(/\byear before\b/gi, "year")
    .replace(SHORT_SCALE, " ")
    .replace(AFTER, ", ");
  return tokensOf(words).flatMap(({ text, root }) => {
    const isRestriction = RESTRICTION.test(text);
    const isAssertion =
      isRestriction ||
      (/\p{L}/u.test(text) &&
        contentRoots(text).length > 0 &&
        !REPORTING_ROOTS.has(root) &&
        !isReportingVerb(text) &&
        !UP.test(text) &&
        !DOWN.test(text) &&
        !NEGATION.test(text) &&
        !(language !== null && isCommonWord(text, language)) &&
        !CODES.test(text));
    return isAssertion ? [{ text, root, isRestriction }] : [];
  });
}

/** "5, after a loss of 3": what came before, where "after tax" is a word of a row. */
const AFTER = /,\s(?:after|following)\s(?=an?\s|[$€£¥\d])/gi;
/** "$520M", whose number is verified as an amount. */
const SHORT_SCALE = /[$€£¥]\s?[\d.,]+\s?[MBK]\b/g;
const CODES =
  /^(?:USD|EUR|GBP|CHF|JPY|FY\d*|Q[1-4]|January|February|March|April|May|June|July|August|September|October|November|December)$/;

/** Years and dates are said there as well, and what is denied is denied there. */
function agrees(statement: string, said: readonly AssertedWord[], window: readonly string[]): boolean {
  const years = (text: string) => text.match(/\b(?:19|20)\d{2}\b/g) ?? [];
  const given = new Set(window.flatMap(years));
  if (years(statement).some((year) => !given.has(year))) return false;
  return window.some(
    (sentence) =>
      sharesHalf(said, sentence) && hasDays(statement, sentence) && assertsTheSame(statement, sentence),
  );
}

const MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
const DAY_OR_MONTH = new RegExp(`\\b(?:\\d{1,2}(?:st|nd|rd|th)? )?${MONTH}\\b(?: \\d{1,2}\\b)?`, "g");

/** A month is said in the same sentence, and so is its day. */
function hasDays(statement: string, sentence: string): boolean {
  const read = (text: string) =>
    (text.match(DAY_OR_MONTH) ?? []).map((date) => ({
      day: /\d+/.exec(date)?.[0],
      month: /\p{L}{3,}/u.exec(date)?.[0],
    }));
  const given = read(sentence);
  return read(statement).every(({ day, month }) =>
    given.some((one) => one.month === month && (day === undefined || one.day === day)),
  );
}

function sharesHalf(said: readonly AssertedWord[], sentence: string): boolean {
  const roots = expandedRoots(sentence);
  return said.filter(({ root }) => roots.has(root)).length * 2 >= said.length;
}
