/** Scale and currency as questions and answers name them. */
import {
  findCurrency as findNamedCurrency,
  findScale as findStatedScale,
  type Scale as StatementScale,
} from "../../statements/index.ts";

export type { StatementScale };

/** "(1,000)" is how thousands are printed in some countries. */
export const findScale = (text: string): StatementScale | null =>
  findStatedScale(text) ?? (/\(1[,.]000\)/.test(text) ? 1_000 : null);

/** The scales that answers have a word for. */
export type Scale = 1 | 1_000 | 1_000_000 | 1_000_000_000;

/** Null for a scale without a word in answers, such as crores. */
export const namedScale = (scale: StatementScale): Scale | null => (isNamedScale(scale) ? scale : null);

/** An amount of millions is printed in full, where nothing says otherwise. */
const PRINTED_IN_FULL = 1_000_000;

/**
 * The scale of an amount of money; null where it is not said, and the amount could be in thousands or millions, or where
 * answers have no word for it.
 */
export function moneyScale(said: StatementScale | null, value: number): Scale | null {
  if (said !== null) return namedScale(said);
  return Math.abs(value) >= PRINTED_IN_FULL ? 1 : null;
}

/** What is measured in these is no money: "Total (MW)". */
const PHYSICAL = new RegExp(
  String.raw`\b(?:[kMGT]Wh?p?|boe|bbl|kt|Mt|kg|km2?|TEU|oz)\b|\bm[23²³]` +
    String.raw`|\b(?:[Tt]onn?es|[Tt]ons|[Bb]arrels|[Gg]allons|[Hh]ectares|[Aa]cres|[Oo]unces` +
    String.raw`|(?:[Mm]ega|[Kk]ilo|[Gg]iga|[Tt]era)?(?:[Ll]it(?:re|er)s|[Ww]att(?:s|[- ]?hours?)|[Jj]oules)|[Kk]ilomet(?:re|er)s)\b` +
    String.raw`|\((?:days|hours|minutes|years|times|points|number)\)`,
);

export const isPhysical = (text: string): boolean => PHYSICAL.test(text);

/** Pounds are weighed as well. */
const WEIGHT = /\bpounds?\b(?! sterling)/gi;

/** The currency a text names; a bare dollar is the one that the report means by it. */
export function findCurrency(text: string): string | null {
  return findNamedCurrency(text.replace(WEIGHT, " ")) ?? (/\$|\bdollars?\b/i.test(text) ? "USD" : null);
}

const IN_LABEL = /\((?:[^)]*\s)?in (?:thousands|millions|billions)\b[^)]*\)/i;

/** What a row says of its own amounts: "Gross profit (in thousands)". */
export const labelScale = (label: string): StatementScale | null =>
  findScale(IN_LABEL.exec(label)?.[0] ?? "");

/**
 * The scale of a number of shares, which is printed in full where nothing is said; null where what is said of all amounts
 * would make it more than any company has.
 */
export function shareScale(said: StatementScale | null, value = 0): Scale | null {
  if (said === null) return 1;
  return said > 1 && Math.abs(value) >= SHARES_IN_FULL ? null : namedScale(said);
}

const SHARES_IN_FULL = 10_000_000;

/** The currency of an amount per share, which may be printed in pence or cents. */
export function shareCurrency(text: string, currency: string | null): string | null {
  if (currency === null) return null;
  if (currency === "GBP" && /\bpence\b/i.test(text)) return "GBX";
  return /\bcents?\b/i.test(text) ? `${currency} cents` : currency;
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
