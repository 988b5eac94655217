import type { DraftAnswer } from "../answer.ts";
import { findChapters } from "./chapters.ts";
import { asksAuditor } from "./find-role.ts";
import { namesIn } from "./names.ts";
import type { TextRequest } from "./request.ts";
import { quoteAll } from "./say-found.ts";
import type { TextContext } from "./text-context.ts";
import { isWhole } from "./whole-sentence.ts";

/** The report of the auditors in reports that are not in English: there its words give the firm no title that is known. */
const TITLE = new RegExp(
  [
    "commissaires? aux comptes",
    "best[äa]tigungsvermerk|abschlusspr[üu]fers?",
    "informe de auditor[íi]a|auditores independientes",
    "societ[àa] di revisione|revisore legale",
    "controleverklaring|onafhankelijke accountant",
    "auditores independentes|relat[óo]rio de auditoria",
  ].join("|"),
  "i",
);
const CONFIDENCE = 0.5;

/** The first sentence of the auditors' report that names somebody else than the company. */
export function answerAuditor(request: TextRequest, context: TextContext): DraftAnswer | null {
  if (request.operation !== "name" || !asksAuditor(request)) return null;
  const chapters = findChapters(context.report.pages, (title) => TITLE.test(title));
  const sentence = chapters
    .flatMap((chapter) => chapter.sentences())
    .find((one) => isWhole(one) && namesFirm(one.text, context));
  return sentence ? quoteAll([{ sentence }], CONFIDENCE, context) : null;
}

/** One word may begin a sentence or be a month. */
const namesFirm = (text: string, { isName }: TextContext) =>
  namesIn(text).some(({ words }) => words.length > 1 && words.every((word) => isName(word) !== "known"));
