import type { ListReadings } from "../../../../platform/ipadic/index.ts";
import { foldName } from "../fold-name.ts";
import { FORM_WORDS, KEPT_WORDS, LETTER_NAMES, NAME_WORDS, TRADE_WORDS } from "./data/japanese-words.ts";
import { cutMorae, toSounds } from "./kana-sounds.ts";
import { readKanji } from "./read-kanji.ts";
import type { Origin } from "./spelling.ts";

/** A stretch of a name and one way it sounds. */
export interface SoundStretch {
  /** As in `kana-sounds.ts`; or letters that stand in the name as they are. */
  sounds: string;
  origin: Origin;
  /** What reading it so costs: nothing for the usual way. */
  cost: number;
  /** Which place of the name stands before each sound, and behind the last; null inside what cannot be parted. */
  places: (number | null)[];
}

/** A stretch of a name that may be translated, and, where it is a form or a trade, left out. */
export interface WordStretch {
  to: number;
  kind: "form" | "trade" | "kept" | "name";
  /** Ways to say it in English, each as the words of a folded name. */
  english: string[][];
}

/** Everything a Japanese name may be read as. */
export interface JapaneseName {
  text: string;
  sounds: SoundStretch[];
  /** By the place where they begin. */
  words: WordStretch[][];
}

const CHARACTERS_MAX = 40;
/** What English names print as a legal form or not at all. */
const LEFT_OUT =
  /株式会社|有限会社|合同会社|合資会社|合名会社|相互会社|一般社団法人|一般財団法人|\(株\)|\(有\)|カブシキガイシャ/gu;
/** Names registered long ago have no small kana: what is said kya stands there as ki-ya. */
const WRITTEN_LARGE = /([キシチニヒミリギジビピ])([ヤユヨ])/gu;
const SMALL: Readonly<Record<string, string>> = { ヤ: "ャ", ユ: "ュ", ヨ: "ョ" };
const LETTER_NAME_COST = 0.03;

const WORDS = new Map<string, Omit<WordStretch, "to">>([
  ...toWords(FORM_WORDS, "form"),
  ...toWords(TRADE_WORDS, "trade"),
  ...toWords(KEPT_WORDS, "kept"),
  ...toWords(NAME_WORDS, "name"),
]);
const WORD_LENGTH_MAX = Math.max(
  ...[...WORDS.keys(), ...Object.keys(LETTER_NAMES)].map(({ length }) => length),
);

export function readJapaneseName(name: string, listReadings: ListReadings): JapaneseName {
  const text = cleanName(name);
  const places = [...text].map((_, at) => at);
  return {
    text,
    sounds: [
      ...readRuns(text),
      ...places.flatMap((at) => readLetterNames(text, at)),
      ...readKanji(text, listReadings),
    ],
    words: places.map((at) => findWords(text, at)),
  };
}

/** Letters and digits only, Latin ones in capitals as the lists have them. A space tells nothing: most names have none. */
function cleanName(name: string): string {
  return name
    .normalize("NFKC")
    .toUpperCase()
    .replace(LEFT_OUT, "")
    .replace(/[^\p{L}\p{N}]+|[\u{10000}-\u{10ffff}]/gu, "")
    .slice(0, CHARACTERS_MAX);
}

/** What is written by sound already. */
function readRuns(text: string): SoundStretch[] {
  return [...text.matchAll(/[ァ-ヺー]+|[ぁ-ゖー]+|[A-Z0-9]+/gu)].flatMap(({ 0: run, index }) => {
    if (/^[A-Z0-9]/.test(run)) return [readLetters(run, index)];
    const small = run.replace(WRITTEN_LARGE, (_, before: string, kana: string) => before + SMALL[kana]);
    return [...new Set([run, small])].map((some) => readKana(some, index));
  });
}

function readLetters(run: string, from: number): SoundStretch {
  const places = Array.from({ length: run.length + 1 }, (_, offset) => from + offset);
  return { sounds: run.toLowerCase(), origin: "letters", cost: 0, places };
}

/** Katakana may write any language, hiragana only Japanese. */
function readKana(run: string, from: number): SoundStretch {
  const origin = /^[ァ-ヺ]/u.test(run) ? "loan" : "japanese";
  const places: (number | null)[] = [from];
  let at = from;
  for (const { length, sounds } of cutMorae(run)) {
    at += length;
    places.push(...Array.from(sounds.slice(1), () => null), at);
  }
  return { sounds: toSounds(run), origin, cost: 0, places };
}

function readLetterNames(text: string, at: number): SoundStretch[] {
  return listLengths(text, at).flatMap((length) => {
    const letter = LETTER_NAMES[text.slice(at, at + length)];
    return letter === undefined
      ? []
      : [{ sounds: letter, origin: "letters" as const, cost: LETTER_NAME_COST, places: [at, at + length] }];
  });
}

function findWords(text: string, at: number): WordStretch[] {
  return listLengths(text, at).flatMap((length) => {
    const word = WORDS.get(text.slice(at, at + length));
    return word === undefined ? [] : [{ ...word, to: at + length }];
  });
}

function listLengths(text: string, at: number): number[] {
  return Array.from({ length: Math.min(WORD_LENGTH_MAX, text.length - at) }, (_, index) => index + 1);
}

function toWords(
  list: Readonly<Record<string, string>>,
  kind: WordStretch["kind"],
): [string, Omit<WordStretch, "to">][] {
  return Object.entries(list).map(([text, english]) => [
    text,
    { kind, english: english.split(", ").map((some) => foldName(some).words) },
  ]);
}
