import { ABOVE, BELOW } from "../figures/limit-words.ts";
import { findCurrency } from "../figures/units.ts";
import { SCALES } from "./screen-criteria.ts";

/** "More than 10 %", "above $1 billion", as a question states it. */
export interface Limit {
  operator: ">" | "<";
  value: number;
  isPercent: boolean;
  currency: string | null;
}

const AMOUNT = String.raw`(?:us\$|[$€£¥]|[a-z]{3}\s)?\s?-?\d+(?:[.,]\d+)*\s?(?:%|percent\b|per cent\b|thousand\b|million\b|billion\b|trillion\b|bn\b|mn\b|[mbk]\b)?`;
const LIMIT = new RegExp(
  String.raw`(?:(?:\bof )?\b(?:(?<more>${ABOVE})|(?<less>${BELOW}))|(?<sign>[<>]))\s*(?<amount>${AMOUNT})(?<unit>\s*(?:dollars?|euros?|usd|eur|gbp|chf|jpy)\b)?`,
  "i",
);
const ASKS_WHETHER = /^\W*(?:(?:and|but|so)\s+)?(?:is|are|was|were|does|do|did|has|have|had)\b/i;
/** Four digits are a year rather than an amount: "higher than 2023". */
const YEAR = /^\s*(?:19|20)\d\d\s*$/;

export function readLimit(question: string): Limit | null {
  const { more, less, sign, amount = "", unit = "" } = LIMIT.exec(question)?.groups ?? {};
  if (amount === "" || YEAR.test(amount)) return null;
  const isMore = more !== undefined || (less === undefined && sign === ">");
  const number = Number((/-?\d+(?:[.,]\d+)*/.exec(amount)?.[0] ?? "").replaceAll(",", ""));
  const scale = /[a-z]+$/i.exec(amount.trim())?.[0].toLowerCase() ?? "";
  const isPercent = /%|per ?cent/i.test(amount);
  return {
    operator: isMore ? ">" : "<",
    value: isPercent ? number / 100 : number * (SCALES[scale] ?? 1),
    isPercent,
    currency: findCurrency(`${amount}${unit}`),
  };
}

/** The question without its limit, if it has one. */
export const withoutLimit = (question: string): string =>
  readLimit(question) === null ? question : question.replace(LIMIT, " ");

/** Whether a question asks if something is beyond a limit, rather than when, why or by how much. */
export const asksForDecision = (question: string): boolean =>
  ASKS_WHETHER.test(question) && readLimit(question) !== null;

/**
 * "Yes" or "No" to whether a value is beyond the limit of the question. Null for a question that does not ask it, and
 * where the two cannot be compared: another currency, a share and an amount, or the size of a loss.
 */
export function decideLimit(
  question: string,
  { value, unit, currency }: { value: number; unit: string; currency: string | null },
): "Yes" | "No" | null {
  const limit = ASKS_WHETHER.test(question) ? readLimit(question) : null;
  if (limit === null || value < 0 || /\bloss(?:es)?\b/i.test(question)) return null;
  const isShare = unit === "number";
  if (limit.isPercent !== isShare || (limit.currency !== null && limit.currency !== currency)) return null;
  return (limit.operator === ">" ? value > limit.value : value < limit.value) ? "Yes" : "No";
}
