import type { PageRecord } from "../reports/index.ts";
import type { DraftAnswer, ReportAnswer } from "./answer.ts";
import type { ClaimedDocument } from "./claims/claim.ts";
import { findUnsupportedNumbers } from "./claims/guard.ts";
import { OTHER_LANGUAGE_REFUSAL, OTHER_LANGUAGES } from "./data/question-grammar/index.ts";
import type { FigureOutcome } from "./figures/answer-figure.ts";
import { type FigurePeriod, FigureReader } from "./figures/figure-reader.ts";
import { localiseAnswer, refuse } from "./figures/localise-answer.ts";
import { inPlainWords } from "./figures/plain-words.ts";
import { withoutAside } from "./figures/question-shape.ts";
import { Statements } from "./figures/statement-book.ts";
import type { StatementKind } from "./figures/statements.ts";
import { findSupportingFigures, type SupportingFigure } from "./figures/supporting-figures.ts";
import {
  languageOf,
  readEnglishPart,
  type TranslatedQuestion,
  translateQuestion,
} from "./figures/translate-question.ts";
import type { StatementScale } from "./figures/units.ts";
import { findQuotes, type Quote } from "./passages/find-quotes.ts";
import { isFinanceWord, type NameFinder, nameFinder } from "./report-names.ts";
import type { Nearness } from "./retrieval/nearness.ts";
import { PageRanker } from "./retrieval/page-ranker.ts";
import { passagesOf } from "./retrieval/passages.ts";
import { readSearchTerms, type SearchTerms } from "./retrieval/question-terms.ts";
import type { Readings } from "./retrieval/readings.ts";
import { answerShape } from "./text/answer-shape.ts";
import { answerText } from "./text/answer-text.ts";
import { decideFromFigures } from "./text/decide.ts";
import { dollarOf } from "./text/dollar.ts";
import type { TextContext } from "./text/text-context.ts";

export interface ReadableReport extends ClaimedDocument {
  pages: readonly PageRecord[];
  /** Company and title, if known. */
  names: readonly string[];
}

const PAGES_MAX = 10;

/**
 * Answers questions about one report from its pages, without a language model. Built once, used for many questions.
 */
export class ReportReader {
  readonly report: ReadableReport;
  readonly #book: Statements;
  readonly #ranker: PageRanker;
  readonly #isName: NameFinder;
  readonly #figures: FigureReader;
  #dollarCode: string | undefined;

