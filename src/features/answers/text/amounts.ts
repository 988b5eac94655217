import type { Claim } from "../claims/claim.ts";

/** A number in a sentence with everything that belongs to it: "$515 million", "49.1 percent", "2,434". */
export interface Amount {
  kind: "money" | "percent" | "ratio" | "count" | "year" | "date";
  /** As printed, sign, scale and unit with it. */
  text: string;
  start: number;
  end: number;
  /** The digits alone, for finding their box. */
  digits: string;
  digitsStart: number;
  value: number;
  unit: string | null;
  scale: Claim["scale"];
}

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/^US\$|^USD$|^U\.S\.\s?\$/i, "USD"],
  [/^(?:C|CA|Cdn|CDN)\$|^CAD$/, "CAD"],
  [/^(?:A|AU)\$|^AUD$/, "AUD"],
  [/^NZ\$|^NZD$/, "NZD"],
  [/^HK\$|^HKD$/, "HKD"],
  [/^S\$|^SGD$/, "SGD"],
  [/^NT\$|^TWD$/, "TWD"],
  [/^R\$|^BRL$/, "BRL"],
  [/^€|^EUR$/, "EUR"],
  [/^£|^GBP$/, "GBP"],
  [/^¥|^JPY$/, "JPY"],
  [/^₹|^INR$/, "INR"],
  [/^RMB$|^CNY$/, "CNY"],
  [/^NIS$|^ILS$/, "ILS"],
];
const CODES =
  "USD|EUR|GBP|CHF|JPY|CAD|AUD|NZD|HKD|SGD|TWD|BRL|INR|CNY|RMB|ILS|NIS|SEK|NOK|DKK|ZAR|MXN|KRW|PLN";
const AMOUNT = new RegExp(
  `((?:(?:US|U\\.S\\.\\s?|CA|C|Cdn|AU|A|NZ|HK|S|NT|R)?\\$|[€£¥₹])\\s?|\\b(?:${CODES})\\s?)?` +
    "(?<![\\p{L}\\d.,-])(\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)(?![\\d])" +
    "(\\s?(?:%|percent\\b|per cent\\b|percentage points?\\b)" +
    "|[\\s-]?(?:thousand|million|billion|trillion|bn|mn|mm|m|k)\\b" +
    `|(?<=[$€£¥]\\s?[\\d.,]+)\\s?[MBK]\\b)?(\\s(?:${CODES}|dollars|euros?|pence)\\b)?`,
  "gu",
);
const YEAR = /^(?:19|20)\d{2}$/;
const MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?";
const DATE = new RegExp(
  `\\b(?:${MONTH}\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+(?:19|20)\\d{2})?|\\d{1,2}(?:st|nd|rd|th)?\\s+${MONTH}(?:\\s+(?:19|20)\\d{2})?|${MONTH}\\s+(?:19|20)\\d{2})\\b`,
  "gi",
);
/** Before these a number is the name of something. */
const NAMED = new RegExp(
  String.raw`\b(?:note|notes|items?|page|pages|sections?|part|title|subtitle|clauses?|level|tier|rules?|articles?|form|exhibits?|no\.` +
    String.raw`|nos\.|asc|asu|ifrs|ias|sfas|topic|class|series|phase|chapter|basel|schedule|appendix)[)”"]*\s*$`,
  "i",
);

/** "3.0 to 1", "2.5 times", "4x". */
const RATIO = /^(?:\s?(?:to 1(?:\.0+)?|:\s?1(?:\.0+)?|times|x)(?![\p{L}\d]))/u;

/** All numbers of a text; those inside dates are dates. */
export function amountsIn(text: string, dollar = "USD"): Amount[] {
  const dates = [...text.matchAll(DATE)].map(({ 0: date, index }) => dateAt(date, index));
  const amounts = [...text.matchAll(AMOUNT)].flatMap((match) => amountAt(text, match, dollar) ?? []);
  const outside = amounts.filter(
    ({ start, end }) => !dates.some((date) => start < date.end && end > date.start),
  );
  return [...outside, ...dates].sort((a, b) => a.start - b.start);
}

function dateAt(text: string, start: number): Amount {
  const year = Number(/(?:19|20)\d{2}/.exec(text)?.[0] ?? Number.NaN);
  const base = { text, start, end: start + text.length, digits: "", digitsStart: start };
  return { ...base, kind: "date", value: year, unit: null, scale: "one" };
}

function amountAt(text: string, match: RegExpMatchArray, dollar: string): Amount | null {
  const [whole, sign = "", digits = "", tail = "", code = ""] = match;
  const start = match.index ?? 0;
  const digitsStart = start + sign.length;
  // "3Q22" and "2nd" are no amounts.
  if (tail === "" && /^(?!x\b)\p{L}/u.test(text.slice(digitsStart + digits.length))) return null;
  // The second number of a ratio.
  if (digits === "1" && /\d\s?(?:to|:)\s?$/.test(text.slice(0, start))) return null;
  const unitWord = tail.trim().toLowerCase().replace(/^-/, "");
  const money = unitOf(sign.trim(), code.trim(), dollar);
  const base = { text: whole.trim(), start, end: start + whole.trimEnd().length, digits, digitsStart };
  const value = Number(digits.replaceAll(",", ""));
  if (/^(?:%|per)/.test(unitWord)) return { ...base, kind: "percent", value, unit: "%", scale: "one" };
  const scale = scaleOf(unitWord);
  if (money !== null) return { ...base, kind: "money", value, unit: money, scale };
  if (RATIO.test(text.slice(base.end))) return { ...base, kind: "ratio", value, unit: null, scale };
  if (YEAR.test(digits) && scale === "one") return { ...base, kind: "year", value, unit: null, scale };
  if (scale === "one" && (NAMED.test(text.slice(0, start)) || isMark(digits, text.slice(base.end))))
    return null;
  return { ...base, kind: "count", value, unit: null, scale };
}

/** "(1)", "[12]": of a footnote or a list; "401(k)": of a law. */
const isMark = (digits: string, after: string) =>
  (/^\d{1,2}$/.test(digits) && /^[)\]]/.test(after)) || /^\(\p{Ll}\)/u.test(after);

function unitOf(sign: string, code: string, dollar: string): string | null {
  const written = sign || code;
  if (written === "") return null;
  const known = SIGNS.find(([pattern]) => pattern.test(written))?.[1];
  if (known) return known;
  if (/^(?:\$|dollars)$/i.test(written)) return dollar;
  if (/^euros?$/i.test(written)) return "EUR";
  if (/^pence$/i.test(written)) return "GBX";
  return written.toUpperCase();
}

function scaleOf(word: string): Claim["scale"] {
  if (word === "thousand" || word === "k") return "thousand";
  if (/^(?:million|m|mm|mn)$/.test(word)) return "million";
  return /^(?:billion|bn|b)$/.test(word) ? "billion" : "one";
}
