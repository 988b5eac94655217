import type { Expression, Operator } from "./expression.ts";
import { requireMeasure, type Unit, unitOfOperation } from "./measure.ts";

/** A value of one period with what it was read or computed from. */
export interface Known {
  value: number;
  unit: Unit;
  /** Null for a plain number. */
  currency: string | null;
  claimIds: string[];
  /** The lowest of what it was computed from. */
  confidence: number;
}

/** Why there is no value. */
export interface Unknown {
  reason: string;
}

export type Result = Known | Unknown;
export const isKnown = <One extends object>(result: One | Unknown): result is One => "value" in result;

/** A printed figure so many years before the period in question. */
export type FindFigure = (concept: string, yearsBefore: number) => Result;

/** Computes an expression for one company and period. Nothing is filled in: what lacks a part has no value. */
export function evaluate(expression: Expression, find: FindFigure, before = 0): Result {
  switch (expression.kind) {
    case "number":
      return { value: expression.value, unit: "number", currency: null, claimIds: [], confidence: 1 };
    case "measure":
      return expression.growthYears === null
        ? evaluateMeasure(expression.id, find, before)
        : growth(expression.id, { find, before, years: expression.growthYears });
    case "average":
      return average(expression.of, find, before);
    case "operation": {
      const left = evaluate(expression.left, find, before);
      if (!isKnown(left)) return left;
      const right = evaluate(expression.right, find, before);
      return isKnown(right) ? combine(expression.operator, left, right) : right;
    }
  }
}

/** The mean of a period and the one a year before. */
function average(expression: Expression, find: FindFigure, before: number): Result {
  const now = evaluate(expression, find, before);
  if (!isKnown(now)) return now;
  const then = evaluate(expression, find, before + 1);
  if (!isKnown(then)) return then;
  const sum = combine("+", then, now);
  return isKnown(sum) ? { ...sum, value: sum.value / 2 } : sum;
}

function evaluateMeasure(id: string, find: FindFigure, before: number): Result {
  const { formula } = requireMeasure(id);
  return formula ? evaluate(formula.expression, find, before) : find(id, before);
}

interface Growth {
  find: FindFigure;
  before: number;
  years: number;
}

/** Compound growth a year. A change from or to a loss has no rate. */
function growth(id: string, { find, before, years }: Growth): Result {
  const last = evaluateMeasure(id, find, before);
  if (!isKnown(last)) return last;
  const first = evaluateMeasure(id, find, before + years);
  if (!isKnown(first)) return first;
  if (first.currency !== last.currency) return { reason: `${id} was reported in two currencies` };
  if (first.value <= 0 || last.value <= 0)
    return { reason: `${id} was not positive, so its growth has no rate` };
  const value = (last.value / first.value) ** (1 / years) - 1;
  if (!Number.isFinite(value)) return { reason: "it is too large to be computed" };
  return {
    value,
    unit: "number",
    currency: null,
    ...evidence(last, first),
  };
}

const evidence = (left: Known, right: Known) => ({
  claimIds: [...new Set([...left.claimIds, ...right.claimIds])],
  confidence: Math.min(left.confidence, right.confidence),
});

function combine(operator: Operator, left: Known, right: Known): Result {
  const isPlain = left.unit === "number" || right.unit === "number";
  if (!isPlain && left.unit !== "shares" && right.unit !== "shares" && left.currency !== right.currency)
    return {
      reason: `${left.currency ?? "an unknown currency"} and ${right.currency ?? "an unknown currency"} are mixed`,
    };
  if (operator === "/" && right.value === 0) return { reason: "it would be divided by zero" };
  const value = {
    "+": left.value + right.value,
    "-": left.value - right.value,
    "*": left.value * right.value,
    "/": left.value / right.value,
  }[operator];
  if (!Number.isFinite(value)) return { reason: "it is too large to be computed" };
  const unit = unitOfOperation(operator, left.unit, right.unit) ?? right.unit;
  const currency = unit === "money" || unit === "per_share" ? (left.currency ?? right.currency) : null;
  return { value: Number(value.toPrecision(15)), unit, currency, ...evidence(left, right) };
}
