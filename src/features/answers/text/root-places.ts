import type { Token } from "./roots.ts";

const WORDING_GAP = 2;

/** For each root of a text the positions of its tokens. */
export type RootPlaces = ReadonlyMap<string, readonly number[]>;

export function placesByRoot(tokens: readonly Token[]): RootPlaces {
  const places = new Map<string, number[]>();
  for (const [at, { root }] of tokens.entries()) {
    const list = places.get(root);
    if (list) list.push(at);
    else places.set(root, [at]);
  }
  return places;
}

/** Where a text has all words of a wording near each other; empty when it lacks one. */
export function placesOf([first = "", ...others]: readonly string[], places: RootPlaces): readonly number[] {
  const firsts = places.get(first);
  if (!firsts || others.length === 0) return firsts ?? [];
  const lists = others.map((other) => places.get(other) ?? []);
  if (lists.some((list) => list.length === 0)) return [];
  const reach = others.length + 1 + WORDING_GAP;
  return firsts.flatMap((at) => {
    const near = lists.map((list) => list.find((place) => Math.abs(place - at) <= reach));
    return near.every((place) => place !== undefined) ? [at, ...near] : [];
  });
}
