import { NAME_WORDS, PLACE_NAMES, TRADE_WORDS } from "./data/chinese-words.ts";

/** A stretch of a Chinese name, and what it may be in English; nothing known of it when `english` is empty. */
export interface ChinesePart {
  /** `latin` is written in Latin letters already; `rest` is what no list knows: brands, and most places. */
  kind: "trade" | "name" | "place" | "latin" | "rest";
  text: string;
  english: readonly string[];
}

const CHARACTERS_MAX = 24;

/** Warnings an exchange prints before a name: special treatment, ex-dividend, first days, delisting. */
const MARKS_BEFORE = /^(?:s?\*?st|x[dr]|dr|[nc]|退市)(?=\p{Script=Han})/iu;
/** Classes of shares, rights and delisting behind it. */
const MARKS_BEHIND = /(?<=\p{Script=Han})(?:-[a-z]{1,2}|[abh]股?|退)$/iu;
/** What English names print as a legal form or not at all. */
const LEFT_OUT = /股份有限公司|有限责任公司|有限公司|股份|公司/gu;

const WORDS = new Map<string, ChinesePart>(
  [
    ...toParts(TRADE_WORDS, "trade"),
    ...toParts(NAME_WORDS, "name"),
    // Last, so that a place which is a word as well is a place.
    ...toParts(PLACE_NAMES, "place"),
  ].map((part) => [part.text, part]),
);
const WORD_LENGTH_MAX = Math.max(...[...WORDS.keys()].map((word) => word.length));

/** Chinese, and not Japanese or Korean, whose names have other sounds. */
export function isChinese(name: string): boolean {
  return (
    /\p{Script=Han}/u.test(name) &&
    !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|株式会社|㈱/u.test(name)
  );
}

/** The parts of a Chinese name in their order: the longest known word at each place, and what lies between. */
export function cutChineseName(name: string): ChinesePart[] {
  const text = dropMarks(name);
  const parts: ChinesePart[] = [];
  for (let at = 0; at < text.length; ) {
    const part = findWord(text, at) ?? readUnknown(text, at);
    if (part.text.trim() !== "") parts.push(part);
    at += part.text.length;
  }
  return joinRests(parts);
}

/** Neighbours that no list knows are one stretch. */
export function joinRests(parts: readonly ChinesePart[]): ChinesePart[] {
  const joined: ChinesePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.kind === "rest" && last?.kind === "rest")
      joined.splice(-1, 1, { ...last, text: last.text + part.text });
    else joined.push(part);
  }
  return joined;
}

function dropMarks(name: string): string {
  return name
    .normalize("NFKC")
    .trim()
    .replace(MARKS_BEFORE, "")
    .replace(MARKS_BEHIND, "")
    .replace(LEFT_OUT, " ")
    .replace(/[^\p{Script=Han}\p{L}\p{N}]+/gu, " ")
    .slice(0, CHARACTERS_MAX);
}

function findWord(text: string, at: number): ChinesePart | null {
  for (let length = WORD_LENGTH_MAX; length > 0; length--) {
    const part = WORDS.get(text.slice(at, at + length));
    // A single character is a word of its own only before a brand; elsewhere it is part of one.
    if (part !== undefined && (length > 1 || at === 0)) return part;
  }
  return null;
}

/** One Chinese character, or everything up to the next. */
function readUnknown(text: string, at: number): ChinesePart {
  const [found = ""] = /^(?:\p{Script=Han}|[^\p{Script=Han}\s]+|\s+)/u.exec(text.slice(at)) ?? [];
  return { kind: /^\p{Script=Han}/u.test(found) ? "rest" : "latin", text: found, english: [] };
}

function toParts(words: Readonly<Record<string, string>>, kind: ChinesePart["kind"]): ChinesePart[] {
  return Object.entries(words).map(([text, english]) => ({ kind, text, english: english.split(", ") }));
}
