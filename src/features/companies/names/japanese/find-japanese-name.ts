import type { Sql } from "../../../../platform/db/index.ts";
import { loadReadings } from "../../../../platform/ipadic/index.ts";
import { type NameMatch, rankCandidates } from "../rank-matches.ts";
import type { Telling } from "../score-name.ts";
import { listById } from "../store.ts";
import type { HeardWords } from "./follow-paths.ts";
import { hearWords } from "./hear-words.ts";
import { mayBeJapanese } from "./is-japanese.ts";
import { type JapaneseCompanies, listCandidates, listLatinNames } from "./japanese-companies.ts";
import { type JapaneseName, readJapaneseName } from "./read-japanese-name.ts";
import { scoreJapaneseName } from "./score-japanese-name.ts";
import { growTree } from "./word-tree.ts";

const CANDIDATES_MAX = 100;
const MATCHES_MAX = 20;

/**
 * Companies of the Japanese market known only by an English name that sounds and means what a Japanese one does. Some
 * words are spelt by sound, some translated, some are foreign words that katakana wrote by sound in the first place.
 */
export async function findJapaneseName(
  sql: Sql,
  name: string,
  { companies, telling }: { companies: () => Promise<JapaneseCompanies>; telling: Telling },
): Promise<NameMatch[]> {
  if (!mayBeJapanese(name)) return [];
  const [asked, known] = [readJapaneseName(name, await loadReadings()), await companies()];
  const heard = hearWords(asked, known.words);
  const candidates = listCandidates(known, asked, { heard, telling, companiesMax: CANDIDATES_MAX });
  const score = ({ search_names }: { search_names: string }) =>
    scoreLatinNames(asked, search_names, { heard, telling });
  const best = rankCandidates(candidates, score).slice(0, MATCHES_MAX);
  if (best.length === 0) return [];
  // Read anew: what is kept in memory may be a little old, and has no facts.
  const ids = best.map(({ svc_entity_id }) => svc_entity_id);
  return rankCandidates(await listById(sql, ids), score);
}

/** How well the Latin names of a company answer a name, should it be Japanese. */
export async function prepareJapaneseScore(
  name: string,
  telling: Telling,
): Promise<(searchNames: string) => number> {
  if (!mayBeJapanese(name)) return () => 0;
  const asked = readJapaneseName(name, await loadReadings());
  return (searchNames) => {
    const words = listLatinNames(searchNames).flatMap((known) => known.words);
    return scoreLatinNames(asked, searchNames, { heard: hearWords(asked, growTree(words)), telling });
  };
}

function scoreLatinNames(
  asked: JapaneseName,
  searchNames: string,
  tools: { heard: HeardWords; telling: Telling },
): number {
  const scores = listLatinNames(searchNames).map(
    (known) => scoreJapaneseName(asked, known, tools) - (known.kind === "official" ? 0 : 0.01),
  );
  return Math.max(0, ...scores);
}
