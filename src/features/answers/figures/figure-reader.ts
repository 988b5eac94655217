import { dropDuplicates } from "../claims/claim.ts";
import { ClaimedText } from "../claims/claimed-text.ts";
import type { NameFinder } from "../report-names.ts";
import type { ReadableReport } from "../report-reader.ts";
import { answerComputation, answerFigure, type FigureAnswer, type FigureOutcome } from "./answer-figure.ts";
import { type Computation, compute } from "./compute.ts";
import type { Concept } from "./concepts.ts";
import { askEachPeriod } from "./each-period.ts";
import { figuresOf } from "./expression.ts";
import { findAskedRow } from "./find-member.ts";
import { findConcept } from "./lexicon.ts";
import type { Period } from "./periods.ts";
import { withReportYear } from "./question-periods.ts";
import { requestedFigure } from "./question-shape.ts";
import { type FigureQuestion, readFigureQuestion } from "./read-question.ts";
import { computeFromRows } from "./row-computation.ts";
import { RowNames } from "./row-names.ts";
import { findRow, type RowQuestion, readRowQuestion } from "./row-question.ts";
import type { Statements } from "./statement-book.ts";
import { mentionedFigures, type SupportingFigure } from "./supporting-figures.ts";
import type { AskedRow } from "./translate-question.ts";

/** Answers questions for figures from the statements and tables of a report. */
export class FigureReader {
  readonly #report: ReadableReport;
  readonly #book: Statements;
  readonly #isName: NameFinder;
  #rowNames: RowNames | undefined;

  constructor(report: ReadableReport, book: Statements, isName: NameFinder) {
    this.#report = report;
    this.#book = book;
    this.#isName = isName;
  }

