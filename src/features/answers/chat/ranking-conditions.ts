import { findCountry, findExchange, findSector } from "../../reference/index.ts";
import { requireNamedMeasure } from "../../statements/index.ts";
import { isFinanceWord } from "../report-names.ts";
import { notFound, plainAnswer, type ShapeAnswer } from "./chat-answer.ts";
import { isFiller } from "./find-figure.ts";
import { readLimit } from "./limits.ts";
import type { ChatRequest } from "./read-request.ts";
import type { ScreenCriteria } from "./screen-criteria.ts";

export interface RankingCondition {
  where: string;
  currency: string | null;
}

const RANKED_BY =
  "Companies with reports are ranked by one figure, within a country, a sector or an exchange.";
const WHICH_CURRENCY = "Say the currency of the amount, for example “$2 billion” or “€500 million”.";
/** Words for how to rank, and for amounts. */
const HOW = new RegExp(
  "^(?:highest|lowest|best|worst|most|least|more|less|rank(?:ed|ing)?|order(?:ed)?|sort(?:ed)?|fast(?:er|est)" +
    "|slow(?:er|est)|strong(?:er|est)|weak(?:er|est)|than|above|below|over|under|exceeding|profitable|loss-making" +
    "|unprofitable|generat\\w+|report\\w*|post(?:ed|s)?|pa(?:y|ys|id)|gr[eo]w\\w*|increas\\w+|decreas\\w+|rose" +
    "|ris\\w+|f[ae]ll\\w*|chang\\w+|declin\\w+|improv\\w+|one|two|three|four|five|six|seven|eight|nine|ten" +
    "|money|euros?|eur|gbp|chf|jpy|yen|pounds?|francs?|million|billion|bn|mn)$",
  "i",
);

/** "more than 10 %", "over $1 billion", "made a loss", as a condition of the screener. */
export function conditionOf(question: string, measure: string): RankingCondition | null {
  if (/\b(?:a|net) loss\b|\blos(?:t|es|ing) money\b/i.test(question))
    return { where: `${measure} < 0 * ${measure}`, currency: null };
  const limit = readLimit(question);
  return limit && { where: `${measure} ${limit.operator} ${limit.value}`, currency: limit.currency };
}

/** Why companies are not ranked: a condition that is not understood, or an amount without its currency. */
export function whatIsUnclear(
  { figure, criteria }: ChatRequest,
  measure: string,
  limit: RankingCondition | null,
): ShapeAnswer | null {
  const ownWords = (figure ?? "").toLowerCase().split(" ");
  const isUnderstood = (word: string) =>
    ownWords.includes(word) || HOW.test(word) || isFiller(word) || isFinanceWord(word);
  const unread = (criteria?.unread ?? []).filter((word) => !isUnderstood(word));
  if (unread.length > 0) return notFound(`${RANKED_BY} I did not understand: ${unread.join(", ")}.`);
  const isAmount = limit?.currency === null && requireNamedMeasure(measure).unit === "money";
  // "A loss" is the same in every currency.
  return isAmount && !limit.where.includes("*")
    ? { ...plainAnswer(WHICH_CURRENCY), outcome: "ask_back" }
    : null;
}

/** " of the sector Banks in Germany"; empty for all companies. */
export function describeCriteria({ country, sector, exchange }: Partial<ScreenCriteria>): string {
  const parts = [
    sector && ` of the sector ${findSector(sector)?.name ?? sector}`,
    country && ` in ${findCountry(country)?.name ?? country}`,
    exchange && ` on ${findExchange(exchange)?.name ?? exchange}`,
  ];
  return parts.filter(Boolean).join("");
}
