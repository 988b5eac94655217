import { compareWords } from "../compare-words.ts";
import { listSenses, type WordSense } from "./known-words.ts";
import type { ChineseReading, LatinPart } from "./read-chinese-name.ts";

/** Of what was asked for of one kind: nothing was; some of it was found; the known name says nothing or another thing. */
export type Answered = "not asked" | "found" | "unsaid" | "other";

/** What a known Latin name has of a reading of a Chinese one, and what it has besides. */
export interface ReadingFit {
  /** The known words that stand for a brand or a place long enough to tell companies apart. */
  telling: string[];
  place: Answered;
  trade: Answered;
  business: Answered;
  /** Whether every part was found. */
  complete: boolean;
  /** Whether what sounds like the brand is a place, and another brand stands beside it. */
  placeForBrand: boolean;
  /** The known words that stand for nothing asked. */
  surplus: { word: string; sense: WordSense }[];
}

/** A plural is the same word. */
const SAME_WORD = 0.96;
type IsSame = (asked: string, known: string) => boolean;
const isIdentical: IsSame = (asked, known) => asked === known;
const isSameWord: IsSame = (asked, known) => compareWords(asked, known) >= SAME_WORD;

/** Null when the brand is not there to the letter: another syllable is another company. */
export function compareReading(reading: ChineseReading, known: readonly string[]): ReadingFit | null {
  const found = reading.parts.map((part) => ({ ...part, at: findSpelling(part, known) }));
  if (found.some(({ kind, at }) => (kind === "sound" || kind === "name") && at === undefined)) return null;
  const covered = new Set(found.flatMap(({ at }) => at ?? []));
  const senses = listSenses(known);
  const surplus = senses
    .map((sense, at) => ({ sense, word: known[at] ?? "", at }))
    .filter(({ at }) => !covered.has(at));
  const answer = (kind: LatinPart["kind"], against: WordSense): Answered => {
    const asked = found.filter((part) => part.kind === kind);
    if (asked.length === 0) return "not asked";
    if (asked.some(({ at }) => at !== undefined)) return "found";
    return surplus.some(({ sense }) => sense === against) ? "other" : "unsaid";
  };
  return {
    telling: found
      .filter(({ tells }) => tells)
      .flatMap(({ at }) => at ?? [])
      .map((at) => known[at] ?? ""),
    place: answer("place", "place"),
    trade: answer("trade", "trade"),
    business: answer("business", "trade"),
    complete: found.every(({ at }) => at !== undefined),
    placeForBrand:
      found.some(({ kind, at }) => kind === "sound" && at?.some((index) => senses[index] === "place")) &&
      surplus.some(({ sense }) => sense === "brand"),
    surplus,
  };
}

/** Positions of the known words that stand for a part; undefined when none do. */
function findSpelling({ kind, spellings }: LatinPart, known: readonly string[]): number[] | undefined {
  const isSame = kind === "sound" || kind === "place" ? isIdentical : isSameWord;
  for (const words of spellings) {
    const runs = words.map((word) => findRun(word, known, isSame));
    if (runs.every((run) => run !== undefined)) return runs.flat();
  }
  return undefined;
}

/** One word, or several that make it when written together: ming yang, mingyang. */
function findRun(word: string, known: readonly string[], isSame: IsSame): number[] | undefined {
  for (const [from, first] of known.entries()) {
    if (isSame(word, first)) return [from];
    let joined = first;
    for (let to = from + 1; to < known.length && word.startsWith(joined); to++) {
      joined += known[to];
      if (joined === word) return Array.from({ length: to + 1 - from }, (_, offset) => from + offset);
    }
  }
  return undefined;
}
