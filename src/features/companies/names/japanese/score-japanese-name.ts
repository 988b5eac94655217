import type { FoldedName } from "../fold-name.ts";
import { scoreName, type Telling } from "../score-name.ts";
import { followPaths, type HeardWords, type Path } from "./follow-paths.ts";
import type { JapaneseName } from "./read-japanese-name.ts";

/** A match by sound is a guess: many words share one sound. It stays below the same name in its own script. */
const GUESS_SHARE = 0.865;
/** So is a company that does not say all that was asked for. */
const LEFT_OUT_SHARE = 0.87;
/** How much a spelling that is off counts, by what it costs for each letter. */
const SPELLING_WEIGHT = 9;
const LETTERS_MIN = 4;
/** Words that tell less than this are shared by too many companies to name one. */
const TELLING_MIN = 0.5;
/** What the known name may tell besides, where nothing heard in it tells enough: next to nothing. */
const SURPLUS_MAX = { heard: 0.35, translated: 0.15 };
const FORMS: ReadonlySet<string> = new Set(["holdings", "holding", "group", "kaisha"]);
const KNOWN_WORDS_MAX = 10;

/** How well a known Latin name answers a Japanese one, from 0 to below 1. */
export function scoreJapaneseName(
  name: JapaneseName,
  known: FoldedName,
  { heard, telling }: { heard: HeardWords; telling: Telling },
): number {
  const words = known.words.slice(0, KNOWN_WORDS_MAX);
  const paths = followPaths(name, words, heard);
  return Math.max(0, ...paths.map((path) => scorePath(path, { words, legal: known.legal }, telling)));
}

function scorePath(path: Path, known: FoldedName, telling: Telling): number {
  const { used, words, heard, brands } = path;
  if (used === 0 || beginsOtherwise(path, known.words, telling)) return 0;
  const tells = brands.some((word) => telling(word) >= TELLING_MIN && word.length > 2);
  if (!tells && !isWholeName(path, known.words, telling)) return 0;
  const score = scoreName({ words, legal: [] }, known, telling) * GUESS_SHARE;
  const spelling = 1 - (SPELLING_WEIGHT * path.cost) / Math.max(heard.join("").length, LETTERS_MIN);
  return score * spelling * rateRest(path, known.words, spelling);
}

/** What stands first in a name is its brand: when that was not asked for, it is another company. */
function beginsOtherwise({ used }: Path, [first = ""]: readonly string[], telling: Telling): boolean {
  return !(used & 1) && telling(first) >= TELLING_MIN;
}

/**
 * A trade that the known name leaves out costs little where it says nothing else either, or names another asked for. What
 * it says beyond what was asked doubles the doubt about a spelling that is off.
 */
function rateRest({ used, missing, trades }: Path, known: readonly string[], spelling: number): number {
  const saysMore = known.some((word, index) => !(used & (1 << index)) && !FORMS.has(word));
  if (missing === 0) return saysMore ? spelling : 1;
  return trades > 0 || !saysMore ? LEFT_OUT_SHARE : 0;
}

/** Whether a brand or several general words were found, no trade is missing, and hardly anything else is in the name. */
function isWholeName(path: Path, known: readonly string[], telling: Telling): boolean {
  const { used, words, heard, brands, missing } = path;
  if (missing > 0 || (brands.length === 0 && words.length < 2)) return false;
  return tellLeft(used, known, telling) <= (heard.length > 0 ? SURPLUS_MAX.heard : SURPLUS_MAX.translated);
}

/** What the words of the known name tell that were not found. */
function tellLeft(used: number, known: readonly string[], telling: Telling): number {
  return known.reduce(
    (sum, word, index) => (used & (1 << index) || FORMS.has(word) ? sum : sum + telling(word)),
    0,
  );
}
