import { compareWords } from "../compare-words.ts";
import type { FoldedName } from "../fold-name.ts";
import { scoreName, type Telling } from "../score-name.ts";
import type { HeardWord } from "./hear-words.ts";
import type { JapaneseName, WordStretch } from "./read-japanese-name.ts";

/** A match by sound is a guess: many words share one sound. It stays below the same name in its own script. */
const GUESS_SHARE = 0.865;
/** So is a company that does not say all that was asked for, and more so one that says something else. */
const LEFT_OUT_SHARE = 0.92;
const OTHER_TRADE_SHARE = 0.7;
/** Words that tell less than this are shared by too many companies to name one. */
const TELLING_MIN = 0.5;
/** What the known name may tell besides, where nothing heard in it tells enough: next to nothing. */
const SURPLUS_MAX = { heard: 0.35, translated: 0.15 };
/** A plural is the same word. */
const SAME_WORD = 0.96;
const KNOWN_WORDS_MAX = 10;

/** How a known name may be found in a Japanese one, up to some place. */
interface Path {
  /** Which of the known words are used, as bits. */
  used: number;
  /** How far spelling is from sound, over all words heard. */
  cost: number;
  /** The words found, in the order of the Japanese name, and those of them that were heard. */
  words: string[];
  heard: string[];
  /** How many trades were left out. */
  missing: number;
  /** How many trades were found translated. */
  trades: number;
}

/** How well a known Latin name answers a Japanese one, from 0 to below 1. */
export function scoreJapaneseName(
  name: JapaneseName,
  known: FoldedName,
  { heard, telling }: { heard: ReadonlyMap<string, readonly HeardWord[]>; telling: Telling },
): number {
  const words = known.words.slice(0, KNOWN_WORDS_MAX);
  const paths = followPaths(name, words, heard);
  return Math.max(0, ...paths.map((path) => scorePath(path, { words, legal: known.legal }, telling)));
}

/** Every way through the whole name; of those that use the same words, the one that fits best. */
function followPaths(
  name: JapaneseName,
  known: readonly string[],
  heardWords: ReadonlyMap<string, readonly HeardWord[]>,
): Path[] {
  const { text } = name;
  const heard = known.map((word) => heardWords.get(word) ?? []);
  if (heard.every(({ length }) => length === 0) && name.words.every(({ length }) => length === 0)) return [];
  const places = Array.from({ length: text.length + 1 }, () => new Map<string, Path>());
  const keep = (at: number, path: Path) => {
    const key = `${path.used} ${path.missing}`;
    const other = places[at]?.get(key);
    if (other === undefined || path.cost < other.cost) places[at]?.set(key, path);
  };
  keep(0, { used: 0, cost: 0, words: [], heard: [], missing: 0, trades: 0 });
  for (let at = 0; at < text.length; at++)
    for (const path of places[at]?.values() ?? []) {
      if (text[at] === "の") keep(at + 1, path);
      for (const [index, word] of known.entries()) {
        if (path.used & (1 << index)) continue;
        for (const { from, to, cost } of heard[index] ?? [])
          if (from === at)
            keep(to, {
              ...path,
              used: path.used | (1 << index),
              cost: path.cost + cost,
              words: [...path.words, word],
              heard: [...path.heard, word],
            });
      }
      for (const stretch of name.words[at] ?? []) for (const next of translate(path, stretch, known)) keep(stretch.to, next);
    }
  return [...(places[text.length]?.values() ?? [])];
}

/** The path with a stretch translated, and, where it is a trade, left out. */
function translate(path: Path, { kind, english }: WordStretch, known: readonly string[]): Path[] {
  const translated = english.flatMap((words) => {
    let used = path.used;
    const found: string[] = [];
    for (const word of words) {
      const at = known.findIndex(
        (other, index) => !(used & (1 << index)) && compareWords(word, other) >= SAME_WORD,
      );
      if (at < 0) return [];
      used |= 1 << at;
      found.push(known[at] ?? "");
    }
    const trades = path.trades + (kind === "trade" ? 1 : 0);
    return [{ ...path, used, trades, words: [...path.words, ...found] }];
  });
  if (kind !== "trade") return translated;
  return [...translated, { ...path, missing: path.missing + 1 }];
}

function scorePath(path: Path, known: FoldedName, telling: Telling): number {
  const { used, words, heard } = path;
  if (used === 0) return 0;
  const tells = heard.some((word) => telling(word) >= TELLING_MIN && word.length > 2);
  if (!tells && !isWholeName(path, known.words, telling)) return 0;
  const score = scoreName({ words, legal: [] }, known, telling) * GUESS_SHARE;
  return score * rateTrade(path, known.words) * (1 - path.cost / Math.max(heard.join("").length, 4));
}

/** A trade that the known name leaves out costs little where it says nothing else either, or names another asked for. */
function rateTrade({ used, missing, trades }: Path, known: readonly string[]): number {
  if (missing === 0) return 1;
  if (trades > 0 || used === (1 << known.length) - 1) return LEFT_OUT_SHARE;
  return OTHER_TRADE_SHARE;
}

/** Whether several words were found, nothing is missing, and hardly anything is left of the known name. */
function isWholeName({ used, heard, missing }: Path, known: readonly string[], telling: Telling): boolean {
  if (missing > 0) return false;
  const left = known.filter((_, index) => !(used & (1 << index)));
  const surplus = left.reduce((sum, word) => sum + telling(word), 0);
  return surplus <= (heard.length > 0 ? SURPLUS_MAX.heard : SURPLUS_MAX.translated);
}
