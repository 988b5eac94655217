import { TWO_PERIODS } from "./phrase.ts";
import { findPeriods } from "./question-periods.ts";
import { type QuestionContext, readFigureQuestion } from "./read-question.ts";

const BESIDE = /,?\s+(?:versus|vs\.?|against|and|compared (?:to|with))\s+/i;

/**
 * "Gross margin in 2023 versus 2024" names two periods and nothing to compute from them: one question for each. None for
 * a question that is not understood but for that, and none for a stretch of years.
 */
export function askEachPeriod(question: string, context: QuestionContext): string[] {
  const reading = readFigureQuestion(question, context);
  if (reading.understood || reading.words !== TWO_PERIODS) return [];
  const [mention, ...others] = findPeriods(question);
  if (!mention || others.length > 0) return [];
  const periods = question.slice(mention.start, mention.end).split(BESIDE);
  const isOne = (text: string) => findPeriods(text).filter(({ first, last }) => first === last).length === 1;
  if (periods.length !== 2 || !periods.every(isOne)) return [];
  return periods.map((period) => question.slice(0, mention.start) + period + question.slice(mention.end));
}
