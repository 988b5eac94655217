import type { PageRecord } from "../../reports/index.ts";
import type { DraftAnswer } from "../answer.ts";
import type { FoundFigure } from "../figures/find-figure.ts";
import { agrees, isOtherThanRow, isUnscaled } from "./amount-and-cells.ts";
import { answerAuditor } from "./answer-auditor.ts";
import { answerBusiness } from "./answer-business.ts";
import { answerChange, decideByRow } from "./answer-change.ts";
import { answerChapter } from "./answer-chapter.ts";
import { answerDeals } from "./answer-deals.ts";
import { answerExtremum } from "./answer-extremum.ts";
import { answerForm } from "./answer-form.ts";
import { answerLegal } from "./answer-legal.ts";
import { answerHolder, answerName, answerStatedName, SUPERLATIVE, saySureName } from "./answer-name.ts";
import { answerRisks } from "./answer-risks.ts";
import { type AskedComputation, readComputation, readNamedFigure } from "./asked-computation.ts";
import { readParts } from "./breakdown.ts";
import { type Candidate, collectCandidates, type WeighedTerm, weighTerms } from "./candidates.ts";
import { cellFigure } from "./cell-figure.ts";
import { computeCells } from "./compute-cells.ts";
import { Draft } from "./draft.ts";
import { findSure, isSure, type Possible, readEvidence, weigh } from "./evidence.ts";
import { type FoundCell, findCells, isConfirmed, soleCell } from "./find-row.ts";
import { findSection, findStatement, isThin } from "./find-section.ts";
import { type PossibleValue, possibleValues } from "./find-value.ts";
import { findVerdict } from "./find-verdict.ts";
import { rankedPages } from "./ranked-pages.ts";
import { readTextRequest, type TextRequest } from "./request.ts";
import { runningLines } from "./running-lines.ts";
import { quoteAll, sayFound } from "./say-found.ts";
import { readSuperlative } from "./superlative.ts";
import { READ_SUPPORT_MIN, SUPPORT_MIN, valueMin, verdictMin } from "./support.ts";
import type { TextContext } from "./text-context.ts";

/** How often answers of each kind were right on reports that were not looked at: no answer claims to be surer. */
const CONFIDENCE_MAX = { cell: 0.6, value: 0.9, name: 0.7, verdict: 0.7, change: 0.4, summary: 0.6 };
const DAY_NAMED = /\b\p{Lu}\p{Ll}+ \d{1,2}, (?:19|20)\d\d\b/u;

function readRequest(question: string, { report, isName, presentYear }: TextContext): TextRequest {
  const [day] = DAY_NAMED.exec(question) ?? [];
  const isOwnDay = day !== undefined && (report.pages[0]?.text.includes(day) ?? false);
  return { ...readTextRequest(question, isName, presentYear), isOwnDay };
}

/** Answers a question from the sentences of the report; null when they do not support an answer. */
export function answerText(question: string, context: TextContext): DraftAnswer | null {
  const request = readRequest(question, context);
  const form = answerForm(request, context);
  if (form) return form;
  // Without a word of its own only what the passage reader says can answer it.
  const business = answerBusiness(request, context);
  if (business) return business;
  const isOpen = ["summary", "open"].includes(request.operation) && context.readings !== null;
  if ((request.terms.length === 0 && !isOpen) || isAboutAnAbsentYear(request, context)) return null;
  for (const answerTopic of [answerLegal, answerDeals, answerRisks]) {
    const answer = answerTopic(request, context);
    // What the report does not say under its own heading, a sentence from elsewhere does not say either.
    if (answer !== undefined) return answer;
  }
  return answerByOperation(request, context);
}

function answerByOperation(request: TextRequest, context: TextContext): DraftAnswer | null {
  const { question, operation } = request;
  const pages = rankedPages(context);
  const terms = weighTerms(request.terms, context.rarity);
  const candidates = collectCandidates(terms, pages, {
    ...context,
    isRunning: runningLines(context.report.pages),
  });
  const reading = { request, terms, candidates, pages };
  if (context.computed && operation === "change") return ANSWERS.change(reading, context);
  const computation = readComputation(question);
  if (computation && !namesOneRow(reading, context)) return answerComputation(computation, reading, context);
  const superlative = readSuperlative(question);
  const extreme = superlative && answerExtremum(superlative, pages, context);
  if (extreme) return extreme;
  // Which of several is no amount and no date; how much the largest has may be said.
  if (superlative?.asksMember && ["value", "when", "open"].includes(operation))
    return operation === "value" ? sayStatedAmount(reading, context) : null;
  const answer = ANSWERS[operation](reading, context) ?? answerNamed(reading, context);
  if (answer || SUPERLATIVE.test(question)) return answer;
  return answerAuditor(request, context) ?? answerChapter(request, context);
}

