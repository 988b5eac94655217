import { SENTENCE_WORDS, type SentenceLanguage } from "../data/sentence-words.ts";

const LANGUAGES = Object.keys(SENTENCE_WORDS) as SentenceLanguage[];
const COMMON = new Map(LANGUAGES.map((language) => [language, new Set(SENTENCE_WORDS[language].common)]));
const ENGLISH = new Set(
  "the of to and in was were is are for by from with that this its at on as an a it has had per or not than which who be been will year share reached rose fell amounted".split(
    " ",
  ),
);

/** The language of a sentence by its small words; null for English and all others. */
export function findLanguage(sentence: string): SentenceLanguage | null {
  const words = sentence.toLowerCase().match(/\p{L}+/gu) ?? [];
  const english = words.filter((word) => ENGLISH.has(word)).length;
  let best: SentenceLanguage | null = null;
  let most = english;
  for (const language of LANGUAGES) {
    const count = words.filter((word) => COMMON.get(language)?.has(word)).length;
    if (count > most) [best, most] = [language, count];
  }
  return best;
}

/** The numbers of a text with English marks. */
export function readNumbers(text: string, language: SentenceLanguage): string {
  const { decimal } = SENTENCE_WORDS[language];
  return text.replace(FOREIGN_NUMBER, (number) =>
    number
      .replace(/[.\s’'\u202f\u00a0](?=\d{3})/g, "\u0000")
      .replace(decimal, ".")
      .replaceAll("\u0000", ","),
  );
}

/** Scales and the words between numbers in English, so that one verifier reads them; names stay as they are. */
export function readWords(text: string, language: SentenceLanguage): string {
  return SENTENCE_WORDS[language].english.reduce(
    (read, [pattern, word]) => read.replace(pattern, word),
    text,
  );
}

const FOREIGN_NUMBER = /(?<![\d.,])(?:\d{1,3}(?:[.\u202f\u00a0’'\s]\d{3})+(?:,\d+)?|\d+,\d+)(?![\d.]*\d)/g;

/** A number that we print, in the format of a language: "$2,431 million" is "$2.431 Mio." in German. */
export function localiseNumber(printed: string, language: SentenceLanguage): string {
  const { decimal, thousands, scales } = SENTENCE_WORDS[language];
  return printed
    .replace(/[.,](?=\d)/g, (mark) => (mark === "." ? decimal : thousands))
    .replace(/thousand|million|billion/, (scale) => scales[scale as keyof typeof scales]);
}

/** Whether a word is one of the small words of a language. */
export const isCommonWord = (word: string, language: SentenceLanguage): boolean =>
  COMMON.get(language)?.has(word.toLowerCase()) ?? false;
