import type { Scale } from "../statement.ts";

const SCALES: readonly [RegExp, Scale][] = [
  [/\bbillions?\b|\bmrd\b|\bmilliards?\b|十億円|十亿/i, 1_000_000_000],
  [
    /\bmillions?\b|\bmio\b|\bmillionen\b|\bmiljoenen\b|\bmilioni\b|\bmillones\b|百万|百萬|(?:[$€£¥]|\b(?:usd|eur|gbp|chf|aud|cad|sek|nok|dkk|nzd|sgd|hkd|inr|rmb|zar|brl|jpy))\s?m(?:n|illion)?\b|\bmn\b|\bRm\b/i,
    1_000_000,
  ],
  [
    /\bthousands?\b|\btsd\b|\btausend|\bmilliers\b|\bmiles de\b|\bmigliaia\b|\bduizend|千円|千元|['’‘`]\s?000s?\b|\b000['’‘`]?s?\b(?=\s|$|\))|[$€£¥]\s?['’‘`]?000|\bt(?:€|eur|chf|usd)|\bk(?:€|eur|usd|chf)\b|\bkchf\b/i,
    1_000,
  ],
];

/** The scale a text names; the first named counts: "in millions, except shares in thousands" is in millions. */
export function findScale(text: string): Scale | null {
  let best: { at: number; scale: Scale } | null = null;
  for (const [pattern, scale] of SCALES) {
    const at = text.search(pattern);
    if (at >= 0 && (best === null || at < best.at)) best = { at, scale };
  }
  return best?.scale ?? null;
}

/** Scales we do not know; what is in them must not be taken for something else. */
const OTHER_SCALE = /\bcrores?\b|\blakhs?\b|\blacs?\b|億円|億元|亿元|万元|萬元|\btrillions?\b/i;

export function saysOtherScale(text: string): boolean {
  return OTHER_SCALE.test(text);
}

/** A currency alone in a column's head, or said without a scale: whole units. */
const WHOLE =
  /^\(?\s*(?:in\s+)?(?:us|a|c|au|ca|nz|hk|s)?\s?[$€£¥]\s*\)?$|\b(?:in|expressed in|stated in)\s+(?:(?:u\.?s\.?|united states|canadian|australian|new zealand|hong kong|singapore)\s+)?(?:dollars|euros?|pounds sterling|swiss francs|yen)\b/i;

export function saysWholeUnits(text: string): boolean {
  return WHOLE.test(text.trim()) && findScale(text) === null;
}

const CURRENCIES: readonly [RegExp, string][] = [
  [/\bUS\s?\$|\bUSD\b|\bU\.?S\.? dollars?\b|\bunited states dollars?\b/i, "USD"],
  [/\bA\$|\bAU\$|\bAUD\b|\baustralian dollars?\b/i, "AUD"],
  [/\bC\$|\bCA\$|\bCAD\b|\bCdn\s?\$|\bcanadian dollars?\b/i, "CAD"],
  [/\bNZ\$|\bNZD\b|\bnew zealand dollars?\b/i, "NZD"],
  [/\bHK\$|\bHKD\b|\bhong kong dollars?\b/i, "HKD"],
  [/\bS\$|\bSGD\b|\bsingapore dollars?\b/i, "SGD"],
  [/€|\bEUR\b|\beuros?\b/i, "EUR"],
  [/£|\bGBP\b|\bpounds?( sterling)?\b|\bsterling\b/i, "GBP"],
  [/\bCHF\b|\bswiss francs?\b/i, "CHF"],
  [/¥|\bJPY\b|\byen\b|円/i, "JPY"],
  [/\bRMB\b|\bCNY\b|\brenminbi\b|人民币|人民幣/i, "CNY"],
  [/\bSEK\b|\bswedish kron/i, "SEK"],
  [/\bNOK\b|\bnorwegian kron/i, "NOK"],
  [/\bDKK\b|\bdanish kron/i, "DKK"],
  [/\bINR\b|₹|\brupees?\b/i, "INR"],
  [/\bZAR\b|\brands?\b/i, "ZAR"],
  [/\bNIS\b|\bILS\b|\bnew israeli shekels?\b/i, "ILS"],
];

/** The currency a text names beyond doubt; a bare dollar sign is none. */
export function findCurrency(text: string): string | null {
  return CURRENCIES.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

const DOLLARS: readonly [RegExp, string][] = [
  [/\bcanadian dollars?\b|\bC\$|\bCAD\b|\bToronto Stock Exchange\b|\bTSX\b|\bCPA Canada\b/gi, "CAD"],
  [/\baustralian dollars?\b|\bA\$|\bAUD\b|\bASX\b|\bCorporations Act 2001\b|\bABN\b/gi, "AUD"],
  [/\bnew zealand dollars?\b|\bNZ\$|\bNZX\b/gi, "NZD"],
  [/\bhong kong dollars?\b|\bHK\$/gi, "HKD"],
  [/\bsingapore dollars?\b|\bS\$|\bSGX\b/gi, "SGD"],
  [
    /\bU\.?S\.? dollars?\b|\bUS\s?\$|\bUSD\b|\bSecurities and Exchange Commission\b|\bForm 10-K\b|\bU\.?S\.? GAAP\b|\bDelaware\b|\bNasdaq\b|\bNYSE\b/gi,
    "USD",
  ],
];

/** Whose dollar a report means by "$": the country its words speak of most. */
export function guessDollar(text: string): string {
  const counts = DOLLARS.map(([pattern, currency]) => ({
    currency,
    count: text.match(pattern)?.length ?? 0,
  }));
  const best = counts.reduce((a, b) => (b.count > a.count ? b : a));
  return best.count === 0 ? "USD" : best.currency;
}
