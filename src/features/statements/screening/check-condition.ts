import { Failure } from "../../../kernel/errors.ts";
import { type Condition, type Expression, printExpression } from "../measures/expression.ts";
import { figuresOf, unitOfExpression } from "../measures/measure.ts";

const FIGURES_MAX = 15;

interface Comparison {
  left: Expression;
  right: Expression;
  /** The other side is a plain number, so the amount is compared in the requested currency. */
  inCurrency: boolean;
}

/** Checks that both sides can be compared, and what the condition costs. */
export function checkCondition(condition: Condition, currency: string | null) {
  const comparisons = comparisonsOf(condition).map(({ left, right }) =>
    checkUnits({ left, right }, currency),
  );
  const needs = comparisons.flatMap(({ left, right }) => [figuresOf(left), figuresOf(right)]);
  const concepts = new Set(needs.flatMap((need) => [...need.concepts]));
  if (concepts.size === 0) throw new Failure("invalid_input", { detail: "where: it names no figure" });
  if (concepts.size > FIGURES_MAX)
    throw new Failure("invalid_input", { detail: `where: at most ${FIGURES_MAX} different figures` });
  return { concepts: [...concepts], yearsBefore: Math.max(...needs.map((need) => need.yearsBefore)) };
}

function comparisonsOf(condition: Condition): Extract<Condition, { kind: "comparison" }>[] {
  if (condition.kind === "comparison") return [condition];
  return condition.kind === "not" ? comparisonsOf(condition.of) : condition.parts.flatMap(comparisonsOf);
}

export function checkUnits(
  { left, right }: { left: Expression; right: Expression },
  currency: string | null,
): Comparison {
  const units = [unitOfExpression(left), unitOfExpression(right)];
  if (units[0] === units[1]) return { left, right, inCurrency: false };
  const isAmount = units.some((unit) => unit === "money" || unit === "per_share");
  if (!units.includes("number") || !isAmount) {
    if (units.includes("number") && units.includes("shares")) return { left, right, inCurrency: false };
    throw new Failure("invalid_input", {
      detail: `where: ${printExpression(left)} and ${printExpression(right)} are not measured in the same unit`,
    });
  }
  if (currency === null)
    throw new Failure("invalid_input", {
      detail: `where: ${printExpression(left)} is an amount of money; give the currency of the number it is compared with`,
    });
  return { left, right, inCurrency: true };
}
