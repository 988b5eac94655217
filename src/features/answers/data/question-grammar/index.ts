import { CHINESE } from "./chinese.ts";
import { DUTCH } from "./dutch.ts";
import { FRENCH } from "./french.ts";
import { GERMAN } from "./german.ts";
import type { QuestionGrammar } from "./grammar.ts";
import { ITALIAN } from "./italian.ts";
import { JAPANESE } from "./japanese.ts";
import { SPANISH } from "./spanish.ts";

/** One file per language in which questions for a figure are understood besides English. */
export const QUESTION_GRAMMAR = {
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
  nl: DUTCH,
  ja: JAPANESE,
  zh: CHINESE,
} satisfies Record<string, QuestionGrammar>;

export type QuestionLanguage = keyof typeof QUESTION_GRAMMAR;

export { type QuestionGrammar, YEAR_PARTS, type YearPart } from "./grammar.ts";
