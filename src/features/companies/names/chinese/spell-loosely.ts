import { LOOSE_FINALS, LOOSE_INITIALS } from "./data/loose-sounds.ts";
import { isPinyin } from "./is-pinyin.ts";

const SYLLABLES = { min: 2, max: 3 };
/** More would make another name of it. */
const CHANGES_MAX = 4;
const SPELLINGS_MAX = 400;

interface Spelling {
  text: string;
  changes: number;
}

/** How an English brand may imitate these syllables without spelling them, the least changed first. */
export function spellLoosely(syllables: readonly string[]): string[] {
  if (syllables.length < SYLLABLES.min || syllables.length > SYLLABLES.max) return [];
  const spellings = syllables
    .map(listVariants)
    .reduce<Spelling[]>(
      (before, variants) => before.flatMap((start) => joinTo(start, variants)),
      [{ text: "", changes: 0 }],
    )
    // The regular spelling of other syllables is another brand.
    .filter(({ text, changes }) => changes > 0 && !isPinyin(text))
    .sort((a, b) => a.changes - b.changes);
  return [...new Set(spellings.map(({ text }) => text))].slice(0, SPELLINGS_MAX);
}

function joinTo(start: Spelling, variants: readonly Spelling[]): Spelling[] {
  return variants
    .map(({ text, changes }) => ({ text: start.text + text, changes: start.changes + changes }))
    .filter(({ changes }) => changes <= CHANGES_MAX);
}

function listVariants(syllable: string): Spelling[] {
  const [, initial = "", final = ""] = /^([zcs]h|[^aeiouü]?)(.*)$/.exec(syllable) ?? [];
  const initials = withVariants(initial, LOOSE_INITIALS);
  return initials.flatMap((start) => joinTo(start, withVariants(final, LOOSE_FINALS)));
}

function withVariants(sound: string, loose: Readonly<Record<string, string>>): Spelling[] {
  const variants = loose[sound]?.split(" ") ?? [];
  return [{ text: sound, changes: 0 }, ...variants.map((text) => ({ text, changes: 1 }))];
}
