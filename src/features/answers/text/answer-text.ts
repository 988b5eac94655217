import type { PageRecord } from "../../reports/index.ts";
import type { DraftAnswer } from "../answer.ts";
import type { FigureAnswer } from "../figures/answer-figure.ts";
import type { FoundFigure } from "../figures/find-figure.ts";
import type { ReadTable } from "../figures/table-reading.ts";
import type { Scale } from "../figures/units.ts";
import type { NameFinder } from "../report-names.ts";
import type { ReadableReport } from "../report-reader.ts";
import type { Nearness } from "../retrieval/nearness.ts";
import { answerDeals } from "./answer-deals.ts";
import { answerExtremum } from "./answer-extremum.ts";
import { answerLegal } from "./answer-legal.ts";
import { type Candidate, collectCandidates, type WeighedTerm, weighTerms } from "./candidates.ts";
import { cellFigure } from "./cell-figure.ts";
import { changeSubject } from "./change-subject.ts";
import type { NamedFigure } from "./decide.ts";
import { Draft } from "./draft.ts";
import { findChange } from "./find-change.ts";
import { findNames } from "./find-name.ts";
import { findCells, isConfirmed, soleCell } from "./find-row.ts";
import { findSection } from "./find-section.ts";
import { type Found, findValues } from "./find-value.ts";
import { findVerdict } from "./find-verdict.ts";
import { isStrange, readTextRequest, type TextRequest } from "./request.ts";
import { readSuperlative } from "./superlative.ts";

export interface TextContext {
  report: ReadableReport;
  /** Pages, the nearest to the question first. */
  ranked: readonly number[];
  nearness: Nearness | null;
  rarity: (term: string) => number;
  isName: NameFinder;
  /** The year the report is about, if it is known. */
  presentYear: number | null;
  /** The currency that "$" means. */
  dollar: string;
  /**
   * By how much a figure of the statements grew over a year, or the newest, or between two periods in words; null where
   * there is no such figure.
   */
  growthOf: (subject: string, year: number | null, between?: string | null) => FigureAnswer | null;
  /** The tables of a page, and the scale of the statements. */
  tables: { of: (page: number) => readonly ReadTable[]; scale: Scale | null };
  /** The figure that was computed for the question, and one by its name and year. */
  computed: FigureAnswer | null;
  figureOf: (name: string, year: number) => FigureAnswer | null;
  /** The figures that the question names, each for the periods it names. */
  named: () => NamedFigure[];
  /** The same, where the question does not ask for one of them. */
  supporting: () => FigureAnswer[];
}

const PAGES_NEAR = 15;

/** What must support an answer of each kind, chosen on reports that were looked at; below it there is no answer. */
const SUPPORT_MIN = {
  cell: 0.6,
  /** A cell that two tables have. */
  confirmed: 0.53,
  value: 0.5,
  name: 0.55,
  superlative: 0.75,
  /** A denial is explicit; that something is so is only said without one. */
  no: 0.5,
  yes: 0.95,
  change: 0.65,
  summary: 0.68,
};
/** How often answers of each kind were right on reports that were not looked at: no answer claims to be surer. */
const CONFIDENCE_MAX = { cell: 0.6, value: 0.8, name: 0.5, verdict: 0.8, change: 0.4, summary: 0.6 };
/** The largest of several is seldom said in one sentence; that takes a table. */
const SUPERLATIVE =
  /\b(?:most|least|largest|smallest|biggest|highest|lowest|fastest|slowest|best|worst|top)\b/i;

/** Answers a question from the sentences of the report; null when they do not support an answer. */
export function answerText(question: string, context: TextContext): DraftAnswer | null {
  const request = readTextRequest(question, context.isName, context.presentYear);
  if (request.terms.length === 0 || isAboutAnAbsentYear(request, context)) return null;
  const byNumber = new Map(context.report.pages.map((page) => [page.page, page]));
  const pages = context.ranked.flatMap((number) => byNumber.get(number) ?? []);
  for (const answerTopic of [answerLegal, answerDeals]) {
    const answer = answerTopic(request, context);
    // What the report does not say under its own heading, a sentence from elsewhere does not say either.
    if (answer !== undefined) return answer;
  }
  const terms = weighTerms(request.terms, context.rarity);
  const candidates = collectCandidates(terms, pages, context.nearness);
  const reading = { request, terms, candidates, pages };
  const superlative = readSuperlative(question);
  const extreme = superlative && answerExtremum(superlative, pages, context);
  if (extreme) return extreme;
  // Which of several is no amount and no date.
  if (superlative && (request.operation === "value" || request.operation === "when")) return null;
  const answer = ANSWERS[request.operation](reading, context);
  return (
    answer ??
    (request.operation === "value" || request.operation === "name" || request.terms.some(isStrange)
      ? null
      : sayFigures(context))
  );
}

/** A year that the report never mentions: whatever it says is about another one. */
function isAboutAnAbsentYear(
  { years, isPresent }: TextRequest,
  { report, presentYear }: TextContext,
): boolean {
  if (years.length === 0 || (isPresent && presentYear !== null)) return false;
  return !report.pages.some(({ text }) => years.some((year) => text.includes(String(year))));
}

/** What the figures named in the question are, where no sentence says what was asked about them. */
function sayFigures({ report, dollar, supporting }: TextContext): DraftAnswer | null {
  const figures = supporting();
  if (figures.length === 0) return null;
  const draft = new Draft(report, dollar).add("Figures the question is about: ");
  for (const figure of figures) draft.addFigures(figure);
  return draft.finish(FIGURES_CONFIDENCE);
}

