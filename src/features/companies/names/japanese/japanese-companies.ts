import type { Sql } from "../../../../platform/db/index.ts";
import { keepFresh } from "../keep-fresh.ts";
import type { Telling } from "../score-name.ts";
import { readSearchNames, type SearchName } from "../search-names.ts";
import { listNamesIn, type NamedCandidate } from "../store.ts";
import type { HeardWords } from "./follow-paths.ts";
import type { JapaneseName } from "./read-japanese-name.ts";
import { growTree, type WordTree } from "./word-tree.ts";

/** The companies of the Japanese market by the Latin words of their names. */
export interface JapaneseCompanies {
  words: WordTree;
  companiesWith: ReadonlyMap<string, readonly NamedCandidate[]>;
}

/** Several times what the exchanges of Japan list; beyond it the smallest are left out. */
const COMPANIES_MAX = 20_000;

/**
 * Kept in memory rather than as keys in the database: a Japanese name is compared with all words at once, and the
 * companies of one country are few. Read when first wanted.
 */
export function keepJapaneseCompanies(
  sql: Sql,
  options: { secondsMax: number },
): () => Promise<JapaneseCompanies> {
  return keepFresh(async () => indexCompanies(await listNamesIn(sql, "JP", COMPANIES_MAX)), options);
}

function indexCompanies(companies: readonly NamedCandidate[]): JapaneseCompanies {
  const companiesWith = new Map<string, NamedCandidate[]>();
  for (const company of companies)
    for (const word of new Set(listLatinNames(company.search_names).flatMap(({ words }) => words))) {
      const others = companiesWith.get(word);
      if (others === undefined) companiesWith.set(word, [company]);
      else others.push(company);
    }
  return { words: growTree(companiesWith.keys()), companiesWith };
}

/** The names of a company that a Japanese one can be compared with. */
export function listLatinNames(searchNames: string): SearchName[] {
  return readSearchNames(searchNames).filter(
    ({ words }) => words.length > 0 && words.every((word) => /^[a-z0-9]+$/.test(word)),
  );
}

/** The companies that share most with a name, by what the words found in it tell. */
export function listCandidates(
  { companiesWith }: JapaneseCompanies,
  name: JapaneseName,
  options: { heard: HeardWords; telling: Telling; companiesMax: number },
): NamedCandidate[] {
  const translated = name.words
    .flat()
    .flatMap(({ english }) => english.flat())
    .flatMap((word) => [word, `${word}s`]);
  const told = new Map<NamedCandidate, number>();
  for (const word of new Set([...options.heard.keys(), ...translated]))
    for (const company of companiesWith.get(word) ?? [])
      told.set(company, (told.get(company) ?? 0) + options.telling(word));
  return [...told]
    .sort(([, a], [, b]) => b - a)
    .slice(0, options.companiesMax)
    .map(([company]) => company);
}