/** The one cell that is called exactly what the question asks for. */
function answerNamed(reading: Reading, context: TextContext): DraftAnswer | null {
  const { operation, question } = reading.request;
  const named = ["value", "summary", "open"].includes(operation) ? readNamedFigure(question) : null;
  return named && answerComputation(named, reading, context);
}

/** The average, the change or the ratio that is asked for may be a row of its own. */
function namesOneRow({ request, terms, pages }: Reading, { report, tables, nearness }: TextContext): boolean {
  const search = { pages, report: report.pages, tablesOf: tables.of, nearness };
  const [best] = findCells(request, terms, search);
  return best !== undefined && best.words >= WORDS_MIN && COMPUTED.test(best.row.label);
}

const COMPUTED = /\b(?:average|mean|change|growth|difference|ratio|increase|decrease|percent(?:age)?)\b|%/i;

/** With cells of tables; a sentence that says how something changed is taken for the change, and for nothing else. */
function answerComputation(
  asked: AskedComputation,
  reading: Reading,
  context: TextContext,
): DraftAnswer | null {
  const { report, tables, nearness } = context;
  const search = { pages: reading.pages, report: report.pages, tablesOf: tables.of, nearness };
  const { scale, currency } = tables;
  const computed = computeCells(asked, { ...context, search, scale, currency });
  const answer = computed && context.answerComputed(computed.question, computed.computation);
  if (answer) return { ...answer, confidence: Math.min(CONFIDENCE_MAX.cell, answer.confidence) };
  const { request } = reading;
  if (request.operation === "change") return ANSWERS.change(reading, context);
  // A share may be printed, or stated in a sentence.
  const isShare = asked.operation === "share" && request.expects === "percent";
  const printed = isShare ? answerValue(reading, context) : null;
  const isStated = isShare || asked.operation === "average";
  return printed ?? (isStated ? sayStatedAmount(reading, context) : null);
}

/** What would have to be computed or compared, where a sentence states it and the passage reader takes it for the answer. */
function sayStatedAmount({ request, candidates, terms }: Reading, context: TextContext): DraftAnswer | null {
  const [word] = AVERAGE.exec(request.question) ?? [];
  const stating = word ? candidates.filter(({ sentence }) => AVERAGE.test(sentence.text)) : candidates;
  const amounts = possibleValues(request, stating, { dollar: context.dollar, terms });
  const stated = weigh(amounts, "value").find((one) => {
    const { asAnswer = 0, strange, otherTime } = one.evidence;
    const isLikely = one.support >= SUPPORT_MIN.rival && Number(asAnswer) >= STATED_MIN;
    return isSure(one) || (isLikely && Number(strange) === 0 && !otherTime);
  });
  return stated && !isUnscaled(stated.span, stated.candidate.page, context.tables)
    ? sayFound(stated, CONFIDENCE_MAX.value, context)
    : null;
}

const AVERAGE = /\b(?:average|mean)\b/i;
const STATED_MIN = 0.4;

/** A year that the report never mentions: whatever it says is about another one. */
function isAboutAnAbsentYear(
  { years, isPresent }: TextRequest,
  { report, presentYear }: TextContext,
): boolean {
  if (years.length === 0 || (isPresent && presentYear !== null)) return false;
  return !report.pages.some(({ text }) => years.some((year) => text.includes(String(year))));
}

export interface Reading {
  request: TextRequest;
  terms: readonly WeighedTerm[];
  /** Sentences, the best first, and the pages they are on. */
  candidates: readonly Candidate[];
  pages: readonly PageRecord[];
}

type Answerer = (reading: Reading, context: TextContext) => DraftAnswer | null;

interface PossibleCell extends Possible {
  figure: FoundFigure;
}

/** The cells whose rows, columns and heads have what the question names, and the one that it means, if there is one. */
function possibleCells(
  { request, terms, pages }: Reading,
  { report, dollar, tables, nearness, readings }: TextContext,
): { cells: FoundCell[]; sole: PossibleCell[] } {
  if (request.expects === "date") return { cells: [], sole: [] };
  const search = { pages, report: report.pages, tablesOf: tables.of, nearness, readings };
  const cells = findCells(request, terms, search);
  const best = soleCell(cells);
  const figure = best && cellFigure(best, request, { ...tables, dollar, report });
  if (!best || !figure) return { cells, sole: [] };
  const evidence = {
    cell: true,
    cellSupport: best.support,
    confirmed: isConfirmed(best, cells),
    ...readEvidence(best.opinion),
  };
  return { cells, sole: [{ figure, evidence, key: `cell ${figure.value}` }] };
}

/**
 * The cell or the amount in a sentence, whichever is likelier. A cell that a sentence agrees with is preferred; where
 * tables have likely cells, a sentence that none of them agrees with may be about something else.
 */
