import { breakWords } from "../text/break-words.ts";

/** Numbers that two texts share in proportion to what they have in common. */
export interface Sketch {
  values: number[];
  bands: number[];
}

const BANDS = 20;
const ROWS = 2;
const VALUES = BANDS * ROWS;
const WORDS_MAX = 400;
const SHINGLE_WORDS = 3;

/** Multipliers and offsets of one hash function per value: any odd numbers do, so long as they never change. */
const SEEDS = makeSeeds(VALUES);

function makeSeeds(count: number): { multiplier: number; offset: number }[] {
  let state = 0x9e3779b9;
  const next = () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    state ^= state >>> 13;
    return state | 0;
  };
  return Array.from({ length: count }, () => ({ multiplier: next() | 1, offset: next() }));
}

/**
 * MinHash of the runs of three words: the share of equal values estimates how many runs two texts share. Texts too
 * short to tell have no bands and meet nothing.
 */
export function sketchText(text: string, language: string): Sketch {
  const words = breakWords(text, language)
    .flatMap(({ words, pairs }) => (pairs.length > 0 ? pairs : words))
    .slice(0, WORDS_MAX);
  if (words.length < SHINGLE_WORDS + 2) return { values: [], bands: [] };
  const values = new Int32Array(VALUES).fill(0x7fffffff);
  for (let at = 0; at + SHINGLE_WORDS <= words.length; at++) {
    const shingle = hashWords(words, at);
    for (let index = 0; index < VALUES; index++) {
      const seed = SEEDS[index];
      if (seed === undefined) continue;
      const value = mix(Math.imul(shingle, seed.multiplier) + seed.offset);
      if (value < (values[index] ?? 0)) values[index] = value;
    }
  }
  return { values: [...values], bands: bandsOf(values, language) };
}

function hashWords(words: readonly string[], from: number): number {
  let value = 0x811c9dc5;
  for (let at = from; at < from + SHINGLE_WORDS; at++) {
    const word = words[at] ?? "";
    for (let index = 0; index < word.length; index++)
      value = Math.imul(value ^ word.charCodeAt(index), 0x01000193);
    value = Math.imul(value ^ 0x20, 0x01000193);
  }
  return value | 0;
}

function mix(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return (mixed ^ (mixed >>> 16)) | 0;
}

/** Two texts meet when all values of one band are equal. */
function bandsOf(values: Int32Array, language: string): number[] {
  return Array.from({ length: BANDS }, (_, band) => {
    let hash = mix(band * 0x1000193 + language.charCodeAt(0) * 251 + language.charCodeAt(1));
    for (let row = 0; row < ROWS; row++) hash = mix(Math.imul(hash, 31) + (values[band * ROWS + row] ?? 0));
    return hash;
  });
}

/** Between 0 and 1: the estimated share of common runs of words. */
export function compareSketches(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 || a.length !== b.length) return 0;
  return a.filter((value, index) => value === b[index]).length / a.length;
}