  /** A figure by name: for the latest period of a length, for the one before that, or for a given year. */
  find(name: string, when: FigurePeriod): FigureOutcome {
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

  /** The requested figure; for two periods named together, that of each or none. */
  ask(asked: string): FigureOutcome {
    const question = withReportYear(asked, this.#book.presentPeriod);
    const outcome = this.#askFigure(question);
    if (outcome.answer)
      return countsNothing(question, outcome.answer) ? { answer: null, reason: null } : outcome;
    const requested = requestedFigure(question);
    const computed = requested === null ? null : this.#askFigure(requested);
    if (computed?.answer) return computed;
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
    if (named && this.#isSettled(named)) return answerFigure(this.#book, named, this.#report);
    const row = readRowQuestion(question, context, {
      isMoney: named?.result === "money",
      isSize: named?.expression.kind === "figure" && concepts.some(({ magnitude }) => magnitude),
    });
    const fitting = this.#pagesFor(concepts);
    const statement = row && this.#askRow(row, fitting);
    if (statement?.answer) return statement;
    const figure: FigureOutcome = reading.understood
      ? answerFigure(this.#book, reading.question, this.#report)
      : { answer: null, reason: unreadReason(question, reading.words) };
    if (figure.answer) return figure;
    if (!row) return this.#computeRows(question, period) ?? figure;
    const excluded = new Set(this.#book.primaryPages.filter((page) => !fitting.includes(page)));
    const elsewhere = this.#askRow(
      row,
      this.#report.pages.flatMap(({ page }) => (excluded.has(page) ? [] : [page])),
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
      ? answerFigure(this.#book, reading.question, this.#report)
      : this.#askFigure(question, period);
  }

  /** By how much something grew, in percent; a percentage by how many points. */
  growthOf(subject: string, asked: number | null, between: string | null = null): FigureAnswer | null {
    if (between !== null) return this.#askFigure(`What is the ${subject} growth ${between}?`).answer;
    const year = asked ?? this.#book.presentPeriod?.year;
    if (year === undefined) return null;
    const isPercentage = this.#askFigure(`What is the ${subject} in FY${year}?`).answer?.figure?.unit === "%";
    const movement = isPercentage ? "change" : "growth";
    const { answer } = this.#askFigure(`What is the ${subject} ${movement} in FY${year}?`);
    return answer?.figure?.unit === "%" ? answer : null;
  }

  /** The same, of an amount also by how much money. */
  changeOf(subject: string, asked: number | null): FigureAnswer | null {
    const growth = this.growthOf(subject, asked);
    const year = asked ?? this.#book.presentPeriod?.year;
    if (!growth || year === undefined) return growth;
    const { answer: change } = this.#askFigure(`What is the ${subject} change in FY${year}?`);
    return change && change.figure?.unit !== "%" ? joinAnswers([growth, change]) : growth;
  }

  /** The words of the question as row names of this report. */
  #computeRows(question: string, period: Period | null): FigureOutcome | null {
    this.#rowNames ??= new RowNames(
      this.#book,
      this.#report.pages.map(({ page }) => page),
    );
    const context = { isName: this.#isName, period };
    const found = computeFromRows(this.#book, this.#rowNames, { question, context });
    if (!found) return null;
    const { question: plainQuestion, computation } = found;
    const outcome = answerComputation(this.#book, plainQuestion, { computation, document: this.#report });
    return outcome.answer ? outcome : null;
  }

  /** Figures computed before, each with the name of its concept or measure. */
  answerNamed(figures: readonly SupportingFigure[]): { id: string; year: number; answer: FigureAnswer }[] {
    return figures.flatMap(({ id, question, computation }) => {
      const { answer } = answerComputation(this.#book, question, { computation, document: this.#report });
      return answer ? [{ id, year: question.period.year, answer }] : [];
    });
  }

  /** A row of the report by its name, which an answer calls as the question does. */
  askRow(asked: AskedRow, subject: string): FigureAnswer | null {
    const pages = this.#report.pages.map(({ page }) => page);
    const totalOf = (measure: string, period: Period) => {
      const context = { isName: this.#isName, period };
      const reading = readFigureQuestion(`What is the ${measure}?`, context);
      const result = reading.understood ? compute(this.#book, reading.question.expression) : null;
      return result?.done ? result.computation.value : null;
    };
    const found = findAskedRow(this.#book, asked, { pages, totalOf });
    if (!found) return null;
    const { period, computation } = found;
    const [operand] = computation.operands;
    const question = {
      expression: computation.expression,
      subject,
      period,
      from: null,
      result: operand?.unit ?? "money",
      wanted: { unit: null, scale: null, currency: null, decimals: null },
    };
    return answerComputation(this.#book, question, { computation, document: this.#report }).answer;
  }

  /** What was computed with cells found elsewhere, once each was read again. */
  answerComputed(question: FigureQuestion, computation: Computation): FigureAnswer | null {
    return answerComputation(this.#book, question, { computation, document: this.#report }).answer;
  }

  #askRow(row: RowQuestion, pages: readonly number[]): FigureOutcome | null {
    const found = findRow(this.#book, row, pages);
    if (!found) return null;
    const { question, computation } = found;
    return answerComputation(this.#book, question, { computation, document: this.#report });
  }
}

const ASKS_NUMBER =
  /^\s*how many (?!(?:thousand|million|billion|dollar|euro|pound|cent|percent|percentage|basis|point)s?\b)/i;

/** An amount of money or a percentage, where a number of things is asked for. */
const countsNothing = (question: string, { figure }: FigureAnswer) =>
  ASKS_NUMBER.test(question) && figure !== null && figure.unit !== null && figure.unit !== "shares";

/** The concepts a question is computed from, if every report has all of them. */
function conceptsOf({ expression }: FigureQuestion): Concept[] {
  const figures = figuresOf(expression);
  const concepts = figures.flatMap(({ concept }) => findConcept(concept) ?? []);
  return concepts.length === figures.length ? concepts : [];
}

function joinAnswers(answers: readonly FigureAnswer[]): FigureAnswer {
  const joined = new ClaimedText();
  for (const [at, { text, spans = [] }] of answers.entries())
    joined.add(at === 0 ? "" : " ").addSpanned(text, spans);
  return {
    text: joined.text,
    spans: joined.spans,
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
  return `I did not understand “${words}”`;
}
