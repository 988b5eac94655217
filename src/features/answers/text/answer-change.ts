import type { DraftAnswer } from "../answer.ts";
import type { FigureAnswer } from "../figures/answer-figure.ts";
import type { Reading } from "./answer-text.ts";
import { changeSubject } from "./change-subject.ts";
import { Draft } from "./draft.ts";
import { ASKS_WHY, type Change, findChange } from "./find-change.ts";
import { findStatement } from "./find-section.ts";
import { askedDirection } from "./find-verdict.ts";
import { READ_SUPPORT_MIN } from "./support.ts";
import { findRowChange, type RowChange } from "./table-change.ts";
import type { TextContext } from "./text-context.ts";

/** What must support a sentence that says how something changed, and one that says why, where the change is known. */
const SUPPORT_MIN = { change: 0.65, reason: 0.5 };

/** By how much something changed, computed where figures or a table have it, and the sentences that say why. */
export function answerChange(reading: Reading, context: TextContext, most: number): DraftAnswer | null {
  const growth = context.computed ?? findGrowth(reading, context);
  const row = growth ? null : rowChange(reading, context);
  const least = growth || row ? SUPPORT_MIN.reason : SUPPORT_MIN.change;
  const change = findSaid(reading, growth, least);
  const draft = new Draft(context.report, context.dollar);
  if (growth) draft.addFigures(growth);
  if (row) draft.addRowChange(row);
  if (change?.difference && !row) draft.addDifference(change.lead.sentence, change.difference);
  const why = findWhy(reading, change);
  const sentences = new Set(
    [...(change?.sentences ?? []), ...(why?.sentences ?? [])].map((one) => one.sentence),
  );
  const quoted = [...sentences].filter((sentence) => draft.quote(sentence));
  if (quoted.length === 0 && !growth && !row) return null;
  return draft.finish(Math.min(most, change?.support ?? why?.support ?? 1));
}

function findSaid(reading: Reading, growth: FigureAnswer | null, least: number): Change | null {
  const { request, candidates, terms } = reading;
  const found = findChange(request, candidates, { terms, known: growth?.claims ?? [] });
  return found && found.support >= least ? found : null;
}

/** Why, by the passage reader, where that is asked for and the sentences that say how much do not say it. */
function findWhy(reading: Reading, change: Change | null): ReturnType<typeof findStatement> {
  const isSaid = change?.sentences.some(({ isReason }) => isReason) ?? false;
  const stated = isSaid || !ASKS_WHY.test(reading.request.question) ? null : findStatement(reading);
  return stated && stated.support >= READ_SUPPORT_MIN.statement ? stated : null;
}

function findGrowth({ request: { question, years } }: Reading, context: TextContext): FigureAnswer | null {
  const subject = changeSubject(question);
  return subject === null ? null : context.changeOf(subject, years.length === 0 ? null : Math.max(...years));
}

function rowChange({ request, terms, pages }: Reading, context: TextContext): RowChange | null {
  const { report, dollar, tables, nearness } = context;
  const search = { pages, report: report.pages, tablesOf: tables.of, nearness };
  return findRowChange(request, terms, search, { ...tables, dollar, report });
}

/** What is expected is in no table yet. */
const LATER = /\b(?:will|expect|plan|could|may|might|would|forecast)/i;

/** Whether the row that the question means rose or fell, by its two cells. */
export function decideByRow(reading: Reading, context: TextContext, confidence: number): DraftAnswer | null {
  const { question } = reading.request;
  const asked = LATER.test(question) ? null : askedDirection(question);
  const row = asked === null ? null : rowChange(reading, context);
  if (!row) return null;
  const isSo = row.after.value > row.before.value === asked;
  const draft = new Draft(context.report, context.dollar).add(isSo ? "Yes. " : "No. ");
  return draft.addRowChange(row).finish(confidence);
}
