import type { ListReadings } from "../../../../platform/ipadic/index.ts";
import { toKatakana, toSounds } from "./kana-sounds.ts";
import type { SoundStretch } from "./read-japanese-name.ts";

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

/** Words of the dictionary and parts of them, also as they change inside a compound. */
export function readKanji(text: string, listReadings: ListReadings): SoundStretch[] {
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

function isHan(character: string | undefined): boolean {
  return character !== undefined && /^[\p{Script=Han}々]$/u.test(character);
}
