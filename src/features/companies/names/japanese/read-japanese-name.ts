import type { ListReadings } from "../../../../platform/ipadic/index.ts";
import { foldName } from "../fold-name.ts";
import { FORM_WORDS, KEPT_WORDS, LETTER_NAMES, NAME_WORDS, TRADE_WORDS } from "./data/japanese-words.ts";
import { cutMorae, toKatakana, toSounds } from "./kana-sounds.ts";
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
/** Inside a compound the second part begins voiced: kawa, gawa. */
const VOICED: Readonly<Record<string, string>> = {
  k: "g",
  s: "z",
  t: "d",
  h: "bp",
  f: "bp",
  S: "J",
  C: "J",
  T: "z",
};
/** Before a consonant the end of the first part is swallowed: nichi, nit-. */
const SWALLOWED = /(?:Tu|Ci|ku|ki)$/;
/** What either change costs. */
const CHANGED_COST = 0.06;
/** What it costs to read a character by itself that is part of a word the dictionary knows. */
const APART_COST = 0.15;
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

/** What is written by sound already. Katakana may write any language, hiragana only Japanese. */
function readRuns(text: string): SoundStretch[] {
  return [...text.matchAll(/[ァ-ヺー]+|[ぁ-ゖー]+|[A-Z0-9]+/gu)].map(({ 0: run, index }) => {
    if (/^[A-Z0-9]/.test(run))
      return {
        sounds: run.toLowerCase(),
        origin: "letters",
        cost: 0,
        places: Array.from({ length: run.length + 1 }, (_, offset) => index + offset),
      };
    const origin = /^[ァ-ヺ]/u.test(run) ? "loan" : "japanese";
    const places: (number | null)[] = [index];
    let at = index;
    for (const { length, sounds } of cutMorae(run)) {
      at += length;
      places.push(...Array.from(sounds.slice(1), () => null), at);
    }
    return { sounds: toSounds(run), origin, cost: 0, places };
  });
}

function readLetterNames(text: string, at: number): SoundStretch[] {
  return listLengths(text, at).flatMap((length) => {
    const letter = LETTER_NAMES[text.slice(at, at + length)];
    return letter === undefined
      ? []
      : [{ sounds: letter, origin: "letters" as const, cost: LETTER_NAME_COST, places: [at, at + length] }];
  });
}

/** Words of the dictionary and parts of them, also as they change inside a compound. */
function readKanji(text: string, listReadings: ListReadings): SoundStretch[] {
  const words = [...text].flatMap((_, at) =>
    isHan(text[at]) ? listReadings(text, at).map(({ length, kana }) => ({ at, to: at + length, kana })) : [],
  );
  // Parts in kana are read as they stand; taking them off leaves the reading of the rest.
  const kana = [...text.matchAll(/[ァ-ヺー]+|[ぁ-ゖー]+/gu)].map(({ 0: run, index }) => ({
    at: index,
    to: index + run.length,
    kana: toKatakana(run),
  }));
  const compounds = words.filter(({ at, to }) => to - at > 1);
  const isInside = ({ at, to }: ReadWord) =>
    to - at === 1 && compounds.some((word) => word.at <= at && to <= word.to);
  return [...words, ...compounds.flatMap((word) => cutReading(word, [...words, ...kana]))].flatMap((word) => {
    const usual = toSounds(word.kana);
    const apart = isInside(word) ? APART_COST : 0;
    const swallowed = isHan(text[word.to]) ? usual.replace(SWALLOWED, "Q") : usual;
    const voiced = isHan(text[word.at - 1]) ? voice(usual) : [];
    const readings = new Map([
      [swallowed, apart + CHANGED_COST],
      ...voiced.map((sounds): [string, number] => [sounds, apart + CHANGED_COST]),
      [usual, apart],
    ]);
    return [...readings].map(([sounds, cost]) => ({
      sounds,
      origin: "japanese" as const,
      cost,
      places: [word.at, ...Array.from(sounds.slice(1), () => null), word.to],
    }));
  });
}

interface ReadWord {
  at: number;
  to: number;
  kana: string;
}

/** What is left of a word's reading when a shorter word at its beginning or end is taken off. */
function cutReading(word: ReadWord, words: readonly ReadWord[]): ReadWord[] {
  return words.flatMap(({ at, to, kana }) => {
    if (kana.length >= word.kana.length) return [];
    if (at === word.at && to < word.to && word.kana.startsWith(kana))
      return [{ at: to, to: word.to, kana: word.kana.slice(kana.length) }];
    if (to === word.to && at > word.at && word.kana.endsWith(kana))
      return [{ at: word.at, to: at, kana: word.kana.slice(0, -kana.length) }];
    return [];
  });
}

function voice(sounds: string): string[] {
  return [...(VOICED[sounds[0] ?? ""] ?? "")].map((first) => first + sounds.slice(1));
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

function isHan(character: string | undefined): boolean {
  return character !== undefined && /^[\p{Script=Han}々]$/u.test(character);
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
