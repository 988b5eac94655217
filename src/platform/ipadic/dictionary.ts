/**
 * IPADIC as the package kuromoji ships it, made for taking Japanese text apart. Only its words are wanted here, so the
 * files are read as they are instead of through the package, which would unfold them to several times the memory.
 * Reading them is part of importing this module: import it late.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { ListReadings } from "./index.ts";
import { learnReadings } from "./learn-readings.ts";
import { listPairs, listWords } from "./word-trie.ts";

/** Nouns, names among them, and prefixes. Verbs and particles are no part of a name. */
const KINDS: ReadonlySet<string> = new Set(["名詞", "接頭詞"]);
const KATAKANA = /^[ァ-ヺー]+$/u;
/** Where an entry says where its features are: behind three short numbers for taking text apart. */
const FEATURES_AT = 6;
/** Which of the features are wanted. */
const KIND_AT = 1;
const READING_AT = 8;
/** Enough to learn the usual readings of a character from; the most frequent begin hundreds of words. */
const PAIRS_MAX = 200;

const unpack = promisify(gunzip);

async function readDictionary(): Promise<ListReadings> {
  const trie = { base: toNumbers(await readTable("base")), check: toNumbers(await readTable("check")) };
  const readingsOf = await readReadings();
  const ownReadings = remember((character: string) =>
    listWords(trie, character).flatMap(({ wordNo }) => readingsOf(wordNo)),
  );
  const otherReadings = remember((character: string) => {
    const own = ownReadings(character);
    const pairs = listPairs(trie, character).slice(0, PAIRS_MAX);
    const learnt = learnReadings(
      pairs.map(({ second, wordNo }) => ({ second: ownReadings(second), whole: readingsOf(wordNo) })),
    );
    return learnt.filter((kana) => !own.includes(kana));
  });
  return (text, at) => {
    const rest = text.slice(at);
    const [character = ""] = rest;
    return [
      ...listWords(trie, rest).flatMap(({ wordNo, length }) =>
        readingsOf(wordNo).map((kana) => ({ length, kana })),
      ),
      ...otherReadings(character).map((kana) => ({ length: character.length, kana })),
    ];
  };
}

/** How the word of a number is read. */
async function readReadings(): Promise<(wordNo: number) => string[]> {
  const entriesOf = indexEntries(toNumbers(await readTable("tid_map")));
  const entries = await readTable("tid");
  const features = await readTable("tid_pos");
  return (wordNo) => {
    const readings = entriesOf(wordNo)
      .map((entry) => readFeatures(features, entries.readInt32LE(entry + FEATURES_AT)))
      .filter(({ kind, kana }) => KINDS.has(kind) && KATAKANA.test(kana));
    return [...new Set(readings.map(({ kana }) => kana))];
  };
}

async function readTable(name: string): Promise<Buffer> {
  const file = new URL(`../dict/${name}.dat.gz`, import.meta.resolve("@patdx/kuromoji"));
  return unpack(await readFile(fileURLToPath(file)));
}

function toNumbers({ buffer, byteOffset, byteLength }: Buffer): Int32Array {
  return new Int32Array(buffer, byteOffset, byteLength / Int32Array.BYTES_PER_ELEMENT);
}

/** Where the entries of each word stand. The table has, after one number: word, count of entries, the entries. */
function indexEntries(table: Int32Array): (wordNo: number) => number[] {
  const starts: number[] = [];
  for (let at = 1; at + 1 < table.length; at += 2 + (table[at + 1] ?? 0)) starts[table[at] ?? 0] ??= at + 1;
  return (wordNo) => {
    const at = starts[wordNo];
    return at === undefined ? [] : [...table.subarray(at + 1, at + 1 + (table[at] ?? 0))];
  };
}

function readFeatures(features: Buffer, at: number): { kind: string; kana: string } {
  const fields = features.toString("utf8", at, features.indexOf(0, at)).split(",");
  return { kind: fields[KIND_AT] ?? "", kana: fields[READING_AT] ?? "" };
}

/** Works out once what is asked for again and again. There are only so many characters. */
function remember(find: (character: string) => string[]): (character: string) => string[] {
  const known = new Map<string, string[]>();
  return (character) => {
    const found = known.get(character) ?? find(character);
    known.set(character, found);
    return found;
  };
}

export const listReadings: ListReadings = await readDictionary();
