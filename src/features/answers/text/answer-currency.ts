import type { DraftAnswer } from "../answer.ts";
import { findCurrency, findScale } from "../figures/units.ts";
import { Draft } from "./draft.ts";
import { findCurrencySentence } from "./find-currency.ts";
import type { TextContext } from "./text-context.ts";

const CONFIDENCE = 0.9;

/** "In millions of euros", and no amount of them. */
const isUnit = (line: string) =>
  findScale(line) !== null && findCurrency(line) !== null && !/[$€£¥]\s?\d|\d\s?[$€£¥]/.test(line);

/** The currency of the report: in its own words, as its statements are headed, or as their amounts are printed. */
export function answerCurrency(context: TextContext): DraftAnswer | null {
  const { report, tables, dollar, presentYear, figureOf } = context;
  // A bare dollar sign is that of the report's country.
  const currency = tables.currency === "USD" ? dollar : tables.currency;
  if (currency === null) return null;
  const draft = new Draft(report, dollar).add(`${currency}. `);
  const sentence = findCurrencySentence(report.pages, currency);
  if (sentence && draft.quote(sentence)) return draft.finish(CONFIDENCE);
  const head = findHead(context);
  if (head) return draft.cite(`“${head.text}”`, head.page).finish(CONFIDENCE);
  const figure = presentYear === null ? null : figureOf("total assets", presentYear);
  return figure ? draft.addFigures(figure).finish(CONFIDENCE) : null;
}

/** The line above a statement that says the unit of its amounts. */
function findHead({ report, tables, statementPages }: TextContext): { text: string; page: number } | null {
  for (const number of [...statementPages("income"), ...statementPages("balance")]) {
    const page = report.pages.find((one) => one.page === number);
    const line = page?.lines.find(({ text }) => isUnit(text) && findCurrency(text) === tables.currency);
    if (line) return { text: line.text.trim(), page: number };
  }
  return null;
}
