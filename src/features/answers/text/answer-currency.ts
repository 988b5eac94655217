import type { DraftAnswer } from "../answer.ts";
import { findCurrency, findScale } from "../figures/units.ts";
import type { TextContext } from "./answer-text.ts";
import { Draft } from "./draft.ts";

/** "What currency are the statements in?", and no amount in a foreign one. */
const ASKS_CURRENCY =
  /\b(?:what|which)(?:['’]s| is| was)?(?: the)?(?: \p{L}+)? currency\b(?! (?:risk|effects?|translation|exposure|loss|gain|impact|hedg))/iu;
const CONFIDENCE = 0.9;

export const asksCurrency = (question: string): boolean =>
  ASKS_CURRENCY.test(question) && !/\bfunctional\b/i.test(question);

/** "In millions of euros", and no amount of them. */
const isUnit = (line: string) =>
  findScale(line) !== null && findCurrency(line) !== null && !/[$€£¥]\s?\d|\d\s?[$€£¥]/.test(line);

/** The currency of the statements, where they say so. */
export function answerCurrency({ report, tables, dollar, statementPages }: TextContext): DraftAnswer | null {
  for (const number of [...statementPages("income"), ...statementPages("balance")]) {
    const page = report.pages.find((one) => one.page === number);
    const line = page?.lines.find(({ text }) => isUnit(text));
    const said = line && findCurrency(line.text);
    if (!line || !said || said !== tables.currency) continue;
    const code = said === "USD" ? dollar : said;
    return new Draft(report, dollar)
      .add(`${code}. `)
      .cite(`“${line.text.trim()}”`, number)
      .finish(CONFIDENCE);
  }
  return null;
}
