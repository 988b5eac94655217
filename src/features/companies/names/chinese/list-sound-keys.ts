import { wholeKey } from "../name-keys.ts";
import type { Telling } from "../score-name.ts";
import type { AskedKey } from "../store.ts";
import type { ChineseReading, LatinPart } from "./read-chinese-name.ts";

const KEYS_MAX = 500;
const COMPANIES_PER_KEY = 300;
/** As in the search by words: two words that stand together tell more than both apart, the whole name everything. */
const JOINED_WORTH = 1.5;
const WHOLE_WORTH = 50;
/** A brand read freely has hundreds of spellings; together with other words the likeliest are enough. */
const SPELLINGS_JOINED = 12;

/** The keys under which companies that answer one of the readings are to be looked for. */
export function listSoundKeys(readings: readonly ChineseReading[], telling: Telling): AskedKey[] {
  const worths = new Map([
    ...readings.flatMap((reading) => listTellingKeys(reading, telling)),
    ...readings.flatMap(listWholeKeys),
    ...readings.flatMap(listJoinedKeys),
  ]);
  return [...worths].slice(0, KEYS_MAX).map(([key, worth]) => ({ key, worth, most: COMPANIES_PER_KEY }));
}

/** Only what tells is looked for by itself: the company must have it anyway, and trades are shared by thousands. */
function listTellingKeys({ parts }: ChineseReading, telling: Telling): [key: string, worth: number][] {
  const brands = parts.filter(({ kind }) => kind === "sound");
  const places = parts.filter(({ kind, tells }) => kind === "place" && tells);
  return (brands.length > 0 ? brands : places).flatMap(({ spellings }) =>
    spellings.flat().map((word): [string, number] => [word, telling(word)]),
  );
}

/** Two neighbours, in both orders: "bank of" stands before a place in English and behind it in Chinese. */
function listJoinedKeys({ parts }: ChineseReading): [key: string, worth: number][] {
  return parts.slice(1).flatMap((part, index) =>
    listLikely(part).flatMap((words) =>
      listLikely(parts[index]).flatMap((before): [string, number][] => [
        [`${before.at(-1)}${words[0]}`, JOINED_WORTH],
        [`${words.at(-1)}${before[0]}`, JOINED_WORTH],
      ]),
    ),
  );
}

/** The whole name, in both orders too; of each part the first spelling, then the second, and so on. */
function listWholeKeys({ parts }: ChineseReading): [key: string, worth: number][] {
  const turns = Math.max(...parts.map((part) => listLikely(part).length));
  return Array.from({ length: turns }, (_, turn) =>
    parts.flatMap(({ spellings }) => spellings[Math.min(turn, spellings.length - 1)] ?? []),
  ).flatMap((words): [string, number][] => [
    [wholeKey(words), WHOLE_WORTH],
    [wholeKey(words.toReversed()), WHOLE_WORTH],
  ]);
}

function listLikely(part: LatinPart | undefined): string[][] {
  return part?.spellings.slice(0, SPELLINGS_JOINED) ?? [];
}
