/**
 * Kana as sounds, one letter each: vowels and consonants as in Latin, `S` for sh, `C` for ch, `T` for ts, `J` for j,
 * `N` for the nasal that ends a syllable, `Q` for a doubled consonant, `:` for a vowel held longer.
 */

/** A kana with what is written small behind it. */
export interface Mora {
  /** How many characters. */
  length: number;
  sounds: string;
}

const VOWELS = "aiueo";

const ROWS: Readonly<Record<string, string>> = {
  アイウエオ: "",
  カキクケコ: "k",
  ガギグゲゴ: "g",
  サ_スセソ: "s",
  ザ_ズゼゾ: "z",
  タ__テト: "t",
  ダ__デド: "d",
  ナニヌネノ: "n",
  ハヒ_ヘホ: "h",
  バビブベボ: "b",
  パピプペポ: "p",
  マミムメモ: "m",
  ヤ_ユ_ヨ: "y",
  ラリルレロ: "r",
  ワヰ_ヱ_: "w",
};

const SOUNDS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(ROWS).flatMap(([row, consonant]) =>
    [...row].map((kana, index): [string, string] => [kana, consonant + VOWELS[index]]),
  ),
  ...Object.entries({
    シ: "Si",
    ジ: "Ji",
    チ: "Ci",
    ヂ: "Ji",
    ツ: "Tu",
    ヅ: "zu",
    フ: "fu",
    ヲ: "o",
    ン: "N",
    ッ: "Q",
    ー: ":",
    ヴ: "vu",
    ヵ: "ka",
    ヶ: "ga",
  }),
]);

const SMALL_VOWELS: Readonly<Record<string, string>> = {
  ァ: "a",
  ィ: "i",
  ゥ: "u",
  ェ: "e",
  ォ: "o",
  ヮ: "a",
};
const SMALL_GLIDES: Readonly<Record<string, string>> = { ャ: "a", ュ: "u", ョ: "o" };
/** These are said with the tongue where a glide would put it, so no glide is heard. */
const GLIDING = /[SCJ]$/;

export function toKatakana(text: string): string {
  return text.replace(/[ぁ-ゖ]/gu, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
}

export function toSounds(kana: string): string {
  return cutMorae(kana)
    .map(({ sounds }) => sounds)
    .join("");
}

/** The syllables of a text in kana, in their order. */
export function cutMorae(kana: string): Mora[] {
  const text = toKatakana(kana);
  const morae: Mora[] = [];
  for (let at = 0; at < text.length; at += morae.at(-1)?.length ?? 1) {
    const before = morae.at(-1)?.sounds.at(-1) ?? "";
    morae.push(readMora(text.slice(at, at + 2), before));
  }
  return morae;
}

function readMora(text: string, before: string): Mora {
  const [kana = "", small = ""] = text;
  // A kana out of its place, or one that is no longer written, is at least a vowel.
  const plain = SOUNDS.get(kana) ?? SMALL_VOWELS[kana] ?? SMALL_GLIDES[kana] ?? "a";
  const consonant = kana === "ウ" ? "w" : plain.slice(0, -1);
  const vowel = SMALL_VOWELS[small];
  if (vowel !== undefined) return { length: 2, sounds: consonant + vowel };
  const glide = SMALL_GLIDES[small];
  if (glide !== undefined)
    return { length: 2, sounds: consonant + (GLIDING.test(consonant) ? "" : "y") + glide };
  return { length: 1, sounds: isHeldVowel(plain, before) ? ":" : plain };
}

/** Written as a vowel of its own, but heard as the one before held longer: トウ, オオ, シイ. */
function isHeldVowel(sounds: string, before: string): boolean {
  return (sounds === "u" && before === "o") || (sounds.length === 1 && sounds === before && sounds !== "N");
}
