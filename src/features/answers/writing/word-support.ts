import type { PageRecord } from "../../reports/index.ts";
import { DOWN, UP } from "../claims/direction-words.ts";
import type { Evidence } from "../claims/evidence.ts";
import { contentRoots, expandedRoots, knownNames } from "../claims/match-label.ts";
import { REPORTING_WORDS, type SentenceLanguage } from "../data/sentence-words.ts";
import { sentencesOf } from "../passages/sentences.ts";
import { rootOf, tokensOf } from "../text/roots.ts";
import { assertsTheSame, NEGATION } from "./same-assertion.ts";
import { isCommonWord } from "./sentence-language.ts";

const REPORTING = new Set(REPORTING_WORDS.map(rootOf));
/** More of the distinctive words of a sentence about cells than this must be said on its pages. */
const SUPPORT_MIN = 0.8;
/** Sentences that belong together. */
const WINDOW = 3;
const NUMBER_WORD =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|half|twice|double|first|second|third)$/i;

/** Text that addresses whoever reads it with a program, rather than saying something about the company. */
const INSTRUCTION =
  /\b(?:ignore|disregard|forget|override)\b[^.]{0,60}\b(?:instructions?|rules|prompt|above)\b|\b(?:ai|language model|assistant|chatbot)s?\b[^.]{0,40}(?:reading|:)|^\s*(?:system|developer|assistant)\s*:|\b(?:developer|debug|god) mode\b|<\/?[a-z_]+>|\bthe user has\b|\bnew (?:rules|instructions)\b/iu;

export const isInstruction = (text: string): boolean => INSTRUCTION.test(text);

const CLAUSE_END = /[.;,:]|\s(?:but|however|aber|sondern|mais|pero|ma|maar)\s/iu;

/** Whether every clause of a text that has these words denies them. */
export function isDenied(text: string, words: string): boolean {
  const clauses = text.split(CLAUSE_END).filter((one) => one.toLowerCase().includes(words.toLowerCase()));
  return clauses.length > 0 && clauses.every((one) => NEGATION.test(one)) && !NEGATION.test(words);
}

/** What the pages of a sentence say: their sentences in order, without text that gives instructions. */
export function evidenceSentences(page: PageRecord): string[] {
  const blocked = page.blocks.filter(({ text }) => INSTRUCTION.test(text));
  return sentencesOf(page).flatMap(({ kind, text, box }) =>
    kind === "text" && !blocked.some((block) => block.box === box) ? text : [],
  );
}

/** Whether a page is nothing but instructions to its reader. */
const readableText = (page: PageRecord): string =>
  page.blocks
    .filter(({ text }) => !INSTRUCTION.test(text))
    .map(({ text }) => text)
    .join("\n");

interface SupportOptions {
  pages: readonly PageRecord[];
  /** What proves its numbers. */
  support: readonly Evidence[];
  /** The language it was written in; null for English. */
  language: SentenceLanguage | null;
}

/**
 * What a statement asserts besides its numbers must be said on its pages. Returns the words that are not, or null when
 * enough of them are.
 */
export function findUnsupportedWords(
  statement: string,
  { pages, support, language }: SupportOptions,
): string[] | null {
  const labels = support.flatMap((one) =>
    one.kind === "cell" ? [one.label] : one.kind === "computed" ? one.labels : [],
  );
  const said = wordsOf(statement, language);
  return labels.length > 0
    ? findMissingInTables(statement, said, { pages, labels })
    : findMissingInText(statement, said, pages.flatMap(evidenceSentences));
}

/** The words of a statement that none of some texts says, or null when one of them says it. */
export function findUnsaidWords(
  statement: string,
  { texts, language }: { texts: readonly string[]; language: SentenceLanguage | null },
): string[] | null {
  const said = wordsOf(statement, language);
  const [names, prose] = [texts.filter(isName), texts.filter((text) => !isName(text))];
  const known = expandedRoots(names.join("\n"));
  const others = said.filter(({ root }) => !known.has(root));
  const isPlain = !NEGATION.test(statement) && !(UP.test(statement) || DOWN.test(statement));
  if (others.length === 0 && (isPlain || /\d/.test(statement))) return null;
  const missing = prose.map((text) => findMissingInText(statement, others, text.split(SENTENCE_END)));
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

function findMissingInTables(
  statement: string,
  said: readonly Word[],
  { pages, labels }: { pages: readonly PageRecord[]; labels: readonly string[] },
): string[] | null {
  // A table says what there is, never what there is not.
  const [denial] = NEGATION.exec(statement) ?? [];
  if (denial !== undefined) return [denial];
  const names = labels.flatMap((label) => [...knownNames(label)]);
  const onPages = contentRoots(pages.map(readableText).join("\n"));
  const known = new Set([...expandedRoots(labels.join(" ")), ...names, ...onPages]);
  const missing = said.filter(({ root }) => !known.has(root));
  return isEnough(said, missing) ? null : missing.map(({ text }) => text);
}

/** Said in few sentences that follow each other: a page has most words somewhere. */
function findMissingInText(
  statement: string,
  said: readonly Word[],
  sentences: readonly string[],
): string[] | null {
  let best = said;
  for (let at = 0; at < sentences.length; at++) {
    for (let count = 1; count <= WINDOW; count++) {
      const window = sentences.slice(at, at + count);
      const roots = expandedRoots(window.join(" "));
      const missing = said.filter(({ root }) => !roots.has(root));
      if (missing.length < best.length) best = missing;
      if (missing.length === 0 && agrees(statement, said, window)) return null;
    }
  }
  return best.map(({ text }) => text);
}

interface Word {
  text: string;
  root: string;
  isName: boolean;
}

/** The words of a statement that assert something. */
function wordsOf(statement: string, language: SentenceLanguage | null): Word[] {
  return tokensOf(statement).flatMap(({ text, root, start }) => {
    const isAssertion =
      /\p{L}/u.test(text) &&
      contentRoots(text).length > 0 &&
      !REPORTING.has(root) &&
      !UP.test(text) &&
      !DOWN.test(text) &&
      !NEGATION.test(text) &&
      !(language !== null && isCommonWord(text, language)) &&
      !CODES.test(text);
    // The first word of a sentence is capital whatever it is; German nouns are as well.
    const isName = language === null && start > 0 && /^\p{Lu}/u.test(text);
    return isAssertion ? [{ text, root, isName }] : [];
  });
}

const CODES =
  /^(?:USD|EUR|GBP|CHF|JPY|FY\d*|Q[1-4]|January|February|March|April|May|June|July|August|September|October|November|December)$/;

function isEnough(said: readonly Word[], missing: readonly Word[]): boolean {
  if (missing.some(({ isName, text }) => isName || NUMBER_WORD.test(text))) return false;
  return missing.length === 0 || 1 - missing.length / said.length > SUPPORT_MIN;
}

/** Years and dates are said there as well, and what is denied is denied there. */
function agrees(statement: string, said: readonly Word[], window: readonly string[]): boolean {
  const years = (text: string) => text.match(/\b(?:19|20)\d{2}\b/g) ?? [];
  const given = new Set(window.flatMap(years));
  if (years(statement).some((year) => !given.has(year))) return false;
  return window.some((sentence) => sharesHalf(said, sentence) && assertsTheSame(statement, sentence));
}

function sharesHalf(said: readonly Word[], sentence: string): boolean {
  const roots = expandedRoots(sentence);
  return said.filter(({ root }) => roots.has(root)).length * 2 >= said.length;
}
