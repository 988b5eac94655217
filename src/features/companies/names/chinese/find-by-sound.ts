import type { Sql } from "../../../../platform/db/index.ts";
import { loadPinyin } from "../../../../platform/pinyin/index.ts";
import { type NameMatch, rankCandidates } from "../rank-matches.ts";
import type { Telling } from "../score-name.ts";
import { readSearchNames } from "../search-names.ts";
import { findByKeys } from "../store.ts";
import type { Vocabulary } from "../telling-words.ts";
import { isChinese, isMainlandForm } from "./cut-chinese-name.ts";
import { listSoundKeys } from "./list-sound-keys.ts";
import { lowerNamesakes } from "./lower-namesakes.ts";
import { type ChineseReading, readChineseName, readFreely } from "./read-chinese-name.ts";
import { scoreReading } from "./score-reading.ts";
import { weighByMarket } from "./weigh-by-market.ts";

const CANDIDATES_MAX = 60;

/**
 * Companies known only by an English name that sounds and means what a Chinese one does. Chinese companies mostly spell
 * place and brand by sound and translate their trade.
 */
export async function findBySound(sql: Sql, vocabulary: Vocabulary, name: string): Promise<NameMatch[]> {
  if (!isChinese(name)) return [];
  const toSyllables = await loadPinyin();
  const readings = readChineseName(name, toSyllables);
  const exact = await findByReadings(sql, vocabulary, { name, readings });
  if (exact.length > 0) return lowerNamesakes(exact, readings);
  // What only resembles the name is looked for where nothing has it to the letter.
  return findByReadings(sql, vocabulary, { name, readings: readFreely(name, toSyllables) });
}

async function findByReadings(
  sql: Sql,
  { telling }: Vocabulary,
  { name, readings }: { name: string; readings: readonly ChineseReading[] },
): Promise<NameMatch[]> {
  if (readings.length === 0) return [];
  const mainlandForm = isMainlandForm(name);
  const candidates = await findByKeys(sql, listSoundKeys(readings, telling), CANDIDATES_MAX);
  return rankCandidates(candidates, (candidate) => {
    const scores = readings.map(
      (reading) =>
        scoreBySound(candidate.search_names, [reading], telling) *
        weighByMarket(reading, candidate, mainlandForm),
    );
    return Math.max(0, ...scores);
  });
}

/** The Latin readings of a Chinese name; none for any other. */
export async function readBySound(name: string): Promise<ChineseReading[]> {
  if (!isChinese(name)) return [];
  const toSyllables = await loadPinyin();
  return [...readChineseName(name, toSyllables), ...readFreely(name, toSyllables)];
}

export function scoreBySound(
  searchNames: string,
  readings: readonly ChineseReading[],
  telling: Telling,
): number {
  const scores = readSearchNames(searchNames).flatMap((known) =>
    readings.map((reading) => scoreReading(reading, known, telling) - (known.kind === "official" ? 0 : 0.01)),
  );
  return Math.max(0, ...scores);
}
