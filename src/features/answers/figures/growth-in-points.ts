import type { Computation } from "./compute.ts";
import { type Expression, operation } from "./expression.ts";
import type { FoundFigure } from "./find-figure.ts";
import type { FigureQuestion } from "./read-question.ts";

export interface ComputedQuestion {
  question: FigureQuestion;
  computation: Computation;
}

/** The growth of a percentage is its change in percentage points: from 2% to 3% it is one point, and not 50%. */
export function giveGrowthInPoints({ question, computation }: ComputedQuestion): ComputedQuestion {
  const ends = endsOfGrowth(computation.expression);
  const [newer, older] = ends?.map((end) => findOperand(computation.operands, end)) ?? [];
  if (!ends || newer?.unit !== "percent" || older?.unit !== "percent") return { question, computation };
  const subject = question.subject.replace(/^growth(?: of)?\b/i, "change in");
  return {
    question: { ...question, subject, result: "percent" },
    computation: {
      ...computation,
      value: newer.value - older.value,
      expression: operation("-", ends[0], ends[1]),
    },
  };
}

type Figure = Extract<Expression, { kind: "figure" }>;

/** The newer and the older figure of a ratio less one. */
function endsOfGrowth(expression: Expression): [Figure, Figure] | null {
  if (expression.kind !== "operation" || expression.operator !== "-") return null;
  const { left, right } = expression;
  if (right.kind !== "number" || right.value !== 1) return null;
  if (left.kind !== "operation" || left.operator !== "/") return null;
  return left.left.kind === "figure" && left.right.kind === "figure" ? [left.left, left.right] : null;
}

function findOperand(operands: readonly FoundFigure[], { concept, period }: Figure): FoundFigure | undefined {
  return operands.find((one) => one.concept === concept && one.period.year === period.year);
}
