import type { FoldedName } from "../fold-name.ts";
import type { Telling } from "../score-name.ts";
import { type Answered, compareReading, type ReadingFit } from "./compare-reading.ts";
import type { WordSense } from "./known-words.ts";
import type { ChineseReading } from "./read-chinese-name.ts";

/** A match by sound is a guess: many characters share one sound. It stays below the same name in its own script. */
const SCORE_MAX = 0.85;
/** What is not spelt to the letter is one guess more. */
const BRAND_SHARE: Readonly<Record<ChineseReading["brand"], number>> = {
  spelt: 1,
  initials: 0.88,
  alike: 0.85,
  meant: 0.85,
};
/** A brand that sounds like a city is seldom what an English name with that city means. */
const PLACE_FOR_BRAND_SHARE = 0.7;
/** A brand is shared by many companies: one that says nothing of the trade asked for is mostly another. */
const GENERAL_SHARE = 0.97;
const UNSAID_SHARE = 0.64;
const TRADE_SHARE: Readonly<Record<Answered, number>> = {
  "not asked": 0.9,
  found: 1,
  unsaid: UNSAID_SHARE,
  other: 0.5,
};
/** English names leave the place out more often than Chinese ones, but do not move it elsewhere. */
const PLACE_SHARE: Readonly<Record<Answered, number>> = { "not asked": 1, found: 1, unsaid: 0.85, other: 0 };
/**
 * What each word that was not asked for takes away: little when it is a place, much when it is a brand. A fund is no
 * company.
 */
const SURPLUS: Readonly<Record<WordSense, number>> = {
  place: 0.003,
  business: 0.004,
  trade: 0.02,
  brand: 0.09,
  fund: 0.5,
};
const SURPLUS_MAX = 0.5;
/** Words that tell less than this, such as provinces, are shared by too many companies to name one. */
const TELLING_MIN = 0.5;
/**
 * What the known name may tell besides: one general word when the sound found in it tells too little, next to nothing
 * when all of it is translated, since a translation fits many names.
 */
const WHOLE_SHARE = 0.95;
const WHOLE_SURPLUS_MAX = { faint: 0.35, translated: 0.15 };

/** How well a known Latin name answers a reading of a Chinese one, from 0 to `SCORE_MAX`. */
export function scoreReading(reading: ChineseReading, known: FoldedName, telling: Telling): number {
  const fit = compareReading(reading, known.words);
  if (fit === null || !isConfirmed(reading, fit)) return 0;
  const whose = tellsEnough(fit, telling) ? 1 : isWholeName(reading, fit, telling) ? WHOLE_SHARE : 0;
  const lost = fit.surplus.reduce(
    (sum, { sense, word }) => sum + SURPLUS[sense] * (sense === "brand" ? telling(word) : 1),
    0,
  );
  return (
    SCORE_MAX *
    whose *
    BRAND_SHARE[reading.brand] *
    (fit.placeForBrand ? PLACE_FOR_BRAND_SHARE : 1) *
    PLACE_SHARE[fit.place] *
    scoreTrade(reading, fit) *
    (1 - Math.min(SURPLUS_MAX, lost))
  );
}

/** What merely sounds alike, or could be translated so, is somebody else's brand unless more of the name fits. */
function isConfirmed({ brand }: ChineseReading, fit: ReadingFit): boolean {
  if (brand === "spelt" || brand === "initials") return true;
  if (brand === "meant" && fit.surplus.some(({ sense }) => sense === "brand")) return false;
  if (fit.trade === "found") return true;
  return fit.trade === "not asked" && (fit.business === "found" || fit.place === "found");
}

/** The trade speaks before general words do. Where neither is found, the company must have both brand and place. */
function scoreTrade({ parts }: ChineseReading, { trade, business, place }: ReadingFit): number {
  if (trade === "found") return 1;
  if (trade === "not asked" && business === "found") return GENERAL_SHARE;
  if (place === "unsaid") return UNSAID_SHARE;
  const said = trade === "not asked" ? business : trade;
  const isPlaced = place === "found" && parts.some(({ kind }) => kind === "sound");
  // Not even brand and place together make up for another trade.
  return isPlaced && said !== "other" ? Math.sqrt(TRADE_SHARE[said]) : TRADE_SHARE[said];
}

function tellsEnough({ telling: words }: ReadingFit, telling: Telling): boolean {
  return words.some((word) => telling(word) >= TELLING_MIN);
}

/** Whether several parts were found, every one, and hardly anything but places and general words is left. */
function isWholeName({ parts }: ChineseReading, fit: ReadingFit, telling: Telling): boolean {
  const surplus = fit.surplus
    .filter(({ sense }) => sense !== "place" && sense !== "business")
    .reduce((sum, { word }) => sum + telling(word), 0);
  const surplusMax = fit.telling.length > 0 ? WHOLE_SURPLUS_MAX.faint : WHOLE_SURPLUS_MAX.translated;
  return parts.length > 1 && fit.complete && surplus <= surplusMax;
}
