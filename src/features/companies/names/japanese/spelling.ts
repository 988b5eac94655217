import { JAPANESE_SPELLINGS, LOAN_SPELLINGS, SILENT_LETTERS } from "./data/spelling-rules.ts";

/**
 * Whose spelling a stretch of sounds may follow: that of Japanese words; also that of the language a word came from; or
 * none, since it is letters already.
 */
export type Origin = "japanese" | "loan" | "letters";

/** A way to write the sounds at some place: how many of them, with which letters, at which cost. */
export interface Spelling {
  sounds: string;
  letters: string;
  cost: number;
}

const SPELLINGS: Readonly<Record<"japanese" | "loan", ReadonlyMap<string, readonly Spelling[]>>> = {
  japanese: indexSpellings(JAPANESE_SPELLINGS),
  loan: indexSpellings([...JAPANESE_SPELLINGS, ...LOAN_SPELLINGS]),
};

/** Hepburn doubles the consonant that follows, but writes t before ch. */
const DOUBLED: readonly Spelling[] = [..."kstpcgdbfzj"].map((letters) => ({ sounds: "Q", letters, cost: 0 }));
/** Known names are folded: the e behind a, o and u is gone, since German writes umlauts so. */
const FOLDED: Spelling = { sounds: "e", letters: "", cost: 0.02 };

/** Every way to write the sounds from a place on, behind a letter already written. */
export function listSpellings(
  { sounds, origin }: { sounds: string; origin: Origin },
  at: number,
  letterBefore: string,
): Spelling[] {
  const sound = sounds[at];
  if (sound === undefined) return [];
  if (origin === "letters") return [{ sounds: sound, letters: sound, cost: 0 }];
  const spellings = (SPELLINGS[origin].get(sound) ?? []).filter(
    (some) => some.sounds.length === 1 || sounds.startsWith(some.sounds, at),
  );
  if (sound === "Q") return [...spellings, ...DOUBLED];
  return sound === "e" && /[aou]/.test(letterBefore) ? [...spellings, FOLDED] : spellings;
}

/** What it costs to pass over a letter of a foreign word that is not heard: nothing for the second of two consonants. */
export function costOfSilence(letter: string, letterBefore: string): number {
  if (letterBefore === "") return Infinity;
  const doubled = letter === letterBefore && !/[aeiou]/.test(letter);
  return doubled ? 0 : (SILENT_LETTERS[letter] ?? Infinity);
}

function indexSpellings(
  list: readonly [sounds: string, spellings: string, cost: number][],
): Map<string, Spelling[]> {
  const spellings = list.flatMap(([sounds, letters, cost]) =>
    letters.split(" ").map((some): Spelling => ({ sounds, letters: some === "_" ? "" : some, cost })),
  );
  return Map.groupBy(spellings, ({ sounds }) => sounds[0] ?? "");
}
