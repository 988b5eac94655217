import type { DraftAnswer } from "../answer.ts";
import type { TextContext } from "./answer-text.ts";
import { Draft } from "./draft.ts";
import { asksCurrency, findCurrencySentence } from "./find-currency.ts";
import { findOffice } from "./find-office.ts";
import { asksYearEnd, findYearEnd } from "./find-year-end.ts";
import type { TextRequest } from "./request.ts";

const CONFIDENCE = 0.8;

/**
 * What every report says of its own form: where the company sits, when its year ends, in which currency it reports. Null
 * where the question is for something else, or the report does not say it.
 */
export function answerForm(request: TextRequest, context: TextContext): DraftAnswer | null {
  const { question } = request;
  const { report, dollar, presentYear } = context;
  const draft = new Draft(report, dollar);
  if (asksYearEnd(question)) {
    const found = findYearEnd(report.pages, presentYear);
    return found && draft.add(`${found.day}. `).quote(found.sentence) ? draft.finish(CONFIDENCE) : null;
  }
  if (asksCurrency(question)) return sayCurrency(draft, context);
  const office = findOffice(request, context);
  return office && draft.add(`${office.address}. `).quote(office.sentence) ? draft.finish(CONFIDENCE) : null;
}

/** In the words of the report, or as its statements are. */
function sayCurrency(
  draft: Draft,
  { report, tables, dollar, presentYear, figureOf }: TextContext,
): DraftAnswer | null {
  // A bare dollar sign is that of the report's country.
  const currency = tables.currency === "USD" ? dollar : tables.currency;
  if (currency === null) return null;
  draft.add(`${currency}. `);
  const sentence = findCurrencySentence(report.pages, currency);
  if (sentence && draft.quote(sentence)) return draft.finish(CONFIDENCE);
  const figure = presentYear === null ? null : figureOf("total assets", presentYear);
  return figure ? draft.addFigures(figure).finish(CONFIDENCE) : null;
}
