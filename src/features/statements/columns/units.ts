import type { Scale } from "../statement.ts";

/** Scales in languages whose statements are not read: a report may print them next to its translation. */
const OTHER_LANGUAGES: readonly [string, Scale][] = [
  ["miljardia?|miljarder|milliarder|miliard(?:y|ów|ů)?|miliar|milyar|млрд|миллиард(?:ах|ов)?", 1_000_000_000],
  [String.raw`억\s?원`, 100_000_000],
  [
    "miljoner|millioner|miljoona[an]?|miljoonissa|milion(?:y|i|ów|ů|ech|ach)?|millió|milioane" +
      String.raw`|jutaan?|juta|milyon|млн|миллион(?:ах|ов)?|мільйон(?:ах|ів)?|εκατ(?:ομμύρια)?|백만\s?원`,
    1_000_000,
  ],
  [
    "tusental|tusen|tusind(?:e|er)?|tuhat(?:ta)?|tuhansi(?:a|na|ssa)|tys|tysi[ąa]c(?:ach|e|y)?" +
      String.raw`|tis(?:íc(?:e|ích|ů)?)?|ezer|ribuan?|тыс(?:яч|ячах|ячи)?|тисяч(?:ах)?|χιλ(?:ιάδες)?|천\s?원`,
    1_000,
  ],
];

const SCALES: readonly [RegExp, Scale][] = [
  ...OTHER_LANGUAGES.map(([words, scale]): [RegExp, Scale] => [
    new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, "iu"),
    scale,
  ]),
  [/\btrillions?\b|兆円/i, 1_000_000_000_000],
  [
    /\bbillions?\b|\bmrd\b|\bmilliard(?:s|en)?\b|\bmiliardi\b|\bmiljard\b|\bmiles de millones\b|\bbilh[oõ]es\b|(?:[$€£¥]|\b)bn\b|\bmds?\s?€|十億円|十亿/i,
    1_000_000_000,
  ],
  [/億円|億元|亿元|[億亿](?:[欧歐美港日英]|人民|新台)|\b億/, 100_000_000],
  [/\bcrores?\b/i, 10_000_000],
  [
    new RegExp(
      String.raw`\bmillions?\b|\bmio\b|\bmln\b|\bmillionen\b|\bmiljoenen\b|\bmilioni\b|\bmillones\b` +
        String.raw`|\bmilh[oõ]es\b|百万|百萬` +
        String.raw`|(?:[$€£¥₩]|\b(?:usd|eur|gbp|chf|aud|cad|sek|nok|dkk|nzd|sgd|hkd|inr|rmb|zar|brl|jpy|pln` +
        String.raw`|krw|myr))\s?m(?:n|m|ill|illion)?\b` +
        String.raw`|\bm(?:sek|nok|dkk|eur|usd|chf|gbp|kr)\b|\bm[$€£](?!\w)|\bmn\b|[$€£] in mm\b`,
      "i",
    ),
    1_000_000,
  ],
  // Millions of rand; RM is the ringgit.
  [/\bRm\b/, 1_000_000],
  [/\blakhs?\b|\blacs?\b/i, 100_000],
  [/(?<![百十千])[万萬](?:元|円|[欧歐美港日英]|人民|新台|$|\)|）)/, 10_000],
  [
    new RegExp(
      String.raw`\bthousands?\b|\btsd\b|\btausend|\bmilliers\b|\bmiles de\b|\bmilhares\b|\bmigliaia\b` +
        String.raw`|\bduizend|千円|千元|['’‘\x60]\s?000s?\b|(?<![\d.,])\b000['’‘\x60]?s?\b(?=\s|$|\))` +
        String.raw`|[$€£¥]\s?['’‘\x60]?000|[$€£]\s?k\b|\bt(?:€|eur|chf|usd|sek|nok|dkk)` +
        String.raw`|\bk(?:eur|usd|chf|sek|nok|dkk)\b|\bk[$€£](?!\w)|\btkr\b`,
      "i",
    ),
    1_000,
  ],
];

/** The scale a text names; the first named counts: "in millions, except shares in thousands" is in millions. */
export function findScale(text: string): Scale | null {
  return findFirst(SCALES, text);
}

/** What the first pattern in a text means; of two in one place, the one listed first. */
function findFirst<Meaning>(patterns: readonly [RegExp, Meaning][], text: string): Meaning | null {
  let best: { at: number; meaning: Meaning } | null = null;
  for (const [pattern, meaning] of patterns) {
    const at = text.search(pattern);
    if (at >= 0 && (best === null || at < best.at)) best = { at, meaning };
  }
  return best?.meaning ?? null;
}

