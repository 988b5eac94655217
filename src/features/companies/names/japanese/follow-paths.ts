import { compareWords } from "../compare-words.ts";
import type { HeardWord } from "./hear-words.ts";
import type { JapaneseName, WordStretch } from "./read-japanese-name.ts";

/** A plural is the same word. */
const SAME_WORD = 0.96;

/** The words heard in a name, with where. */
export type HeardWords = ReadonlyMap<string, readonly HeardWord[]>;

/** How a known name may be found in a Japanese one, up to some place. */
export interface Path {
  /** Which of the known words are used, as bits. */
  used: number;
  /** How far spelling is from sound, over all words heard. */
  cost: number;
  /** The words found, in the order of the Japanese name, and those of them that were heard. */
  words: string[];
  heard: string[];
  /** Those that tell a company: heard in more than one character, and not where a general word stands. */
  brands: string[];
  /** How many trades were left out, but for those right behind another that was found: they add little. */
  missing: number;
  /** How many trades were found. */
  trades: number;
  /** Whether the last step was to find one. */
  afterTrade: boolean;
}

const NO_PATH: Path = {
  used: 0,
  cost: 0,
  words: [],
  heard: [],
  brands: [],
  missing: 0,
  trades: 0,
  afterTrade: false,
};
/** Joins two parts of a name as "of" does, and is left out as that is. */
const PARTICLE = "の";

/** Every way through the whole name; of those that use the same words, the one that fits best. */
export function followPaths(name: JapaneseName, known: readonly string[], heard: HeardWords): Path[] {
  const steps = listSteps(name, known, heard);
  const places = Array.from({ length: name.text.length + 1 }, () => new Map<string, Path>());
  places[0]?.set("", NO_PATH);
  for (const [at, paths] of places.entries())
    for (const path of paths.values())
      for (const { to, take } of steps[at] ?? []) for (const next of take(path)) keepBest(places[to], next);
  return [...(places.at(-1)?.values() ?? [])];
}

function keepBest(paths: Map<string, Path> | undefined, path: Path): void {
  const key = `${path.used} ${path.missing} ${path.afterTrade}`;
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
      const general = (name.words[from] ?? []).find((stretch) => stretch.to === to);
      const trade = general !== undefined && isTrade(general);
      const brand = general === undefined && to - from > 1;
      steps[from]?.push({ to, take: (path) => hear(path, { word, bit: 1 << index, cost, trade, brand }) });
    }
  return steps;
}

function isTrade({ kind }: WordStretch): boolean {
  return kind === "trade" || kind === "kept";
}

function hear(
  path: Path,
  heard: { word: string; bit: number; cost: number; trade: boolean; brand: boolean },
): Path[] {
  const { word, bit, cost, trade, brand } = heard;
  if (path.used & bit) return [];
  return [
    {
      ...path,
      used: path.used | bit,
      cost: path.cost + cost,
      words: [...path.words, word],
      heard: [...path.heard, word],
      brands: brand ? [...path.brands, word] : path.brands,
      trades: path.trades + (trade ? 1 : 0),
      afterTrade: trade,
    },
  ];
}

/** The path with a stretch translated, and, where it is a form or a trade, left out. */
function translate(path: Path, stretch: WordStretch, known: readonly string[]): Path[] {
  const { kind, english } = stretch;
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
    const afterTrade = isTrade(stretch);
    const trades = path.trades + (afterTrade ? 1 : 0);
    return [{ ...path, used, trades, afterTrade, words: [...path.words, ...found] }];
  });
  if (kind === "form") return [...translated, path];
  if (kind !== "trade") return translated;
  return [...translated, path.afterTrade ? path : { ...path, missing: path.missing + 1 }];
}