  constructor(report: ReadableReport) {
    this.report = report;
    this.#book = new Statements(report.pages);
    this.#ranker = new PageRanker(report.pages, passagesOf(report.pages), (kind) =>
      this.statementPages(kind),
    );
    this.#isName = nameFinder(report.pages, report.names);
    this.#figures = new FigureReader(report, this.#book, this.#isName);
  }

  /** `nearness`: the semantic similarity of each page to the question; `readings`: of passages that were read. */
  ask(question: string, nearness: Nearness | null = null, readings: Readings | null = null): ReportAnswer {
    const translated = this.#translate(question);
    if (translated) return this.#askTranslated(question, translated, { nearness, readings });
    const answer = this.#ask(question, nearness, readings);
    const isOther = OTHER_LANGUAGES.test(question);
    const language = isOther ? null : languageOf(question);
    // What English words found in a question of another language is chance.
    if (isOther) return { ...answer, ...refusal(OTHER_LANGUAGE_REFUSAL) };
    if (language) return { ...answer, ...refusal(refuse(language, "text")) };
    const part = answer.kind === "not_found" ? readEnglishPart(question) : null;
    const row = part && this.#figures.askRow(part.row, part.figure);
    return row ? this.#ask(question, nearness, readings, row) : answer;
  }

  /** What a question in another language than English asks for; null where it asks for no figure, or is in English. */
  #translate = (question: string) =>
    translateQuestion(question, (word) => this.#isName(word) === "known" && !isFinanceWord(word));

  #askTranslated(
    question: string,
    translated: TranslatedQuestion,
    { nearness, readings }: { nearness: Nearness | null; readings: Readings | null },
  ): ReportAnswer {
    const { asked, figure, language } = translated;
    const english = "question" in asked ? asked.question : question;
    const row = "row" in asked ? this.#figures.askRow(asked.row, figure) : null;
    const answer = this.#ask(english, nearness, readings, row);
    if ("row" in asked && !row)
      return { ...answer, ...refusal(refuse(language, asked.row.part === null ? "name" : "figure")) };
    if (answer.kind === "not_found") return { ...answer, text: refuse(language, "figure") };
    // Quotations stay as they are printed.
    return answer.kind === "passages" ? answer : { ...answer, ...localiseAnswer(answer, translated) };
  }

  /** Whether no figure of the statements answers, and the question is in English: then it helps to read passages. */
  isAboutText(question: string): boolean {
    if (this.#translate(question) || languageOf(question)) return false;
    const asked = withoutAside(question);
    const figure = this.#figures.ask(inPlainWords(asked));
    return figure.answer ? ASKS_WHY.test(asked) : !figure.isFinal;
  }

  /** `known`: the answer, where only the pages around it are to be found. */
  #ask(
    whole: string,
    nearness: Nearness | null,
    readings: Readings | null,
    known: DraftAnswer | null = null,
  ): ReportAnswer {
    const question = withoutAside(whole);
    const terms = this.#searchTerms(question);
    const plainQuestion = inPlainWords(question);
    const figure = this.#figures.ask(plainQuestion);
    const supporting = figure.answer
      ? []
      : findSupportingFigures(this.#book, plainQuestion, this.#book.presentPeriod);
    const ranked = this.#ranker
      .rankPages(terms, pagesOf(supporting), nearness?.pages, readings?.pages)
      .map(({ page }) => page);
    const context: TextContext = {
      report: this.report,
      ranked,
      nearness,
      readings,
      rarity: (term) => this.#ranker.rarity(term),
      isName: this.#isName,
      presentYear: this.#book.presentPeriod?.year ?? null,
      dollar: this.dollar,
      changeOf: (subject, asked) => this.#figures.changeOf(subject, asked),
      growthOf: (subject, asked, between) => this.#figures.growthOf(subject, asked, between),
      tables: {
        of: (page) => this.#book.tablesOf(page),
        scale: this.#book.scale,
        currency: this.#book.currency,
      },
      statementPages: (kind) => this.statementPages(kind),
      computed: figure.answer,
      figureOf: (name, year) => this.#figures.find(name, year).answer,
      answerComputed: (asked, computation) => this.#figures.answerComputed(asked, computation),
      named: () =>
        this.#figures.answerNamed(
          figure.answer
            ? findSupportingFigures(this.#book, plainQuestion, this.#book.presentPeriod)
            : supporting,
        ),
    };
    const shaped = known ? undefined : answerShape(question, context);
    const answer =
      known ??
      (shaped === null ? notFound(null) : shaped) ??
      decideFromFigures(plainQuestion, context) ??
      (figure.answer && ASKS_WHY.test(question) ? answerText(question, context) : figure.answer) ??
      figure.answer ??
      (figure.isFinal ? null : answerText(plainQuestion, context)) ??
      notFound(figure.reason);
    const checked = this.#check(answer, question);
    // Why something changed is said in the text; the statements that were computed with come after it.
    const first = ASKS_WHY.test(question) ? [] : checked.pages;
    const pagesConsidered = [...new Set([...first, ...ranked])].slice(0, PAGES_MAX);
    return { ...checked, pagesConsidered };
  }

  /** The pages closest to a question, the closest first, before anything is answered from them. */
  rankPages(question: string, nearness: Nearness | null, readings: Readings | null = null): number[] {
    const plainQuestion = inPlainWords(question);
    const named = findSupportingFigures(this.#book, plainQuestion, this.#book.presentPeriod);
    const terms = this.#searchTerms(withoutAside(question));
    const ranked = this.#ranker.rankPages(terms, pagesOf(named), nearness?.pages, readings?.pages);
    return ranked.map(({ page }) => page);
  }

  /** The pages that hold a primary statement of this kind. */
  statementPages(kind: StatementKind): number[] {
    const held = new Set(this.#book.statements.get(kind)?.map(({ page }) => page));
    return this.#book.statementPages(kind).own.filter((page) => held.has(page));
  }

  /** A figure by name: for the latest period of a length, for the one before that, or for a given year. */
  findFigure(name: string, when: FigurePeriod): FigureOutcome {
    return this.#figures.find(name, when);
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
    nearness: Nearness | null = null,
  ): { page: number; text: string }[] {
    const terms = this.#searchTerms(question);
    const pages = this.#ranker.rankPages(terms, new Set(), nearness?.pages).slice(0, PAGES_MAX);
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
    return readSearchTerms(question, this.#isName);
  }

  /** The scale of the statements, for a table that does not say. */
  get scale(): StatementScale | null {
    return this.#book.scale;
  }

  /** The currency that "$" means in this report. */
  get dollar(): string {
    this.#dollarCode ??= dollarOf(this.report.pages);
    return this.#dollarCode;
  }
}

/** A figure alone does not say why it changed. */
const ASKS_WHY = /\bwhy\b|\bwhat (?:drove|caused|explains?|led to)\b|\bbehind\b|\bdrivers?\b/i;

export const NOT_FOUND = "Not found in this report.";

function notFound(reason: string | null): DraftAnswer {
  return refusal(reason === null ? NOT_FOUND : `${NOT_FOUND} ${reason}.`);
}

function refusal(text: string): DraftAnswer {
  return { text, spans: [], kind: "not_found", claims: [], pages: [], confidence: 0, figure: null };
}

/** The pages with the figures that a question names. */
function pagesOf(supporting: readonly SupportingFigure[]): Set<number> {
  return new Set(supporting.flatMap(({ computation }) => computation.operands.map(({ page }) => page)));
}
