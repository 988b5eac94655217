import { isAscii } from "../../../kernel/ascii.ts";
import { foldText } from "./fold-text.ts";

/** A run of text without spaces: one word in most languages, several in those without spaces. */
export interface Run {
  words: readonly string[];
  /** Overlapping pairs of characters, for scripts without spaces; empty for others. */
  pairs: readonly string[];
  /** Its number of characters of such a script. */
  characters: number;
}

const WORD_LENGTH_MAX = 60;
const UNSPACED = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆";
const HANGUL = "\\p{Script=Hangul}";
const SEGMENTED = "\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const RUNS = new RegExp(
  `([${UNSPACED}]+)|(${HANGUL}+)|([${SEGMENTED}\\p{M}]+)|((?:(?![${UNSPACED}${HANGUL}${SEGMENTED}])[\\p{L}\\p{N}\\p{M}])+)`,
  "gu",
);

const segmenters = new Map<string, Intl.Segmenter>();

/** ICU's dictionary combines Japanese and Chinese, and is the same for every locale except Thai and similar ones. */
function segmenterOf(language: string): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known) return known;
  const made = new Intl.Segmenter(language === "und" ? "en" : language, { granularity: "word" });
  segmenters.set(language, made);
  return made;
}

/**
 * A text as its runs of letters and digits, in order. U.S. is one word, and a possessive is the word it belongs to.
 */
export function breakWords(text: string, language: string): Run[] {
  const folded = joinWords(foldText(text));
  if (isAscii(folded)) return folded.match(/[a-z0-9]+/g)?.map(spacedRun) ?? [];
  const runs: Run[] = [];
  for (const [, unspaced, hangul, segmented, spaced] of folded.matchAll(RUNS)) {
    if (unspaced !== undefined) runs.push(breakUnspaced(unspaced, language));
    else if (hangul !== undefined)
      runs.push({ words: [hangul.slice(0, WORD_LENGTH_MAX)], ...pairsOf(hangul) });
    else if (segmented !== undefined)
      runs.push({ words: segment(segmented, language), pairs: [], characters: 0 });
    else if (spaced !== undefined) runs.push(spacedRun(spaced));
  }
  return runs;
}

/** The patterns look at every character; most texts have no sign that they begin with. */
function joinWords(text: string): string {
  let joined = text;
  if (/\..\./su.test(joined))
    joined = joined.replace(/(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu, (initials) => initials.replaceAll(".", ""));
  if (!/['’]/.test(joined)) return joined;
  return joined.replace(/(?<=\p{L})['’]s(?![\p{L}\p{N}])/gu, "").replace(/(?<=\p{L})['’](?=\p{L})/gu, "");
}

const NO_PAIRS: readonly string[] = [];

function spacedRun(word: string): Run {
  return { words: [word.slice(0, WORD_LENGTH_MAX)], pairs: NO_PAIRS, characters: 0 };
}

function breakUnspaced(run: string, language: string): Run {
  return { words: segment(run, language), ...pairsOf(run) };
}

function segment(run: string, language: string): string[] {
  return [...segmenterOf(language).segment(run)].map(({ segment }) => segment.slice(0, WORD_LENGTH_MAX));
}

function pairsOf(run: string): { pairs: string[]; characters: number } {
  const characters = [...run];
  const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  return { pairs, characters: characters.length };
}
