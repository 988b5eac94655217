import type { PageRecord } from "../reports/index.ts";
import type { DraftAnswer, ReportAnswer } from "./answer.ts";
import { type ClaimedDocument, dropDuplicates } from "./claims/claim.ts";
import { findUnsupportedNumbers } from "./claims/guard.ts";
import type { Concept } from "./data/concepts.ts";
import {
  answerComputation,
  answerFigure,
  type FigureAnswer,
  type FigureOutcome,
} from "./figures/answer-figure.ts";
import { askEachPeriod } from "./figures/each-period.ts";
import { figuresOf } from "./figures/expression.ts";
import { findConcept } from "./figures/lexicon.ts";
import type { Period } from "./figures/periods.ts";
import { inPlainWords } from "./figures/plain-words.ts";
import { type FigureQuestion, readFigureQuestion } from "./figures/read-question.ts";
import { computeFromRows } from "./figures/row-computation.ts";
import { RowNames } from "./figures/row-names.ts";
import { findRow, type RowQuestion, readRowQuestion } from "./figures/row-question.ts";
import { Statements } from "./figures/statement-book.ts";
import {
  findSupportingFigures,
  mentionedFigures,
  type SupportingFigure,
} from "./figures/supporting-figures.ts";
import { findQuotes, type Quote } from "./passages/find-quotes.ts";
import { type NameFinder, nameFinder } from "./report-names.ts";
import { PageRanker } from "./retrieval/page-ranker.ts";
import { passagesOf } from "./retrieval/passages.ts";
import { readSearchTerms, type SearchTerms } from "./retrieval/question-terms.ts";
import { Vocabulary } from "./retrieval/vocabulary.ts";
import { answerText, decideFromFigures, type TextContext } from "./text/answer-text.ts";
import { dollarOf } from "./text/dollar.ts";

export interface ReadableReport extends ClaimedDocument {
  pages: readonly PageRecord[];
  /** Company and title, if known. */
  names: readonly string[];
}

const VOCABULARY = new Vocabulary();
const PAGES_MAX = 10;
const SUPPORTING_MAX = 4;

/**
 * Answers questions about one report from its pages, without a language model. Built once, used for many questions.
 */
export class ReportReader {
  readonly report: ReadableReport;
  readonly #book: Statements;
  readonly #ranker: PageRanker;
  readonly #isName: NameFinder;
  #rowNames: RowNames | undefined;
  #dollarCode: string | undefined;

  constructor(report: ReadableReport) {
    this.report = report;
    this.#book = new Statements(report.pages);
    this.#ranker = new PageRanker(report.pages, passagesOf(report.pages), (kind) =>
      this.#book
        .statementPages(kind)
        .own.filter((page) => this.#book.statements.get(kind)?.some((one) => one.page === page)),
    );
    this.#isName = nameFinder(report.pages, report.names);
  }

