import { compareWords } from "../compare-words.ts";
import type { FoldedName } from "../fold-name.ts";
import { scoreName, type Telling } from "../score-name.ts";
import type { ChineseReading, LatinPart } from "./read-chinese-name.ts";

/** A match by sound is a guess: many characters share one sound. It stays below the same name in its own script. */
const GUESS_SHARE = 0.865;
/** Initials are one guess more. */
const INITIALS_SHARE = 0.9;
/** So is a company of which nothing says that it does what was asked for. */
const OTHER_TRADE_SHARE = 0.85;
/** Words that tell less than this, such as provinces, are shared by too many companies to name one. */
const TELLING_MIN = 0.5;
/**
 * What the known name may tell besides: one general word when the sound found in it tells too little, next to nothing
 * when all of it is translated, since a translation fits many names.
 */
const SURPLUS_MAX = { faint: 0.35, translated: 0.15 };
/** A plural is the same word. */
const SAME_WORD = 0.96;

/** How well a known Latin name answers a reading of a Chinese one, from 0 to below 1. */
export function scoreReading(reading: ChineseReading, known: FoldedName, telling: Telling): number {
  const found = reading.parts.map((part) => findSpelling(part, known.words));
  // Another syllable is another company, so the sound must be there to the letter; the trade may be left out.
  if (reading.parts.some(({ kind }, index) => kind !== "trade" && found[index] === undefined)) return 0;
  const words = reading.parts.flatMap(({ spellings }, index) => found[index] ?? spellings[0] ?? []);
  const sounds = reading.parts.flatMap(({ kind }, index) => (kind === "sound" ? (found[index] ?? []) : []));
  const tellsEnough = reading.telling && sounds.some((word) => telling(word) >= TELLING_MIN);
  const surplusMax = sounds.length > 0 ? SURPLUS_MAX.faint : SURPLUS_MAX.translated;
  if (!tellsEnough && !isWholeName(known.words, found, { telling, surplusMax })) return 0;
  const score = scoreName({ words, legal: [] }, known, telling) * GUESS_SHARE;
  return score * (reading.initials ? INITIALS_SHARE : 1) * (hasTrade(reading, found) ? 1 : OTHER_TRADE_SHARE);
}

/** For each part the words that stand for it in the known name. */
type FoundSpellings = readonly (string[] | undefined)[];

function findSpelling({ kind, spellings }: LatinPart, known: readonly string[]): string[] | undefined {
  const alikeMin = kind === "trade" ? SAME_WORD : 1;
  return spellings.find((words) =>
    words.every((word) =>
      known.some(
        (other, index) => other + (known[index + 1] ?? "") === word || compareWords(word, other) >= alikeMin,
      ),
    ),
  );
}

/** Whether several parts were found, every one, and hardly anything is left of the known name. */
function isWholeName(
  known: readonly string[],
  found: FoundSpellings,
  { telling, surplusMax }: { telling: Telling; surplusMax: number },
): boolean {
  if (found.length < 2 || found.includes(undefined)) return false;
  const asked = found.flatMap((words) => words ?? []);
  const surplus = known
    .filter(
      (other, index) => !asked.some((word) => isPartOf(word, other, known[index + 1], known[index - 1])),
    )
    .reduce((sum, word) => sum + telling(word), 0);
  return surplus <= surplusMax;
}

function isPartOf(asked: string, word: string, next = "", before = ""): boolean {
  return word + next === asked || before + word === asked || compareWords(asked, word) >= SAME_WORD;
}

function hasTrade({ parts }: ChineseReading, found: FoundSpellings): boolean {
  const trades = parts.flatMap(({ kind }, index) => (kind === "trade" ? [found[index]] : []));
  return trades.length === 0 || trades.some((words) => words !== undefined);
}
