import type { JapaneseName, SoundStretch } from "./read-japanese-name.ts";
import { costOfSilence, listSpellings } from "./spelling.ts";
import { descend, type WordTree } from "./word-tree.ts";

/** A word heard in a name: from where to where, and how far its spelling is from the sound. */
export interface HeardWord {
  from: number;
  to: number;
  cost: number;
}

/** What the spelling of a word may cost in all. */
const COST_MAX = { word: 0.08, letter: 0.08 };

/** A sound of a stretch: what is heard next. */
interface Sound {
  stretch: SoundStretch;
  at: number;
}

/** The name as crossings with the sounds that lead on from each. The first are the places between its characters. */
interface SoundMap {
  places: number;
  crossings: Sound[][];
  /** The crossing before each sound of a stretch, and behind its last. */
  crossingsOf: Map<SoundStretch, number[]>;
  /** The crossings inside and at the ends of words from elsewhere, where letters may be silent. */
  foreign: Set<number>;
}

/** What it costs to have heard the letters so far from one place on up to a crossing. */
type Heard = Map<number, Map<number, number>>;

/** Where the words of a tree sound in a Japanese name. Reads name and words side by side, all words at once. */
export function hearWords(name: JapaneseName, tree: WordTree): Map<string, HeardWord[]> {
  const map = mapSounds(name);
  const found = new Map<string, HeardWord[]>();
  const depths: Map<WordTree, Heard>[] = [new Map([[tree, hearNothing(map)]])];
  const reach = (node: WordTree, from: number, to: number, cost: number) => {
    if (cost > limitCost(node.lettersMax)) return false;
    depths[node.depth] ??= new Map();
    const heard = depths[node.depth]?.get(node) ?? new Map();
    depths[node.depth]?.set(node, heard);
    const costs = heard.get(from) ?? new Map();
    heard.set(from, costs);
    if ((costs.get(to) ?? Infinity) <= cost) return false;
    costs.set(to, cost);
    return true;
  };
  for (let depth = 0; depth < depths.length; depth++)
    for (const [node, heard] of depths[depth] ?? []) {
      for (const [from, costs] of heard) listenOn(map, node, costs, (next, to, cost) => reach(next, from, to, cost));
      const hearings = node.word === null ? [] : listHeard(map, node.word, heard);
      if (node.word !== null && hearings.length > 0) found.set(node.word, hearings);
    }
  return found;
}

/** Follows every spelling of what may come next; where that takes no letter, the same node is listened on from again. */
function listenOn(
  { crossings, crossingsOf, foreign }: SoundMap,
  node: WordTree,
  costs: ReadonlyMap<number, number>,
  reach: (node: WordTree, to: number, cost: number) => boolean,
): void {
  const waiting = [...costs.keys()];
  for (let crossing = waiting.pop(); crossing !== undefined; crossing = waiting.pop()) {
    const before = costs.get(crossing) ?? Infinity;
    for (const { stretch, at } of crossings[crossing] ?? []) {
      const cost = before + (at === 0 ? stretch.cost : 0);
      for (const { sounds, letters, cost: more } of listSpellings(stretch, at, node.letter)) {
        const next = descend(node, letters);
        const to = crossingsOf.get(stretch)?.[at + sounds.length];
        if (next === undefined || to === undefined) continue;
        if (reach(next, to, cost + more) && next === node) waiting.push(to);
      }
    }
    if (foreign.has(crossing))
      for (const [letter, next] of node.next) reach(next, crossing, before + costOfSilence(letter, node.letter));
  }
}

function listHeard({ places }: SoundMap, word: string, heard: Heard): HeardWord[] {
  return [...heard].flatMap(([from, costs]) =>
    [...costs]
      .filter(([to, cost]) => to !== from && to < places && cost <= limitCost(word.length))
      .map(([to, cost]) => ({ from, to, cost })),
  );
}

function limitCost(letters: number): number {
  return COST_MAX.word + COST_MAX.letter * letters;
}

function hearNothing({ places }: SoundMap): Heard {
  return new Map(Array.from({ length: places }, (_, place) => [place, new Map([[place, 0]])]));
}

function mapSounds({ text, sounds }: JapaneseName): SoundMap {
  const places = text.length + 1;
  const crossings: Sound[][] = Array.from({ length: places }, () => []);
  const crossingsOf = new Map<SoundStretch, number[]>();
  const foreign = new Set<number>();
  for (const stretch of sounds) {
    const own = stretch.places.map((place) => place ?? crossings.push([]) - 1);
    crossingsOf.set(stretch, own);
    for (const [at, crossing] of own.entries()) {
      crossings[crossing]?.push({ stretch, at });
      if (stretch.origin === "loan") foreign.add(crossing);
    }
  }
  return { places, crossings, crossingsOf, foreign };
}
