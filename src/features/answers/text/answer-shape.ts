import type { DraftAnswer } from "../answer.ts";
import { mentionedFigures } from "../figures/supporting-figures.ts";
import { answerCurrency } from "./answer-currency.ts";
import { answerBreakdown } from "./answer-extremum.ts";
import { answerStatement, readStatement } from "./answer-statement.ts";
import { readBreakdown, readParts } from "./breakdown.ts";
import { asksCurrency } from "./find-currency.ts";
import { isPlace } from "./member-kinds.ts";
import { rankedPages } from "./ranked-pages.ts";
import { readOperation } from "./read-operation.ts";
import { tokensOf } from "./roots.ts";
import { readSuperlative } from "./superlative.ts";
import type { TextContext } from "./text-context.ts";

/**
 * Answers what no single figure does: a breakdown, a whole statement, the currency of the amounts. Null where the report
 * has no such answer, undefined for any other question.
 */
export function answerShape(question: string, context: TextContext): DraftAnswer | null | undefined {
  if (asksCurrency(question)) return answerCurrency(context);
  const statement = readStatement(question);
  if (statement) return answerStatement(statement, question, context);
  const parts = readParts(question);
  if (parts) return answerBreakdown(parts, rankedPages(context), context) ?? undefined;
  const breakdown = readBreakdown(question);
  if (!breakdown || readSuperlative(question) || !isOfFigures(breakdown.measure)) return undefined;
  // "The revenue of the Netherlands in the split by country" is that of one.
  if (tokensOf(breakdown.measure).some(({ root }) => isPlace([root]))) return undefined;
  return answerBreakdown(breakdown, rankedPages(context), context);
}

/** What is divided into parts is an amount or a number, and not why it changed. */
function isOfFigures(measure: string): boolean {
  const { operation } = readOperation(measure);
  return (
    operation === "value" ||
    (operation !== "change" && operation !== "verdict" && mentionedFigures(measure).length > 0)
  );
}
