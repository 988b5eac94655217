import { BUSINESS_WORDS } from "./data/business-words.ts";
import { NAME_WORDS } from "./data/name-words.ts";
import { PLACE_CHARACTERS, PLACE_NAMES } from "./data/places.ts";
import { TRADE_CHARACTERS } from "./data/trade-characters.ts";
import { TRADE_WORDS } from "./data/trade-words.ts";
import { SIMPLIFIED_CHARACTERS } from "./data/traditional-characters.ts";

/** A stretch of a Chinese name, and what it may be in English; nothing known of it when `english` is empty. */
export interface ChinesePart {
  /**
   * `business` words come and go between two names of one company; `latin` is written in Latin letters already; `rest`
   * is what no list knows: brands, and small places.
   */
  kind: "trade" | "business" | "name" | "place" | "latin" | "rest";
  text: string;
  english: readonly string[];
}

const CHARACTERS_MAX = 24;
/** Two characters at the end may each stand for a trade, such as 棉油 for cotton and oil. */
const TRADE_CHARACTERS_MAX = 2;
/** A brand of one character is none. */
const BRAND_MIN = 2;

const TRADES = new Map([...toParts(TRADE_WORDS, "trade"), ...toParts(BUSINESS_WORDS, "business")]);
const TRADES_OF_ONE = new Map(toParts(TRADE_CHARACTERS, "trade"));
const NAMES = new Map(toParts(NAME_WORDS, "name"));
const PLACES = new Map(toParts(PLACE_NAMES, "place"));
/** Before a brand only the usual characters are places; before a trade any city may be meant by its first one. */
const PLACES_BEFORE_BRAND = new Map(toParts(PLACE_CHARACTERS, "place"));
const PLACES_BEFORE_TRADE = new Map(listPlaceCharacters());
const TRADE_LENGTH_MAX = lengthMax(TRADES);
const WORD_LENGTH_MAX = Math.max(lengthMax(NAMES), lengthMax(PLACES));

/** Chinese, and not Japanese or Korean, whose names have other sounds. */
export function isChinese(name: string): boolean {
  return (
    /\p{Script=Han}/u.test(name) &&
    !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|株式会社|㈱/u.test(name)
  );
}

/**
 * The ways to cut a Chinese name into known words and what lies between, the likeliest first: at known words only; and
 * with single characters for a trade at its end and for a place at its beginning, as short names have them.
 */
export function cutChineseName(name: string): ChinesePart[][] {
  const runs = dropMarks(name).match(/\p{Script=Han}+|[^\p{Script=Han}\s]+/gu) ?? [];
  const cuts = [cutAtWords, cutAtCharacters].map((cutRun) =>
    runs.flatMap((run) => (/^\p{Script=Han}/u.test(run) ? cutRun(run) : [unknown("latin", run)])),
  );
  return cuts.filter((cut, index) => cut.length > 0 && (index === 0 || !isSame(cut, cuts[0] ?? [])));
}