const answerValue: Answerer = (reading, context) => {
  const { request, terms, candidates } = reading;
  const amounts = possibleValues(request, candidates, { dollar: context.dollar, terms });
  const { cells, sole } = possibleCells(reading, context);
  const weighed = weigh<PossibleCell | PossibleValue>([...amounts, ...sole], "value");
  const best =
    weighed.find(
      (one) => one.support >= ("span" in one ? valueMin(one, context.readings) : SUPPORT_MIN.cell),
    ) ??
    clearCell(weighed) ??
    findSure(weighed);
  if (!best) return null;
  const said = "span" in best ? sole.find(({ figure }) => agrees(figure.printedValue, best.span)) : undefined;
  const figure = "figure" in best ? best.figure : said?.figure;
  if (figure) {
    const draft = new Draft(context.report, context.dollar).addCell(figure);
    return draft.finish(Math.min(CONFIDENCE_MAX.cell, best.support));
  }
  if (!("span" in best)) return null;
  const { span, candidate } = best;
  const place = { page: candidate.page, tablesOf: context.tables.of, terms };
  const isOther =
    cells.some(({ words }) => words >= WORDS_MIN) && !cells.some(({ cell }) => agrees(cell.value, span));
  if (isUnscaled(span, candidate.page, context.tables)) return null;
  // What the passage reader takes for the answer without doubt is not refuted by a row that is called alike.
  if ((isOther || isOtherThanRow(span, place)) && !isSure(best)) return null;
  return sayFound(best, CONFIDENCE_MAX.value, context);
};

/** The cell that has the question by itself, where no sentence comes near. */
function clearCell<One extends PossibleCell | PossibleValue>(
  weighed: readonly (One & { support: number })[],
) {
  const isNear = weighed.some((one) => "span" in one && one.support >= SUPPORT_MIN.rival);
  return isNear
    ? undefined
    : weighed.find(({ evidence: { cellSupport = 0, confirmed } }) => {
        return Number(cellSupport) >= (confirmed ? SUPPORT_MIN.confirmed : SUPPORT_MIN.cell);
      });
}

/** The share of the question that a cell must have to speak against a sentence. */
const WORDS_MIN = 0.8;

const ANSWERS: Record<TextRequest["operation"], Answerer> = {
  value: answerValue,
  when: answerValue,
  name: (reading, context) => {
    const named = answerName(reading, context, CONFIDENCE_MAX.name);
    if (named || SUPERLATIVE.test(reading.request.question)) return named;
    return readSuperlative(reading.request.question)?.choices
      ? null
      : answerStatedName(reading, context, CONFIDENCE_MAX.name);
  },
  verdict: ({ request, terms, candidates, pages }, context) => {
    const moved = decideByRow({ request, terms, candidates, pages }, context, CONFIDENCE_MAX.cell);
    if (moved) return moved;
    const verdict = findVerdict(request, candidates, terms);
    if (!verdict || verdict.support < verdictMin(verdict, context.readings, isThin(request))) return null;
    const draft = new Draft(context.report, context.dollar).add(verdict.yes ? "Yes. " : "No. ");
    return draft.quote(verdict.candidate.sentence)
      ? draft.finish(Math.min(CONFIDENCE_MAX.verdict, verdict.support))
      : null;
  },
  change: (reading, context) => answerChange(reading, context, CONFIDENCE_MAX.change),
  summary: (reading, context) => answerSection(reading, context) ?? answerOpen(reading, context),
  open: (reading, context) =>
    answerHolder(reading, context, CONFIDENCE_MAX.name) ??
    sayAmount(reading, context) ??
    saySureName(reading, context, CONFIDENCE_MAX.name) ??
    answerOpen(reading, context),
};

/** Segments are called by their names, and by no amount. */
function sayAmount(reading: Reading, context: TextContext): DraftAnswer | null {
  if (readParts(reading.request.question)) return null;
  return answerValue(reading, context);
}

/** The passage that is most about the question. */
function answerSection({ request, candidates }: Reading, context: TextContext): DraftAnswer | null {
  const section = findSection(request, candidates);
  const least = section?.isRead ? READ_SUPPORT_MIN.summary : SUPPORT_MIN.summary;
  if (!section || section.support < least) return null;
  return quoteAll(section.sentences, Math.min(CONFIDENCE_MAX.summary, section.support), context);
}

/** No word says what kind of answer is expected: what the passage reader takes for it. */
function answerOpen(reading: Reading, context: TextContext): DraftAnswer | null {
  // What is said of one of two says nothing of the other.
  if (readSuperlative(reading.request.question)?.choices) return null;
  const found = findStatement(reading);
  if (!found || found.support < READ_SUPPORT_MIN.statement) return null;
  return quoteAll(found.sentences, Math.min(CONFIDENCE_MAX.summary, found.support), context);
}
