/** Scale and currency as tables and questions print them. */

export type Scale = 1 | 1_000 | 1_000_000 | 1_000_000_000;

const SCALES: readonly [RegExp, Scale][] = [
  [/\bbillions?\b|\bmrd\b|milliards?|\bbn\b|十億円/i, 1_000_000_000],
  [/\bmillions?\b|\bmio\b|百万円|\$m\b|€m\b|£m\b|\bmn\b|\bmm\b/i, 1_000_000],
  [
    /\bthousands?\b|\btsd\b|milliers?|千円|[$€£]\s?['‘’`]?000|\b[A-Z]{3}\s?['‘’`]?000s?\b|\bt€|\bk€|['‘’]000s?\b/i,
    1_000,
  ],
];

/** The scale a text names; the first named counts, since "in millions, except shares in thousands" begins with it. */
export function findScale(text: string): Scale | null {
  let best: { at: number; scale: Scale } | null = null;
  for (const [pattern, scale] of SCALES) {
    const at = text.search(pattern);
    if (at >= 0 && (best === null || at < best.at)) best = { at, scale };
  }
  return best?.scale ?? null;
}

/** An amount of millions is printed in full, where nothing says otherwise. */
const PRINTED_IN_FULL = 1_000_000;

/** The scale of an amount of money; null where it is not said, and the amount could be in thousands or millions. */
export function moneyScale(said: Scale | null, value: number): Scale | null {
  return said ?? (Math.abs(value) >= PRINTED_IN_FULL ? 1 : null);
}

const CURRENCIES: readonly [RegExp, string][] = [
  [/US\$|\bUSD\b|\bU\.?S\.? dollars?\b|\bdollars?\b/i, "USD"],
  [/€|\bEUR\b|\beuros?\b/i, "EUR"],
  [/£|\bGBP\b|\bpounds? sterling\b|\bsterling\b/i, "GBP"],
  [/¥|\bJPY\b|\byen\b|円/i, "JPY"],
  [/\bCHF\b|\bSwiss francs?\b/i, "CHF"],
  [/\$/, "USD"],
];

export function findCurrency(text: string): string | null {
  return CURRENCIES.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

const SIGNS: Record<string, string> = { USD: "$", EUR: "€", GBP: "£", JPY: "¥" };

const SCALE_WORDS: Record<Scale, string> = {
  1: "",
  1000: "thousand",
  1000000: "million",
  1000000000: "billion",
};

/** Whether answers have a word for a scale; an amount in crores is given in single units. */
export function isNamedScale(scale: number): scale is Scale {
  return scale in SCALE_WORDS;
}

export function scaleWord(scale: Scale): string {
  return SCALE_WORDS[scale];
}

/** "$1,577 million", "€0.54", "−¥12 thousand". */
export function printMoney(value: number, currency: string | null, scale: Scale): string {
  const amount = printNumber(Math.abs(value / scale), scale === 1 && Number.isInteger(value) ? 0 : null);
  const sign = currency === null ? "" : (SIGNS[currency] ?? `${currency} `);
  return [`${value < 0 ? "-" : ""}${sign}${amount}`, scaleWord(scale)].filter(Boolean).join(" ");
}

/** With thousands apart, and no more decimals than asked for; without asking at most two. */
export function printNumber(value: number, decimals: number | null): string {
  const fixed = decimals ?? (Number.isInteger(Number(value.toFixed(6))) ? 0 : 2);
  return new Intl.NumberFormat("en-US", {
    minimumFractionDigits: fixed,
    maximumFractionDigits: fixed,
  }).format(roundHalfUp(value, fixed));
}

/** Away from zero at the half, as people round, and without the dust of binary fractions. */
export function roundHalfUp(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  const scaled = Number((Math.abs(value) * factor).toPrecision(14));
  const rounded = Math.round(scaled) / factor;
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}
