import type { DraftAnswer } from "../answer.ts";
import { Draft } from "./draft.ts";
import { findOffice } from "./find-office.ts";
import { asksYearEnd, findYearEnd } from "./find-year-end.ts";
import type { TextRequest } from "./request.ts";
import type { TextContext } from "./text-context.ts";

const CONFIDENCE = 0.8;

/**
 * What every report says of its own form: where the company sits and when its year ends. Null where the question is for something else, or the report does not say it.
 */
export function answerForm(request: TextRequest, context: TextContext): DraftAnswer | null {
  const { question } = request;
  const { report, dollar, presentYear } = context;
  const draft = new Draft(report, dollar);
  if (asksYearEnd(question)) {
    const found = findYearEnd(report.pages, presentYear);
    return found && draft.add(`${found.day}. `).quote(found.sentence) ? draft.finish(CONFIDENCE) : null;
  }
  const office = findOffice(request, context);
  return office && draft.add(`${office.address}. `).quote(office.sentence) ? draft.finish(CONFIDENCE) : null;
}
