import { FIGURES } from "../../reference/index.ts";
import { TOPICS } from "../data/topics.ts";
import { type Computation, compute } from "./compute.ts";
import { type Expression, figure } from "./expression.ts";
import { findConcept, findMeasure, LEXICON, nameWords } from "./lexicon.ts";
import type { Period } from "./periods.ts";
import { expandMeasure } from "./phrase.ts";
import { findPeriods } from "./question-periods.ts";
import { shapeQuestion } from "./question-shape.ts";
import type { FigureQuestion } from "./read-question.ts";
import { indexOfRun } from "./row-labels.ts";
import type { Statements } from "./statement-book.ts";

const NAMES = new Map(FIGURES.map(({ id, name }) => [id, name]));

/** A figure that a question names or that speaks to what it asks, without being all of the answer. */
export interface SupportingFigure {
  /** The concept or measure. */
  id: string;
  question: FigureQuestion;
  computation: Computation;
}

const FIGURES_MAX = 6;
/** "Which segment grew most?" asks for a part, of which the figures of the whole say nothing. */
const PART_ASKED =
  /\bwhich (?:type|kind|part)\b|\bwhich\b[^?]*\b(?:segment|region|categor|geograph|product|brand|division|countr|market|business|subsidiar)/i;
const NOTHING_WANTED = { unit: null, scale: null, currency: null, decimals: null };
const TOPIC_WORDS = TOPICS.flatMap(({ names, figures }) =>
  names.map((name) => ({ words: nameWords(name.replaceAll("-", " ")), figures })),
);

/** Computes the figures a question mentions for the periods it mentions. */
export function findSupportingFigures(
  book: Statements,
  question: string,
  fallback: Period | null,
): SupportingFigure[] {
  if (PART_ASKED.test(question)) return [];
  const { core, unread } = shapeQuestion(question);
  const text = [...unread, core].join(" ");
  const found: SupportingFigure[] = [];
  for (const id of mentionedFigures(text)) {
    for (const period of mentionedPeriods(text, fallback)) {
      if (found.length === FIGURES_MAX) return found;
      const result = compute(book, expressionOf(id, period));
      if (result.done)
        found.push({
          id,
          question: describe(id, period, result.computation),
          computation: result.computation,
        });
    }
  }
  return found;
}

/** Topics first: their figures say more than the words themselves. */
export function mentionedFigures(text: string): string[] {
  const words = nameWords(text.replaceAll("’", "'").replace(/'s\b/g, "").replaceAll("-", " "));
  const topics = TOPIC_WORDS.filter((topic) => indexOfRun(words, topic.words) >= 0).flatMap(
    ({ figures }) => figures,
  );
  const named: string[] = [];
  for (let at = 0; at < words.length; ) {
    const { id, taken } = longestName(words, at);
    if (id !== null) named.push(id);
    at += taken;
  }
  return [...new Set([...topics, ...named])];
}

function longestName(words: readonly string[], at: number): { id: string | null; taken: number } {
  for (let length = Math.min(LEXICON.wordsMax, words.length - at); length >= 1; length--) {
    const meaning = LEXICON.find(words.slice(at, at + length));
    if (meaning?.kind === "concept" || meaning?.kind === "measure") return { id: meaning.id, taken: length };
    if (meaning) return { id: null, taken: length };
    // A cash flow that is not named further is no cash.
    if (length === 2 && words[at] === "cash" && words[at + 1] === "flow") return { id: null, taken: 2 };
  }
  return { id: null, taken: 1 };
}

function mentionedPeriods(text: string, fallback: Period | null): Period[] {
  const periods = findPeriods(text).flatMap(({ first, last }) => (first === last ? [last] : [last, first]));
  const distinct = [...new Map(periods.map((period) => [JSON.stringify(period), period])).values()];
  return distinct.length > 0 ? distinct : fallback ? [fallback] : [];
}

function expressionOf(id: string, period: Period): Expression {
  return findMeasure(id) ? expandMeasure(id, period) : figure(id, period);
}

function describe(id: string, period: Period, { expression }: Computation): FigureQuestion {
  const measure = findMeasure(id);
  const unit = measure?.unit ?? findConcept(id)?.unit ?? "money";
  return {
    expression,
    subject: measure?.names[0] ?? NAMES.get(id) ?? id.replaceAll("_", " "),
    period,
    from: null,
    result: unit === "days" ? "ratio" : unit,
    wanted: NOTHING_WANTED,
  };
}
