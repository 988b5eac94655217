import { breakWords } from "../text/break-words.ts";
import { foldText } from "../text/fold-text.ts";
import { stemWord } from "../text/stem-word.ts";

/** Numbers that two texts share in proportion to what they have in common. */
export interface Sketch {
  values: number[];
  bands: number[];
  /** Names and numbers at the beginning. */
  marks: number[];
}

const BANDS = 24;
const ROWS = 2;
/** More than the bands need: every value improves the estimate. */
const VALUES = 64;
const WORDS_MAX = 400;
const SHINGLE_WORDS = 3;

/** Multipliers and offsets of one hash function per value: any odd numbers work, as long as they never change. */
const SEEDS = makeSeeds(VALUES);

function makeSeeds(count: number): { multipliers: Int32Array; offsets: Int32Array } {
  let state = 0x9e3779b9;
  const next = () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    state ^= state >>> 13;
    return state | 0;
  };
  const multipliers = new Int32Array(count);
  const offsets = new Int32Array(count);
  for (let index = 0; index < count; index++) {
    multipliers[index] = next() | 1;
    offsets[index] = next();
  }
  return { multipliers, offsets };
}

/**
 * MinHash of the runs of three words: the share of equal values estimates how many runs two texts share. Texts that
 * are too short have no bands and match nothing.
 */
export function sketchText({ title, text }: { title: string; text: string }, language: string): Sketch {
  const words = breakWords(text, language)
    .flatMap(({ words, pairs }) => (pairs.length > 0 ? pairs : words))
    .slice(0, WORDS_MAX);
  if (words.length < SHINGLE_WORDS + 2) return { values: [], bands: [], marks: [] };
  const { multipliers, offsets } = SEEDS;
  const values = new Int32Array(VALUES).fill(0x7fffffff);
  for (let at = 0; at + SHINGLE_WORDS <= words.length; at++) {
    const shingle = hashWords(words, at);
    for (let index = 0; index < VALUES; index++) {
      const value = mix(Math.imul(shingle, multipliers[index] ?? 1) + (offsets[index] ?? 0));
      if (value < (values[index] ?? 0)) values[index] = value;
    }
  }
  return { values: [...values], bands: bandsOf(values, language), marks: listMarks(title, text, language) };
}

const MARKED_CHARACTERS = 500;
const SUBJECT_CHARACTERS = 45;
/** Dateline before the first sentence, which every outlet writes in its own way. */
const DATELINE = /^.{0,60}?\s(?:--|–|—)\s+|^\([^)]{1,40}\)\s*/;
const MARKS_MAX = 64;
/** Words that start sentences or end company names do not say what a story is about. */
const COMMON_WORDS = new Set(
  "the a an in on at it its he she inc co corp ltd plc company group and of for".split(" "),
);

/** The two highest bits of a mark are its kind. */
const KINDS = { name: 0, number: 1, subject: 2, title: 3 } as const;
type MarkKind = keyof typeof KINDS;

const mark = (kind: MarkKind, text: string) =>
  (hashWords([foldText(text), "", ""], 0) & 0x3fffffff) | (KINDS[kind] << 30) | 0;

/**
 * Hashes of the names (capitals inside a sentence) and numbers of the beginning, and of the subject of its first
 * words: similar stories differ in these.
 */
function listMarks(title: string, text: string, language: string): number[] {
  const marks = new Set<number>();
  const add = (kind: MarkKind, found: string) => {
    if (marks.size < MARKS_MAX && !COMMON_WORDS.has(found.toLowerCase())) marks.add(mark(kind, found));
  };
  // An excerpt may be all boilerplate; then the headline has to agree too.
  if (/(?:…|\.\.\.)\s*$/.test(text)) for (const word of listTitleWords(title, language)) add("title", word);
  const subject = text.replace(DATELINE, "").slice(0, SUBJECT_CHARACTERS);
  for (const [found] of subject.matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]+|\p{Script=Katakana}{3,}/gu))
    add("subject", found);
  const beginning = text.slice(0, MARKED_CHARACTERS);
  for (const [found] of beginning.matchAll(/\d[\d.,/-]*\d|\d/g)) add("number", found);
  for (const [found] of beginning.matchAll(
    /(?<=[\p{L}\p{N},;:–-]\s)\p{Lu}[\p{L}\p{N}]+|\p{Script=Katakana}{3,}/gu,
  ))
    add("name", found);
  return [...marks];
}

function listTitleWords(title: string, language: string): string[] {
  return breakWords(title, language)
    .flatMap(({ words, pairs }) => (pairs.length > 0 ? pairs : words.filter((word) => word.length > 3)))
    .map((word) => stemWord(word, language));
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

/** Two texts match when all values of one band are equal. */
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

/** How many marks of a kind both need for a comparison, and which share of the smaller set must be equal. */
const MARKS_SHARED: Readonly<Record<MarkKind, { least: number; share: number }>> = {
  name: { least: 2, share: 0.5 },
  number: { least: 2, share: 0.5 },
  subject: { least: 1, share: 0.34 },
  // One word is enough: outlets write their own headlines, but about the same subject.
  title: { least: 3, share: 0.1 },
};

/** Whether two texts have the same names and numbers; also true when one of them has none to compare. */
export function shareMarks(a: readonly number[], b: readonly number[]): boolean {
  const known = new Set(b);
  return Object.entries(KINDS).every(([kind, bits]) => {
    const { least, share } = MARKS_SHARED[kind as MarkKind]; // the keys of KINDS are the kinds
    const own = a.filter((value) => value >>> 30 === bits);
    const fewer = Math.min(own.length, b.filter((value) => value >>> 30 === bits).length);
    return fewer < least || own.filter((value) => known.has(value)).length >= fewer * share;
  });
}
