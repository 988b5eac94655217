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

/** Questions for a figure of a segment, a region or a product, with `measure`, `member` and `year`. */
export const ENGLISH_PARTS: readonly RegExp[] = [
  new RegExp(
    String.raw`^what (?:was|were|is|are) (?:the )?(?<measure>[^?]+?) (?:of|in|from|for) (?:the )?(?<member>[^?\d]+?)(?: (?:segment|region|division` +
      String.raw`|business))?(?: (?:in|for) (?:FY ?|fiscal(?: year)? )?(?<year>\d{4}))?\s*\?*$`,
    "i",
  ),
  new RegExp(
    String.raw`^what (?:was|were|is|are) (?:the )?(?<member>[^?\d]+?)(?:['’]s?)?(?: segment)? (?<measure>revenues?|net sales|sales|operating (?:income` +
      String.raw`|profit))(?: (?:in|for) (?:FY ?|fiscal(?: year)? )?(?<year>\d{4}))?\s*\?*$`,
    "i",
  ),
];

/** Words that only English questions have. */
export const ENGLISH_WORDS = /\b(?:the|what|which|does|did|how|their|its|who|when|where|why)\b/i;

/** Scripts, and beginnings of questions, of languages in which no question is understood. */
export const OTHER_LANGUAGES = new RegExp(
  "[\\p{Script=Cyrillic}\\p{Script=Hangul}\\p{Script=Arabic}\\p{Script=Thai}\\p{Script=Greek}\\p{Script=Hebrew}\\p{Script=Devanagari}]{3}" +
    "|^(?:qual (?:foi|é|era)|quais (?:são|foram)|quem|onde|por que|vad (?:är|var)|vem|varför|hur (?:stor|mycket)|hvad|hvem|hvor" +
    "|jak(?:i|a|ie) (?:był|była|były|jest)|kto|kiedy|mikä|kuka|paljonko|nedir|kim)(?!\\p{L})",
  "iu",
);

export const OTHER_LANGUAGE_REFUSAL =
  "Questions are understood in English; for figures, ratios and tables also in German, French, Spanish, Italian, Dutch, Japanese and Chinese.";