/** Whether a name is printed as only exchanges of mainland China and its company law do. */
export function isMainlandForm(name: string): boolean {
  const text = name.normalize("NFKC").trim();
  return text.includes("股份") || MARKS_BEFORE.test(text) || MARKS_BEHIND.test(text);
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

/** Warnings an exchange prints before a name: special treatment, ex-dividend, first days, delisting. */
const MARKS_BEFORE = /^(?:s?\*?st|x[dr]|dr|[ncsg]|退市)(?=\p{Script=Han})/iu;
/** Classes of shares, rights and delisting behind it. */
const MARKS_BEHIND = /(?<=\p{Script=Han})(?:-[a-z]{1,2}|[abh]股?|退)$/iu;
/** What English names print as a legal form or not at all. */
const LEFT_OUT = /股份有限公司|有限责任公司|有限公司|股份|公司/gu;

function dropMarks(name: string): string {
  return name
    .normalize("NFKC")
    .trim()
    .replace(/\p{Script=Han}/gu, (character) => SIMPLIFIED_CHARACTERS.get(character) ?? character)
    .replace(MARKS_BEFORE, "")
    .replace(MARKS_BEHIND, "")
    .replace(LEFT_OUT, " ")
    .replace(/[^\p{Script=Han}\p{L}\p{N}]+/gu, " ")
    .slice(0, CHARACTERS_MAX);
}

function cutAtWords(run: string): ChinesePart[] {
  const { head, trades } = cutTrades(run, (before) => before.length !== 1);
  return [...cutHead(head), ...trades];
}

function cutAtCharacters(run: string): ChinesePart[] {
  const { head: beforeWords, trades } = cutTrades(
    run,
    (before) => before.length !== 1 || PLACES_BEFORE_TRADE.has(before),
  );
  const { head, trades: ofOne } = cutTradeCharacters(beforeWords);
  const place = findPlaceCharacter(head, ofOne.length + trades.length > 0);
  const brand = place === undefined ? head : head.slice(1);
  return [...(place === undefined ? [] : [place]), ...cutHead(brand), ...ofOne, ...trades];
}

function findPlaceCharacter(head: string, hasTrade: boolean): ChinesePart | undefined {
  if (head.length === 1) return hasTrade ? PLACES_BEFORE_TRADE.get(head) : undefined;
  if (head.length <= BRAND_MIN || PLACES.has(head.slice(0, 2)) || PLACES.has(head.slice(0, 3)))
    return undefined;
  return PLACES_BEFORE_BRAND.get(head.slice(0, 1));
}

interface TradesCut {
  head: string;
  trades: ChinesePart[];
}

/** Trades stand at the end, so they are looked for from there, the longest word first that leaves a fitting head. */
function cutTrades(run: string, isHead: (before: string) => boolean): TradesCut {
  let head = run;
  const trades: ChinesePart[] = [];
  for (let trade = findAtEnd(head, isHead); trade !== null; trade = findAtEnd(head, isHead)) {
    trades.unshift(trade);
    head = head.slice(0, -trade.text.length);
  }
  return { head, trades };
}

function findAtEnd(run: string, isHead: (before: string) => boolean): ChinesePart | null {
  for (let from = Math.max(0, run.length - TRADE_LENGTH_MAX); from < run.length - 1; from++) {
    const trade = TRADES.get(run.slice(from));
    if (trade !== undefined && isHead(run.slice(0, from))) return trade;
  }
  return null;
}

function cutTradeCharacters(run: string): TradesCut {
  let head = run;
  const trades: ChinesePart[] = [];
  while (trades.length < TRADE_CHARACTERS_MAX) {
    const trade = TRADES_OF_ONE.get(head.at(-1) ?? "");
    const before = head.slice(0, -1);
    if (trade === undefined || !(before.length >= BRAND_MIN || PLACES_BEFORE_TRADE.has(before))) break;
    trades.unshift(trade);
    head = before;
  }
  return { head, trades };
}

/** Places and words with a meaning, from the left; what lies between is a brand. */
function cutHead(head: string): ChinesePart[] {
  const parts: ChinesePart[] = [];
  for (let at = 0; at < head.length; ) {
    const part = findWord(head, at) ?? unknown("rest", head.slice(at, at + 1));
    parts.push(part);
    at += part.text.length;
  }
  return joinRests(parts);
}

function findWord(head: string, at: number): ChinesePart | null {
  for (let length = WORD_LENGTH_MAX; length > 0; length--) {
    const text = head.slice(at, at + length);
    const part = (at === 0 ? PLACES.get(text) : undefined) ?? NAMES.get(text);
    // A single character is a word of its own only before a brand; elsewhere it is part of one.
    if (part !== undefined && (text.length > 1 || (at === 0 && head.length > BRAND_MIN))) return part;
  }
  return null;
}

function lengthMax(words: ReadonlyMap<string, ChinesePart>): number {
  return Math.max(...[...words.keys()].map((word) => word.length));
}

function unknown(kind: "rest" | "latin", text: string): ChinesePart {
  return { kind, text, english: [] };
}

function isSame(cut: readonly ChinesePart[], other: readonly ChinesePart[]): boolean {
  return cut.length === other.length && cut.every((part, index) => part.kind === other[index]?.kind);
}

function toParts(
  words: Readonly<Record<string, string>>,
  kind: ChinesePart["kind"],
): [text: string, part: ChinesePart][] {
  return Object.entries(words).map(([text, english]) => [text, { kind, text, english: english.split(", ") }]);
}

/** Short names call a city by its first character too: every place on the list that begins with it may be meant. */
function listPlaceCharacters(): [text: string, part: ChinesePart][] {
  const byFirst = Map.groupBy(PLACES.values(), ({ text }) => text.slice(0, 1));
  const characters = new Set([...Object.keys(PLACE_CHARACTERS), ...byFirst.keys()]);
  return [...characters].map((text) => {
    const listed = PLACE_CHARACTERS[text]?.split(", ") ?? [];
    const english = [...listed, ...(byFirst.get(text) ?? []).flatMap((place) => place.english)];
    return [text, { kind: "place", text, english: [...new Set(english)] }];
  });
}
