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
const COST_MAX = { word: 0.08, letter: 0.06 };
/** A word spelt as Japanese words are mostly is one: what a foreign word may have otherwise speaks against it. */
const SPELT_JAPANESE =
  /^(?:(?:[kgnhbpmr]y?|[sztdywfj]|sh|ch|ts)?[aiueo]|n(?![aiueoy])|m(?=[bpm])|([kstp])(?=\1)|t(?=ch)|s(?=sh)|h(?![aiueoy]))+$/;
const SPELT_JAPANESE_WEIGHT = 2;

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

/** For each place that was begun at, the crossings reached with the letters so far, and what that costs. */
type Heard = Map<number, Map<number, number>>;

/** Goes on to a node of the tree and a crossing; false when that is known at no more cost, or costs too much. */
type GoOn = (node: WordTree, crossing: number, cost: number) => boolean;

/** Where the words of a tree sound in a Japanese name. Reads name and words side by side, all words at once. */
export function hearWords(name: JapaneseName, tree: WordTree): Map<string, HeardWord[]> {
  const map = mapSounds(name);
  const found = new Map<string, HeardWord[]>();
  const depths: Map<WordTree, Heard>[] = [new Map([[tree, hearNothing(map)]])];
  for (let depth = 0; depth < depths.length; depth++)
    for (const [node, heard] of depths[depth] ?? []) {
      for (const [from, costs] of heard)
        listenOn(map, node, costs, (next, crossing, cost) => {
          depths[next.depth] ??= new Map();
          return keepCheapest(depths[next.depth], { node: next, from, crossing, cost });
        });
      const hearings = node.word === null ? [] : listHeard(map, node.word, heard);
      if (node.word !== null && hearings.length > 0) found.set(node.word, hearings);
    }
  return found;
}

function keepCheapest(
  nodes: Map<WordTree, Heard> | undefined,
  { node, from, crossing, cost }: { node: WordTree; from: number; crossing: number; cost: number },
): boolean {
  if (cost > limitCost(node.lettersMax)) return false;
  const heard: Heard = nodes?.get(node) ?? new Map();
  nodes?.set(node, heard);
  const costs = heard.get(from) ?? new Map<number, number>();
  heard.set(from, costs);
  if ((costs.get(crossing) ?? Infinity) <= cost) return false;
  costs.set(crossing, cost);
  return true;
}

/** Goes on from every crossing; where that takes no letter, the same node is listened on from again. */
function listenOn(map: SoundMap, node: WordTree, costs: ReadonlyMap<number, number>, goOn: GoOn): void {
  const waiting = [...costs.keys()];
  for (let crossing = waiting.pop(); crossing !== undefined; crossing = waiting.pop()) {
    const cost = costs.get(crossing) ?? Infinity;
    for (const sound of map.crossings[crossing] ?? [])
      waiting.push(...spellSound(map, node, sound, (next, to, more) => goOn(next, to, cost + more)));
    if (!map.foreign.has(crossing)) continue;
    for (const [letter, next] of node.next) goOn(next, crossing, cost + costOfSilence(letter, node.letter));
  }
}

/** Every spelling of a sound that words have; returns the crossings newly reached without a letter. */
function spellSound({ crossingsOf }: SoundMap, node: WordTree, { stretch, at }: Sound, goOn: GoOn): number[] {
  const entry = at === 0 ? stretch.cost : 0;
  const reached: number[] = [];
  for (const { sounds, letters, cost } of listSpellings(stretch, at, node.letter)) {
    const next = descend(node, letters);
    const crossing = crossingsOf.get(stretch)?.[at + sounds.length];
    if (next === undefined || crossing === undefined) continue;
    if (goOn(next, crossing, entry + cost) && next === node) reached.push(crossing);
  }
  return reached;
}

function listHeard({ places, foreign }: SoundMap, word: string, heard: Heard): HeardWord[] {
  const japanese = SPELT_JAPANESE.test(word);
  return [...heard].flatMap(([from, costs]) =>
    [...costs]
      .filter(([to]) => to !== from && to < places)
      .map(([to, cost]) => {
        const doubtful = japanese && foreign.has(from) && foreign.has(to);
        return { from, to, cost: doubtful ? cost * SPELT_JAPANESE_WEIGHT : cost };
      })
      .filter(({ cost }) => cost <= limitCost(word.length)),
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