/** The figures are right; whether they answer the question is for the reader to judge. */
const FIGURES_CONFIDENCE = 0.4;

interface Reading {
  request: TextRequest;
  terms: readonly WeighedTerm[];
  /** Sentences, the best first, and the pages they are on. */
  candidates: readonly Candidate[];
  pages: readonly PageRecord[];
}

type Answerer = (reading: Reading, context: TextContext) => DraftAnswer | null;

/** A cell whose row, column and heads are what the question names. */
function findCellAnswer(
  { request, terms, pages }: Reading,
  { report, dollar, tables, nearness }: TextContext,
): { figure: FoundFigure; support: number } | null {
  if (request.expects === "date") return null;
  const cells = findCells(request, terms, { pages, tablesOf: tables.of, nearness });
  const best = soleCell(cells);
  if (!best || best.support < (isConfirmed(best, cells) ? SUPPORT_MIN.confirmed : SUPPORT_MIN.cell))
    return null;
  const figure = cellFigure(best, request, { scale: tables.scale, dollar, report });
  return figure && { figure, support: best.support };
}

/** The cell or the amount in a sentence, whichever has more of the question. */
const answerValue: Answerer = (reading, context) => {
  const { request, terms, candidates } = reading;
  const found = findValues(request, candidates, { dollar: context.dollar, terms });
  const cell = findCellAnswer(reading, context);
  if (cell && cell.support >= (found[0]?.support ?? 0)) {
    const draft = new Draft(context.report, context.dollar).addCell(cell.figure);
    return draft.finish(Math.min(CONFIDENCE_MAX.cell, cell.support));
  }
  return sayFound(found, { least: SUPPORT_MIN.value, most: CONFIDENCE_MAX.value }, context);
};

const ANSWERS: Record<TextRequest["operation"], Answerer> = {
  value: answerValue,
  when: answerValue,
  name: ({ request, terms, candidates, pages }, context) => {
    const isOwn = (word: string) => context.isName(word) === "known";
    const near = pages.slice(0, PAGES_NEAR);
    const small = new Set(near.flatMap(({ text }) => text.match(/(?<![\p{L}\d])\p{Ll}+/gu) ?? []));
    const isOrdinary = (word: string) => small.has(word.toLowerCase());
    const superlative = SUPERLATIVE.test(request.question);
    const said = superlative
      ? candidates.filter(({ sentence }) => SUPERLATIVE.test(sentence.text))
      : candidates;
    const found = findNames(request, said, { terms, isOwn, isOrdinary });
    const least = superlative ? SUPPORT_MIN.superlative : SUPPORT_MIN.name;
    return sayFound(found, { least, most: CONFIDENCE_MAX.name }, context);
  },
  verdict: ({ request, terms, candidates }, context) => {
    const verdict = findVerdict(request, candidates, terms);
    if (!verdict || verdict.support < (verdict.yes ? SUPPORT_MIN.yes : SUPPORT_MIN.no)) return null;
    const draft = new Draft(context.report, context.dollar).add(verdict.yes ? "Yes. " : "No. ");
    return draft.quote(verdict.candidate.sentence)
      ? draft.finish(Math.min(CONFIDENCE_MAX.verdict, verdict.support))
      : null;
  },
  change: ({ request, candidates, terms }, context) => {
    const change = findChange(request, candidates, terms);
    const supported = change !== null && change.support >= SUPPORT_MIN.change;
    const subject = changeSubject(request.question);
    const growth = subject === null ? null : context.growthOf(subject, latest(request.years));
    if (!supported && !growth) return null;
    const draft = new Draft(context.report, context.dollar);
    if (growth) draft.addFigures(growth);
    if (supported && change.difference) draft.addDifference(change.lead.sentence, change.difference);
    const quoted = supported ? change.sentences.filter(({ sentence }) => draft.quote(sentence)) : [];
    return quoted.length === 0 && !growth
      ? null
      : draft.finish(Math.min(CONFIDENCE_MAX.change, supported ? change.support : 1));
  },
  summary: ({ request, candidates }, context) => {
    const section = findSection(request, candidates);
    if (!section || section.support < SUPPORT_MIN.summary) return null;
    return quoteAll(section.sentences, Math.min(CONFIDENCE_MAX.summary, section.support), context);
  },
};

function latest(years: readonly number[]): number | null {
  return years.length === 0 ? null : Math.max(...years);
}

function sayFound(
  found: readonly Found<{ text: string; start: number; end: number }>[],
  { least, most }: { least: number; most: number },
  { report, dollar }: TextContext,
): DraftAnswer | null {
  const [best] = found;
  if (!best || best.support < least) return null;
  const { candidate, span, support } = best;
  const draft = new Draft(report, dollar).addValue(span.text, candidate.sentence, span).add(". ");
  return draft.quote(candidate.sentence) ? draft.finish(Math.min(most, support)) : null;
}

function quoteAll(
  sentences: readonly { sentence: Candidate["sentence"] }[],
  confidence: number,
  { report, dollar }: TextContext,
): DraftAnswer | null {
  const draft = new Draft(report, dollar);
  const quoted = sentences.filter(({ sentence }) => draft.quote(sentence));
  return quoted.length === 0 ? null : draft.finish(confidence);
}
