import type { ToSyllables } from "../../../../platform/pinyin/index.ts";
import { NAME_SOUNDS } from "./data/name-sounds.ts";

/** How a stretch of Chinese characters may be spelt in an English name, the likeliest first. */
export function spellSounds(han: string, toSyllables: ToSyllables): string[] {
  const usual = toSyllables(han);
  const inNames = [...han].map((character, index) => NAME_SOUNDS[character] ?? usual[index] ?? "");
  const spellings = [usual, inNames].flatMap(spellVowel).flatMap(joinSyllables);
  return [...new Set(spellings)];
}

/** The initials, as some companies call themselves; null when there are too few to mean anything. */
export function spellInitials(han: string, toSyllables: ToSyllables): string | null {
  const initials = toSyllables(han).map((syllable) => syllable[0] ?? "");
  return initials.length >= INITIALS.min && initials.length <= INITIALS.max ? initials.join("") : null;
}

const INITIALS = { min: 3, max: 4 };

/** No Latin keyboard has ü: companies write u, v as it is typed in China, or yu as passports do. */
function spellVowel(syllables: readonly string[]): string[][] {
  if (!syllables.some((syllable) => syllable.includes("ü"))) return [[...syllables]];
  return ["u", "v", "yu"].map((letters) => syllables.map((syllable) => syllable.replace("ü", letters)));
}

/** Words of two syllables are the rule, names of three are one word; longer ones are cut either way, or not at all. */
function joinSyllables(syllables: readonly string[]): string[] {
  const cuts = CUTS[syllables.length] ?? [pairsOf(syllables.length)];
  return cuts.map((lengths) => {
    let from = 0;
    return lengths
      .map((length) => {
        from += length;
        return syllables.slice(from - length, from).join("");
      })
      .join(" ");
  });
}

const CUTS: Readonly<Record<number, readonly (readonly number[])[]>> = {
  1: [[1]],
  2: [[2]],
  3: [[3]],
  4: [[2, 2], [4]],
  5: [[2, 3], [3, 2], [5]],
  6: [
    [2, 2, 2],
    [3, 3],
    [2, 4],
  ],
};

function pairsOf(count: number): number[] {
  return Array.from({ length: Math.ceil(count / 2) }, (_, index) => Math.min(2, count - index * 2));
}
