import { compareWords } from "../compare-words.ts";
import type { FoldedName } from "../fold-name.ts";
import { scoreName, type Telling } from "../score-name.ts";
import type { HeardWord } from "./hear-words.ts";
import type { JapaneseName, WordStretch } from "./read-japanese-name.ts";

/** A match by sound is a guess: many words share one sound. It stays below the same name in its own script. */
const GUESS_SHARE = 0.865;
/** So is a company that does not say all that was asked for. */
const LEFT_OUT_SHARE = 0.87;
/** How much a spelling that is off counts, by what it costs for each letter. */
const SPELLING_WEIGHT = 9;
const LETTERS_MIN = 4;
/** Words that tell less than this are shared by too many companies to name one. */
const TELLING_MIN = 0.5;
/** What the known name may tell besides, where nothing heard in it tells enough: next to nothing. */
const SURPLUS_MAX = { heard: 0.35, translated: 0.15 };
const FORMS: ReadonlySet<string> = new Set(["holdings", "holding", "group", "kaisha"]);
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
  /** Those that tell a company: heard in more than one character, and not where a general word stands. */
  brands: string[];
  /** How many trades were left out. */
  missing: number;
  /** How many trades were found translated. */
  trades: number;
}

const NO_PATH: Path = { used: 0, cost: 0, words: [], heard: [], brands: [], missing: 0, trades: 0 };
/** Joins two parts of a name as "of" does, and is left out as that is. */
const PARTICLE = "の";

/** The words heard in a name, with where. */
export type HeardWords = ReadonlyMap<string, readonly HeardWord[]>;

/** How well a known Latin name answers a Japanese one, from 0 to below 1. */
export function scoreJapaneseName(
  name: JapaneseName,
  known: FoldedName,
  { heard, telling }: { heard: HeardWords; telling: Telling },
): number {
  const words = known.words.slice(0, KNOWN_WORDS_MAX);
  const paths = followPaths(name, words, heard);
  return Math.max(0, ...paths.map((path) => scorePath(path, { words, legal: known.legal }, telling)));
}

/** Every way through the whole name; of those that use the same words, the one that fits best. */
function followPaths(name: JapaneseName, known: readonly string[], heard: HeardWords): Path[] {
  const steps = listSteps(name, known, heard);
  const places = Array.from({ length: name.text.length + 1 }, () => new Map<string, Path>());
  places[0]?.set("", NO_PATH);
  for (const [at, paths] of places.entries())
    for (const path of paths.values())
      for (const { to, take } of steps[at] ?? []) for (const next of take(path)) keepBest(places[to], next);
  return [...(places.at(-1)?.values() ?? [])];
}

function keepBest(paths: Map<string, Path> | undefined, path: Path): void {
  const key = `${path.used} ${path.missing}`;
  const other = paths?.get(key);
  if (other === undefined || path.cost < other.cost) paths?.set(key, path);
}

/** A way on from some place: how a path goes on, which may be in several ways or in none. */
interface Step {
  to: number;
  take: (path: Path) => Path[];
}

/** The ways on from each place of a name: words heard there, words translated, and what means nothing. */
function listSteps(name: JapaneseName, known: readonly string[], heard: HeardWords): Step[][] {
  const steps: Step[][] = [...name.text].map((character, at) => [
    ...(name.words[at] ?? []).map((stretch) => ({
      to: stretch.to,
      take: (path: Path) => translate(path, stretch, known),
    })),
    ...(character === PARTICLE ? [{ to: at + 1, take: (path: Path) => [path] }] : []),
  ]);
  for (const [index, word] of known.entries())
    for (const { from, to, cost } of heard.get(word) ?? []) {
      const general = to - from < 2 || (name.words[from] ?? []).some((stretch) => stretch.to === to);
      steps[from]?.push({ to, take: (path) => hear(path, { word, bit: 1 << index, cost, general }) });
    }
  return steps;
}

function hear(
  path: Path,
  { word, bit, cost, general }: { word: string; bit: number; cost: number; general: boolean },
): Path[] {
  if (path.used & bit) return [];
  return [
    {
      ...path,
      used: path.used | bit,
      cost: path.cost + cost,
      words: [...path.words, word],
      heard: [...path.heard, word],
      brands: general ? path.brands : [...path.brands, word],
    },
  ];
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
    const trades = path.trades + (kind === "trade" || kind === "kept" ? 1 : 0);
    return [{ ...path, used, trades, words: [...path.words, ...found] }];
  });
  if (kind === "form") return [...translated, path];
  return kind === "trade" ? [...translated, { ...path, missing: path.missing + 1 }] : translated;
}

function scorePath(path: Path, known: FoldedName, telling: Telling): number {
  const { used, words, heard, brands } = path;
  if (used === 0 || beginsOtherwise(path, known.words, telling)) return 0;
  const tells = brands.some((word) => telling(word) >= TELLING_MIN && word.length > 2);
  if (!tells && !isWholeName(path, known.words, telling)) return 0;
  const score = scoreName({ words, legal: [] }, known, telling) * GUESS_SHARE;
  const spelling = 1 - (SPELLING_WEIGHT * path.cost) / Math.max(heard.join("").length, LETTERS_MIN);
  return score * spelling * rateTrade(path, known.words);
}

/** What stands first in a name is its brand: when that was not asked for, it is another company. */
function beginsOtherwise({ used }: Path, [first = ""]: readonly string[], telling: Telling): boolean {
  return !(used & 1) && telling(first) >= TELLING_MIN;
}

/** A trade that the known name leaves out costs little where it says nothing else either, or names another asked for. */
function rateTrade({ used, missing, trades }: Path, known: readonly string[]): number {
  if (missing === 0) return 1;
  const saysMore = known.some((word, index) => !(used & (1 << index)) && !FORMS.has(word));
  return trades > 0 || !saysMore ? LEFT_OUT_SHARE : 0;
}

/** Whether several words were found, nothing is missing, and hardly anything is left of the known name. */
function isWholeName({ used, heard, missing }: Path, known: readonly string[], telling: Telling): boolean {
  if (missing > 0) return false;
  return tellLeft(used, known, telling) <= (heard.length > 0 ? SURPLUS_MAX.heard : SURPLUS_MAX.translated);
}

/** What the words of the known name tell that were not found. */
function tellLeft(used: number, known: readonly string[], telling: Telling): number {
  return known.reduce(
    (sum, word, index) => (used & (1 << index) || FORMS.has(word) ? sum : sum + telling(word)),
    0,
  );
}