  /** `nearness`: the semantic similarity of each page to the question, if known. */
  ask(question: string, nearness: ReadonlyMap<number, number> | null = null): ReportAnswer {
    const terms = this.#searchTerms(question);
    const plainQuestion = inPlainWords(question);
    const figure = this.#askFigures(plainQuestion);
    const supporting = figure.answer
      ? []
      : findSupportingFigures(this.#book, plainQuestion, this.#book.presentPeriod);
    const ranked = this.#ranker.rankPages(terms, pagesOf(supporting), nearness).map(({ page }) => page);
    const context: TextContext = {
      report: this.report,
      ranked,
      rarity: (term) => this.#ranker.rarity(term),
      isName: this.#isName,
      dollar: this.#dollar(),
      growthOf: (subject, asked) => this.#growthOf(subject, asked),
      tables: { of: (page) => this.#book.tablesOf(page), scale: this.#book.scale },
      supporting: () => this.#sayFigures(question, supporting),
    };
    const answer =
      decideFromFigures(question, context) ??
      figure.answer ??
      answerText(question, context) ??
      notFound(figure.reason);
    const checked = this.#check(answer, question);
    // The pages of a figure come first; sentences are quoted from pages in the order they were found.
    const first = checked.kind === "figure" ? checked.pages : [];
    const pagesConsidered = [...new Set([...first, ...ranked])].slice(0, PAGES_MAX);
    return { ...checked, pagesConsidered };
  }

  /** The pages closest to a question, the closest first, before anything is answered from them. */
  rankPages(question: string, nearness: ReadonlyMap<number, number> | null): number[] {
    const plainQuestion = inPlainWords(question);
    const named = findSupportingFigures(this.#book, plainQuestion, this.#book.presentPeriod);
    const ranked = this.#ranker.rankPages(this.#searchTerms(question), pagesOf(named), nearness);
    return ranked.map(({ page }) => page);
  }

  /** A figure by name: for the latest period of a length, for the one before that, or for a given year. */
  findFigure(name: string, when: FigurePeriod): FigureOutcome {
    const newest = typeof when === "number" ? null : this.#book.newestPeriod(spanOf(when));
    const period =
      typeof when === "number"
        ? { year: when, span: "year" as const, part: null }
        : newest && when === "prior_year"
          ? { ...newest, year: newest.year - 1 }
          : newest;
    if (!period) return { answer: null, reason: `The report has no statement over a ${spanOf(when)}` };
    const outcome = this.#findNamed(name, period);
    if (outcome.answer || period.span === "year") return outcome;
    // A balance sheet is at a date, whatever period the other statements cover.
    const balanceSheet = this.#findNamed(name, { ...period, span: "year" });
    const balance = new Set(this.#book.statementPages("balance").own);
    return balanceSheet.answer?.pages.every((page) => balance.has(page)) ? balanceSheet : outcome;
  }

  /** The sentences closest to a topic, each verified on its page. */
  findQuotes(topic: string, count: number): Quote[] {
    const terms = this.#searchTerms(topic);
    const ranked = this.#ranker.rankPages(terms).map(({ page }) => page);
    return findQuotes(this.report, { ranked, terms, isRare: (term) => this.#ranker.rarity(term) }, count);
  }

  /** The pages closest to a topic, the closest first. */
  findPages(topic: string, count: number): PageRecord[] {
    const ranked = this.#ranker.rankPages(this.#searchTerms(topic)).slice(0, count);
    return ranked.flatMap(({ page }) => this.#book.page(page) ?? []);
  }

  /** What another kind of reader needs to answer. */
  findPassages(
    question: string,
    count: number,
    nearness: ReadonlyMap<number, number> | null = null,
  ): { page: number; text: string }[] {
    const terms = this.#searchTerms(question);
    const pages = this.#ranker.rankPages(terms, new Set(), nearness).slice(0, PAGES_MAX);
    const ranked = this.#ranker.rankPassages(
      terms,
      pages.map(({ page }) => page),
      count,
    );
    return ranked.map(({ page, heading, text }) => ({ page, text: heading ? `${heading}\n${text}` : text }));
  }

  /** An answer with a number that is on none of its pages is withheld. */
  #check(answer: DraftAnswer, question: string): DraftAnswer {
    const unsupported = findUnsupportedNumbers(answer, question, (page) => this.#book.page(page));
    if (unsupported.length === 0) return answer;
    // A refusal claims nothing; its reason may mention the report's own year, which the question did not.
    const text =
      answer.kind === "not_found"
        ? NOT_FOUND
        : "What was found could not be read again from the report, so no answer is given.";
    return { text, kind: "not_found", claims: [], pages: [], confidence: 0, figure: null };
  }

  #searchTerms(question: string): SearchTerms {
    return readSearchTerms(question, VOCABULARY, this.#isName);
  }

  /** The requested figure; for two periods named together, that of each or none. */
  #askFigures(question: string): FigureOutcome {
    const outcome = this.#askFigure(question);
    if (outcome.answer) return outcome;
    const context = { isName: this.#isName, period: this.#book.presentPeriod };
    const outcomes = askEachPeriod(question, context).map((one) => this.#askFigure(one));
    const missing = outcomes.find(({ answer }) => answer === null);
    if (outcomes.length === 0 || missing) return missing ?? outcome;
    return { answer: joinAnswers(outcomes.flatMap(({ answer }) => answer ?? [])) };
  }

  /** A statement row of exactly that name, then what the words mean, then such a row in any other table. */
  #askFigure(question: string, period: Period | null = this.#book.presentPeriod): FigureOutcome {
    const context = { isName: this.#isName, period };
    const reading = readFigureQuestion(question, context);
    const named = reading.understood ? reading.question : null;
    const concepts = named ? conceptsOf(named) : [];
    if (named && this.#isSettled(named)) return answerFigure(this.#book, named, this.report);
    const row = readRowQuestion(question, context, {
      isMoney: named?.result === "money",
      isSize: named?.expression.kind === "figure" && concepts.some(({ magnitude }) => magnitude),
    });
    const fitting = this.#pagesFor(concepts);
    const statement = row && this.#askRow(row, fitting);
    if (statement?.answer) return statement;
    const figure: FigureOutcome = reading.understood
      ? answerFigure(this.#book, reading.question, this.report)
      : { answer: null, reason: unreadReason(question, reading.words) };
    if (figure.answer) return figure;
    if (!row) return this.#computeRows(question, period) ?? figure;
    const excluded = new Set(this.#book.primaryPages.filter((page) => !fitting.includes(page)));
    const elsewhere = this.#askRow(
      row,
      this.report.pages.flatMap(({ page }) => (excluded.has(page) ? [] : [page])),
    );
    if (elsewhere?.answer) return elsewhere;
    const computed = this.#computeRows(question, period);
    return computed && !computed.answer?.pages.some((page) => excluded.has(page)) ? computed : figure;
  }

  /**
   * Whether the statements hold the figure of the question, or prove that they have none. Rows that only have the
   * name are something else then. A measure made of several figures may still be a row of the report.
   */
  #isSettled({ expression }: FigureQuestion): boolean {
    if (expression.kind !== "figure") return false;
    const { concept, period } = expression;
    return this.#book.figures.holds(concept, period) || this.#book.figures.lacks(concept, period);
  }

  /**
   * Where a row may be taken by its name: in a statement that contains the concept. "Accounts receivable" among the
   * cash flows is their change, and "Debt" in the income statement is the interest on it.
   */
  #pagesFor(concepts: readonly Concept[]): number[] {
    if (concepts.length === 0) return this.#book.primaryPages;
    const kinds = new Set(concepts.flatMap(({ statement, alsoIn }) => [statement, alsoIn ?? statement]));
    return [...new Set([...kinds].flatMap((kind) => this.#book.statementPages(kind).own))];
  }

  /** A common concept is looked up where every report has it; rows of that name elsewhere are something else. */
  #findNamed(name: string, period: Period): FigureOutcome {
    const question = `What is the ${name}?`;
    const reading = readFigureQuestion(question, { isName: this.#isName, period });
    return reading.understood
      ? answerFigure(this.#book, reading.question, this.report)
      : this.#askFigure(question, period);
  }

  #dollar(): string {
    this.#dollarCode ??= dollarOf(this.report.pages);
    return this.#dollarCode;
  }

  /** A growth rate holds whatever the scale of the statements is. */
  #growthOf(subject: string, asked: number | null): FigureAnswer | null {
    const year = asked ?? this.#book.presentPeriod?.year;
    if (year === undefined) return null;
    const { answer } = this.#askFigure(`What is the ${subject} growth in FY${year}?`);
    return answer?.figure?.unit === "%" ? answer : null;
  }

  /** The words of the question as row names of this report. */
  #computeRows(question: string, period: Period | null): FigureOutcome | null {
    this.#rowNames ??= new RowNames(
      this.#book,
      this.report.pages.map(({ page }) => page),
    );
    const context = { isName: this.#isName, period };
    const found = computeFromRows(this.#book, this.#rowNames, { question, context });
    if (!found) return null;
    const { question: plainQuestion, computation } = found;
    const outcome = answerComputation(this.#book, plainQuestion, { computation, document: this.report });
    return outcome.answer ? outcome : null;
  }

  /** The named figures, for questions that are about them without asking for one. */
  #sayFigures(question: string, supporting: readonly SupportingFigure[]): FigureAnswer[] {
    if (FIGURE_ASKED.test(question)) return [];
    return supporting.slice(0, SUPPORTING_MAX).flatMap(({ question: plainQuestion, computation }) => {
      return (
        answerComputation(this.#book, plainQuestion, { computation, document: this.report }).answer ?? []
      );
    });
  }

  #askRow(row: RowQuestion, pages: readonly number[]): FigureOutcome | null {
    const found = findRow(this.#book, row, pages);
    if (!found) return null;
    const { question, computation } = found;
    return answerComputation(this.#book, question, { computation, document: this.report });
  }
}

/** The concepts a question is computed from, if every report has all of them. */
function conceptsOf({ expression }: FigureQuestion): Concept[] {
  const figures = figuresOf(expression);
  const concepts = figures.flatMap(({ concept }) => findConcept(concept) ?? []);
  return concepts.length === figures.length ? concepts : [];
}

export const NOT_FOUND = "Not found in this report.";

function notFound(reason: string | null): DraftAnswer {
  const text = reason === null ? NOT_FOUND : `${NOT_FOUND} ${reason}.`;
  return { text, kind: "not_found", claims: [], pages: [], confidence: 0, figure: null };
}

/** The pages with the figures that a question names. */
function pagesOf(supporting: readonly SupportingFigure[]): Set<number> {
  return new Set(supporting.flatMap(({ computation }) => computation.operands.map(({ page }) => page)));
}

function joinAnswers(answers: readonly FigureAnswer[]): FigureAnswer {
  return {
    text: answers.map(({ text }) => text).join(" "),
    kind: "figure",
    claims: dropDuplicates(answers.flatMap(({ claims }) => claims)),
    pages: [...new Set(answers.flatMap(({ pages }) => pages))],
    confidence: Math.min(...answers.map(({ confidence }) => confidence)),
    figure: null,
  };
}

/** A year, or the latest period of a length. */
export type FigurePeriod = number | "year" | "prior_year" | "half" | "quarter";

function spanOf(when: FigurePeriod): Period["span"] {
  return when === "half" || when === "quarter" ? when : "year";
}

const FIGURE_ASKED =
  /\b(?:what (?:is|was|are|were)|what's|how much|compute|calculate|report|state|give|determine)\b.*\b(?:FY ?'?\d{2,4}|20\d\d)/i;

/** For a question about a figure, the words that prevented computing one. */
function unreadReason(question: string, words: string): string | null {
  if (!FIGURE_ASKED.test(question) || mentionedFigures(question).length === 0) return null;
  return `No figure was computed, because this was not understood: “${words}”`;
}
