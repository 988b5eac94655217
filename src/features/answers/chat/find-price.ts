import type { AnyOperation } from "../../../kernel/operation.ts";
import { printNumber } from "../figures/units.ts";
import type { NamedCompany } from "./ask-reports.ts";
import { notFound, plainAnswer, type ShapeAnswer, sourceOf } from "./chat-answer.ts";
import type { ChatRunner } from "./chat-runner.ts";
import { DAY_MILLISECONDS, dayOf, readDay, readDays } from "./days.ts";

/** Means "no market" in ISO 10383. */
const NO_MARKET = "XXXX";
/** How far back the last trading day before a given day can be. */
const DAYS_BACK = 10;
const CHANGE_DECIMALS = 1;

interface PriceReply {
  currency: string;
  exchange: string | null;
  source: { name: string; reference: string };
  prices: { date: string; close: number | null }[];
}

interface Close {
  date: string;
  close: number;
}

interface PriceQuery {
  company: NamedCompany;
  question: string;
}

/** The last closing price, the price on a day, or the change, the highest or the lowest close over a period. */
export async function findPrice(
  runner: ChatRunner,
  operation: AnyOperation,
  { company, question }: PriceQuery,
): Promise<ShapeAnswer> {
  const { svc_entity_id, name } = company;
  const extreme = EXTREMES.find(({ asked }) => asked.test(question)) ?? null;
  const isOver = extreme !== null || CHANGE_QUESTION.test(question);
  const window = windowOf(question, isOver);
  const found = await runner.run<PriceReply>(operation, { svc_entity_id, ...window }, `Prices of ${name}`);
  const closes = (found?.prices ?? []).flatMap(({ date, close }) =>
    close === null ? [] : [{ date, close }],
  );
  const [first, last] = [closes[0], closes.at(-1)];
  if (!found || !first || !last) return notFound(`No prices of ${name} are available.`);
  const market = found.exchange && found.exchange !== NO_MARKET ? ` (${found.exchange})` : "";
  if (extreme) {
    const chosen = closes.reduce((best, one) => (extreme.isBetter(one.close, best.close) ? one : best));
    const text = `${extreme.said} closing price of ${name}${market} from ${first.date} to ${last.date}: ${printClose(found, chosen)} on ${chosen.date}.`;
    return { ...plainAnswer(text), sources: [sourceOf("price", found.source.name, { date: chosen.date })] };
  }
  const text = `${name} closed at ${printClose(found, last)} on ${last.date}${market}`;
  const sources = [sourceOf("price", found.source.name, { date: last.date })];
  if (!isOver || first === last || first.close === 0) return { ...plainAnswer(`${text}.`), sources };
  const percent = printNumber(Math.abs(last.close / first.close - 1) * 100, CHANGE_DECIMALS);
  const change = `${last.close < first.close ? "down" : "up"} ${percent} % from ${printClose(found, first)} on ${first.date}`;
  return {
    ...plainAnswer(`${text}, ${change}.`),
    sources,
    changes: [{ text: percent, from: first.close, to: last.close }],
  };
}

function printClose({ currency }: PriceReply, { close }: Close): string {
  return `${currency} ${printNumber(close, null)}`;
}

const CHANGE_QUESTION =
  /\b(?:chang\w+|perform\w*|develop\w*|ris(?:e|en|ing)|rose|f[ae]ll(?:en|ing)?|gain\w*|lost|lose|return\w*|mov(?:e|ed|ement)|gone?|went|up or down|trend\w*|do|done)\b/i;

const SPANS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:week|five days|5 days)\b/i, "5D"],
  [/\b(?:half a year|six months|6 months)\b/i, "6M"],
  [/\bmonth\b/i, "1M"],
  [/\b(?:this year|year to date|ytd|since january)\b/i, "YTD"],
  [/\b(?:five years|5 years)\b/i, "5Y"],
  [/\b(?:ever|all[- ]time|since (?:its )?(?:listing|ipo))\b/i, "MAX"],
];

const EXTREMES = [
  { asked: /\b(?:highest|peak|maximum)\b/i, said: "Highest", isBetter: (a: number, b: number) => a > b },
  { asked: /\b(?:lowest|minimum)\b/i, said: "Lowest", isBetter: (a: number, b: number) => a < b },
];

/** The days around a given one, the period that is named, or what "over" a period means where none is: a year. */
function windowOf(question: string, isOver: boolean): object {
  const day = readDay(question);
  if (day)
    return { start_date: dayOf(new Date(Date.parse(day) - DAYS_BACK * DAY_MILLISECONDS)), end_date: day };
  const said = SPANS.find(([words]) => words.test(question))?.[1];
  const days = said === undefined ? readDays(question) : null;
  if (days) return { start_date: days.from, end_date: days.to };
  return { window: isOver ? (said ?? "1Y") : "5D" };
}
