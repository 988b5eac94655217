import type { Telling } from "../score-name.ts";
import { readSearchNames, type SearchName } from "../search-names.ts";
import type { NameCandidate } from "../store.ts";
import { type HeardWord, hearWords } from "./hear-words.ts";
import type { JapaneseName } from "./read-japanese-name.ts";
import { scoreJapaneseName } from "./score-japanese-name.ts";
import { growTree, type WordTree } from "./word-tree.ts";

/** The companies of the Japanese market by the Latin words of their names. */
export interface JapaneseCompanies {
  words: WordTree;
  companiesWith: ReadonlyMap<string, readonly NameCandidate[]>;
}

const CANDIDATES_MAX = 100;

export function indexCompanies(companies: readonly NameCandidate[]): JapaneseCompanies {
  const companiesWith = new Map<string, NameCandidate[]>();
  for (const company of companies)
    for (const word of new Set(listLatinNames(company.search_names).flatMap(({ words }) => words)))
      companiesWith.set(word, [...(companiesWith.get(word) ?? []), company]);
  return { words: growTree(companiesWith.keys()), companiesWith };
}

/** The words heard in a name, with where. */
export type HeardWords = ReadonlyMap<string, readonly HeardWord[]>;

/** The companies that share most with a name, by what the words found in it tell. */
export function listCandidates(
  { companiesWith }: JapaneseCompanies,
  name: JapaneseName,
  { heard, telling }: { heard: HeardWords; telling: Telling },
): NameCandidate[] {
  const translated = name.words
    .flat()
    .flatMap(({ english }) => english.flat())
    .flatMap((word) => [word, `${word}s`]);
  const told = new Map<NameCandidate, number>();
  for (const word of new Set([...heard.keys(), ...translated]))
    for (const company of companiesWith.get(word) ?? [])
      told.set(company, (told.get(company) ?? 0) + telling(word));
  return [...told]
    .sort(([, a], [, b]) => b - a)
    .slice(0, CANDIDATES_MAX)
    .map(([company]) => company);
}

export function scoreJapanese(
  searchNames: string,
  name: JapaneseName,
  tools: { heard: HeardWords; telling: Telling },
): number {
  const scores = listLatinNames(searchNames).map(
    (known) => scoreJapaneseName(name, known, tools) - (known.kind === "official" ? 0 : 0.01),
  );
  return Math.max(0, ...scores);
}

function listLatinNames(searchNames: string): SearchName[] {
  return readSearchNames(searchNames).filter(
    ({ words }) => words.length > 0 && words.every((word) => /^[a-z0-9]+$/.test(word)),
  );
}