/** A currency alone in a column's head, or said without a scale: whole units. */
const WHOLE = new RegExp(
  String.raw`^\(?\s*(?:in\s+)?(?:us|a|c|au|ca|nz|hk|s)?\s?[$€£¥]\s*\)?$` +
    String.raw`|\b(?:in|expressed in|stated in)\s+(?:(?:u\.?s\.?|united states|canadian|australian` +
    String.raw`|new zealand|hong kong|singapore)\s+)?(?:dollars|euros?|pounds sterling|swiss francs|yen)\b`,
  "i",
);

export function saysWholeUnits(text: string): boolean {
  return WHOLE.test(text.trim()) && findScale(text) === null;
}

const CURRENCIES: readonly [RegExp, string][] = [
  [/\bUS\s?\$|\bUSD\b|\bU\.?S\.? dollars?\b|\bunited states dollars?\b|美元|米ドル/i, "USD"],
  [/\bA\$|\bAU\$|\bAUD\b|\baustralian dollars?\b/i, "AUD"],
  [/\bC\$|\bCA\$|\bCAD\b|\bCdn\s?\$|\bcanadian dollars?\b/i, "CAD"],
  [/\bNZ\$|\bNZD\b|\bnew zealand dollars?\b/i, "NZD"],
  [/\bHK\$|\bHKD\b|\bhong kong dollars?\b|港元|港币|港幣/i, "HKD"],
  [/\bS\$|\bSGD\b|\bsingapore dollars?\b/i, "SGD"],
  [/€|\b[mtk]?EUR\b|\beuros?\b|欧元|歐元|ユーロ/i, "EUR"],
  [/\bEGP\b|\begyptian pounds?\b/i, "EGP"],
  [/£|\bGBP\b|\bpounds?( sterling)?\b|\bsterling\b|英镑|英鎊/i, "GBP"],
  [/\b[mtk]?CHF\b|\bswiss francs?\b|瑞士法郎/i, "CHF"],
  [/¥|\bJPY\b|\byen\b|円|日元|日圆|日圓/i, "JPY"],
  [/\bRMB\b|\bCNY\b|\brenminbi\b|人民币|人民幣/i, "CNY"],
  [/\b[mtk]?SEK\b|\bswedish kron/i, "SEK"],
  [/\b[mtk]?NOK\b|\bnorwegian kron/i, "NOK"],
  [/\b[mtk]?DKK\b|\bdanish kron/i, "DKK"],
  [/\bINR\b|₹|\bindian rupees?\b/i, "INR"],
  [/\bPKR\b|\bpakistani? rupees?\b/i, "PKR"],
  [/\bLKR\b|\bsri lankan? rupees?\b/i, "LKR"],
  [/\bNT\$|\bTWD\b|\bnew taiwan dollars?\b|新台币|新臺幣|新台幣/i, "TWD"],
  [/₩|\bKRW\b|\bkorean won\b|韩元|韓元/i, "KRW"],
  [/\bR\$|\bBRL\b|\bbrazilian rea(?:l|is)\b/i, "BRL"],
  [/\bMXN\b|\bmexican pesos?\b/i, "MXN"],
  [/\bCLP\b|\bchilean pesos?\b/i, "CLP"],
  [/\bCOP\b|\bcolombian pesos?\b/i, "COP"],
  [/₱|\bPHP\b|\bphilippine pesos?\b/i, "PHP"],
  [/\bMYR\b|\b[Rr]inggit\b|\bRM(?=\s?['’‘`]000|\s(?:million|thousand)|$|\))/, "MYR"],
  [/\bIDR\b|\brupiah\b/i, "IDR"],
  [/฿|\bTHB\b|\bbaht\b/i, "THB"],
  [/\bPLN\b|\bzlot(?:y|ys|ych)\b/i, "PLN"],
  [/\bCZK\b|\bczech (?:crown|koruna)s?\b/i, "CZK"],
  [/\bHUF\b|\bhungarian forints?\b/i, "HUF"],
  [/₺|\bturkish liras?\b/i, "TRY"],
  [/\bSAR\b|\bsaudi (?:arabian )?riyals?\b/i, "SAR"],
  [/\bAED\b|\b(?:UAE|emirati) dirhams?\b/i, "AED"],
  [/\bQAR\b|\bqatari? riyals?\b/i, "QAR"],
  [/₦|\bNGN\b|\bnaira\b/i, "NGN"],
  [/\bZAR\b|\brands?\b/i, "ZAR"],
  [/\bRm\b/, "ZAR"],
  [/\bNIS\b|\bILS\b|\bnew israeli shekels?\b/i, "ILS"],
];

/**
 * The currency a text names beyond doubt; a bare dollar sign is none. Of several the first named: what follows is a rate,
 * or what only some amounts are in.
 */
export function findCurrency(text: string): string | null {
  return findFirst(CURRENCIES, text);
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
