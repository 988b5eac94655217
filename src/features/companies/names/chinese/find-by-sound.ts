import type { Sql } from "../../../../platform/db/index.ts";
import { loadPinyin } from "../../../../platform/pinyin/index.ts";
import { wholeKey } from "../name-keys.ts";
import { type NameMatch, rankCandidates } from "../rank-matches.ts";
import type { Telling } from "../score-name.ts";
import { readSearchNames } from "../search-names.ts";
import { type AskedKey, findByKeys, type NameCandidate } from "../store.ts";
import type { Vocabulary } from "../telling-words.ts";
import { isChinese } from "./cut-chinese-name.ts";
import { type ChineseReading, readChineseName } from "./read-chinese-name.ts";
import { scoreReading } from "./score-reading.ts";

const CANDIDATES_MAX = 60;
const KEYS_MAX = 120;
const COMPANIES_PER_KEY = 300;
/** As in the search by words: two words that stand together tell more than both apart, the whole name everything. */
const JOINED_WORTH = 1.5;
const WHOLE_WORTH = 50;
/** Elsewhere a word may sound Chinese by chance, and a translation is likelier still to be somebody else's name. */
const CHINESE_MARKETS: readonly (string | null)[] = ["CN", "HK"];
const ELSEWHERE_SHARE = { sound: 0.92, translated: 0.85 };

/**
 * Companies known only by an English name that sounds and means what a Chinese one does. Chinese companies mostly spell
 * place and brand by sound and translate their trade.
 */
export async function findBySound(sql: Sql, vocabulary: Vocabulary, name: string): Promise<NameMatch[]> {
  const readings = await readBySound(name);
  if (readings.length === 0) return [];
  const { telling } = vocabulary;
  const candidates = await findByKeys(sql, listSoundKeys(readings, telling), CANDIDATES_MAX);
  return rankCandidates(candidates, (candidate) => scoreByMarket(candidate, readings, telling));
}

/** The Latin readings of a Chinese name; none for any other. */
export async function readBySound(name: string): Promise<ChineseReading[]> {
  return isChinese(name) ? readChineseName(name, await loadPinyin()) : [];
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

/** Three letters are a name the world over, so initials count in China only. */
function scoreByMarket(
  { search_names, country }: NameCandidate,
  readings: readonly ChineseReading[],
  telling: Telling,
): number {
  if (CHINESE_MARKETS.includes(country)) return scoreBySound(search_names, readings, telling);
  const spelt = readings.filter(({ initials }) => !initials);
  const score = (some: readonly ChineseReading[]) => scoreBySound(search_names, some, telling);
  return Math.max(
    score(spelt.filter(hasSound)) * ELSEWHERE_SHARE.sound,
    score(spelt.filter((reading) => !hasSound(reading))) * ELSEWHERE_SHARE.translated,
  );
}

function hasSound({ parts }: ChineseReading): boolean {
  return parts.some(({ kind }) => kind === "sound");
}

function listSoundKeys(readings: readonly ChineseReading[], telling: Telling): AskedKey[] {
  const worths = new Map([
    ...readings.flatMap((reading) => listTellingKeys(reading, telling)),
    ...readings.flatMap(listWholeKeys),
    ...readings.flatMap(listJoinedKeys),
  ]);
  return [...worths].slice(0, KEYS_MAX).map(([key, worth]) => ({ key, worth, most: COMPANIES_PER_KEY }));
}

/** Only what tells is looked for by itself: the company must have it anyway, and trades are shared by thousands. */
function listTellingKeys({ parts }: ChineseReading, telling: Telling): [key: string, worth: number][] {
  return parts
    .filter(({ kind }) => kind === "sound")
    .flatMap(({ spellings }) => spellings.flat().map((word): [string, number] => [word, telling(word)]));
}

/** Two neighbours, in both orders: "bank of" stands before a place in English and behind it in Chinese. */
function listJoinedKeys({ parts }: ChineseReading): [key: string, worth: number][] {
  return parts.slice(1).flatMap((part, index) =>
    part.spellings.flatMap((words) =>
      (parts[index]?.spellings ?? []).flatMap((before): [string, number][] => [
        [`${before.at(-1)}${words[0]}`, JOINED_WORTH],
        [`${words.at(-1)}${before[0]}`, JOINED_WORTH],
      ]),
    ),
  );
}

/** The whole name, in both orders too; of each part the first spelling, then the second, and so on. */
function listWholeKeys({ parts }: ChineseReading): [key: string, worth: number][] {
  const turns = Math.max(...parts.map(({ spellings }) => spellings.length));
  return Array.from({ length: turns }, (_, turn) =>
    parts.flatMap(({ spellings }) => spellings[Math.min(turn, spellings.length - 1)] ?? []),
  ).flatMap((words): [string, number][] => [
    [wholeKey(words), WHOLE_WORTH],
    [wholeKey(words.toReversed()), WHOLE_WORTH],
  ]);
}
