import type { Scale } from "../statement.ts";
import { findCurrency, findScale } from "./units.ts";

const CURRENCY = String.raw`(?:[A-Za-z]{1,3}\s?)?[$€£¥₩₹]|[A-Z]{3}|[Ee]uros?|dollars?|yen|kron(?:er|or)|[Kk]r\b\.?|円`;
const THOUSAND = String.raw`1[.,'’\s]?000`;
const NUMBER = String.raw`(?:[x×]\s?)?${THOUSAND}(?:[.,'’\s]?000)?s?`;
const WORD = String.raw`[Mm]ill\.|M|Th|TH|th`;
/** "EUR 1,000", "in 1.000 €", "x € 1,000,000", "Mill. EUR", "ThUS$". */
const UNIT = String.raw`(?:${CURRENCY})\s?${NUMBER}|${NUMBER}\s?(?:${CURRENCY})|[x×]\s?(?:${CURRENCY})?\s?${NUMBER}|(?:${WORD})\s?(?:${CURRENCY})`;
const LEAD_WORDS =
  "[Aa]ll|[Aa]mounts?|[Ff]igures?|[Vv]alues?|[Uu]nit|[Cc]urrency|[Ee]xpressed|[Ss]tated|[Pp]resented" +
  "|[Aa]ngaben|[Bb]eträge|[Bb]edragen|[Mm]ontants|[Ii]mport[ei]s?|are|[Ii]n|[Ee]n";
const LEAD = String.raw`(?:(?:${LEAD_WORDS})\b[\s:]*)*`;
const ALONE = new RegExp(String.raw`^[([]?\s*${LEAD}(${UNIT})\s*[)\]]?[.:]?$`, "u");
const AT_END = new RegExp(String.raw`(?:^|[\s(])(${UNIT})\s*\)?$`, "u");

/**
 * The scale that a piece of text is, written as a number: "EUR 1,000". Nothing else may be said with it, since "a nominal
 * value of EUR 1,000" is an amount.
 */
export function findPrintedScale(text: string): Scale | null {
  for (const piece of text.split("  ")) {
    const scale = readUnit(ALONE.exec(piece.trim())?.[1]);
    if (scale !== null) return scale;
  }
  return null;
}

/** The scale that the head of a column says, in words or at its end as a number: "2024 EUR 1,000". */
export function findHeadScale(head: string): Scale | null {
  return findScale(head) ?? readUnit(AT_END.exec(head.trim().replace(/\s(?:19|20)\d\d$/, ""))?.[1]);
}

function readUnit(unit: string | undefined): Scale | null {
  if (unit === undefined) return null;
  const zeros = unit.replaceAll(/\D/g, "").length - 1;
  if (zeros > 0) return zeros > 3 ? 1_000_000 : 1_000;
  // Three capitals may be any word.
  if (findCurrency(unit.replace(/^\S+\s|^th/i, "")) === null && !/[$€£¥₩₹]/.test(unit)) return null;
  return /^th/i.test(unit) ? 1_000 : 1_000_000;
}
