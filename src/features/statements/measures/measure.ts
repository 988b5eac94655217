import { Failure } from "../../../kernel/errors.ts";
import { COMPUTED_MEASURES, type ComputedMeasure, describeUnknown, FIGURES } from "../../reference/index.ts";
import {
  type Expression,
  type Operator,
  parseExpression,
  printExpression,
  readGrowth,
} from "./expression.ts";

export type Unit = "money" | "per_share" | "shares" | "number";

/** Something that can be asked for by its id: a figure that reports print, or a measure computed from figures. */
export interface Measure {
  id: string;
  name: string;
  unit: Unit;
  kind: "flow" | "stock" | "per_share" | "shares" | "ratio";
  statement: "income" | "balance" | "cash_flow" | null;
  sign: "natural" | "cost";
  /** Null for a printed figure. */
  formula: { text: string; expression: Expression } | null;
}

/** Every figure and measure by its id. */
export const MEASURES: ReadonlyMap<string, Measure> = new Map<string, Measure>([
  ...FIGURES.map(({ id, name, kind, statement, sign }): [string, Measure] => [
    id,
    { id, name, kind, statement, sign, unit: unitOf(kind), formula: null },
  ]),
  ...COMPUTED_MEASURES.filter(isStored).map(({ id, name, unit, formula }): [string, Measure] => [
    id,
    {
      id,
      name,
      unit: unit === "money" || unit === "per_share" ? unit : "number",
      kind: "ratio",
      statement: null,
      sign: "natural",
      formula: { text: formula, expression: parseExpression(formula) },
    },
  ]),
]);

/** Whether every figure it is computed from is stored with the reports. */
function isStored({ formula }: ComputedMeasure): boolean {
  return namesIn(parseExpression(formula)).every((name) => {
    const measure = COMPUTED_MEASURES.find(({ id }) => id === name);
    return measure ? isStored(measure) : FIGURES.some(({ id }) => id === name);
  });
}

function namesIn(expression: Expression): string[] {
  switch (expression.kind) {
    case "number":
      return [];
    case "measure":
      return [expression.id];
    case "average":
      return namesIn(expression.of);
    case "operation":
      return [...namesIn(expression.left), ...namesIn(expression.right)];
  }
}

function unitOf(kind: "flow" | "stock" | "per_share" | "shares"): Unit {
  return kind === "per_share" || kind === "shares" ? kind : "money";
}

export function isMeasure(id: string): boolean {
  return MEASURES.has(id);
}

export function requireMeasure(id: string): Measure {
  const measure = MEASURES.get(id);
  if (!measure)
    throw new Failure("invalid_input", {
      detail: `figure: ${describeUnknown("figures", id)}`,
    });
  return measure;
}

/** What can be asked for by name: a figure, a ratio, or the growth of either, named as in a screen. */
export function requireNamedMeasure(name: string): Measure {
  const expression = MEASURES.has(name) ? null : readGrowth(name);
  if (!expression || !MEASURES.has(expression.id)) return requireMeasure(name);
  return {
    id: name,
    name: `Growth of ${requireMeasure(expression.id).name}`,
    unit: "number",
    kind: "ratio",
    statement: null,
    sign: "natural",
    formula: { text: printExpression(expression), expression },
  };
}

/** The printed figures an expression needs, and how many years before its own period. */
export function figuresOf(expression: Expression): { concepts: Set<string>; yearsBefore: number } {
  const concepts = new Set<string>();
  let yearsBefore = 0;
  const visit = (one: Expression, before: number) => {
    if (one.kind === "operation") {
      visit(one.left, before);
      visit(one.right, before);
    } else if (one.kind === "average") {
      visit(one.of, before);
      visit(one.of, before + 1);
    } else if (one.kind === "measure") {
      const reach = before + (one.growthYears ?? 0);
      yearsBefore = Math.max(yearsBefore, reach);
      const { formula } = requireMeasure(one.id);
      if (formula) visit(formula.expression, reach);
      else concepts.add(one.id);
    }
  };
  visit(expression, 0);
  return { concepts, yearsBefore };
}

/** What an expression is measured in; throws where amounts and plain numbers are mixed. */
export function unitOfExpression(expression: Expression): Unit {
  if (expression.kind === "number") return "number";
  if (expression.kind === "measure") {
    const { unit } = requireMeasure(expression.id);
    return expression.growthYears === null ? unit : "number";
  }
  if (expression.kind === "average") return unitOfExpression(expression.of);
  const units = [unitOfExpression(expression.left), unitOfExpression(expression.right)] as const;
  // A sign is read as zero minus the rest.
  const isSign = expression.left.kind === "number" && expression.left.value === 0;
  const unit =
    isSign && expression.operator === "-" ? units[1] : unitOfOperation(expression.operator, ...units);
  if (unit === null) throw mixed(expression.operator, ...units);
  return unit;
}

/** Null where the operation has no meaning. */
export function unitOfOperation(operator: Operator, left: Unit, right: Unit): Unit | null {
  if (operator === "+" || operator === "-") return left === right ? left : null;
  if (right === "number") return left;
  if (operator === "*") return left === "number" ? right : null;
  if (left === right) return "number";
  return left === "money" && right === "shares" ? "per_share" : null;
}

const WORDS: Readonly<Record<Unit, string>> = {
  money: "an amount of money",
  per_share: "an amount per share",
  shares: "a number of shares",
  number: "a plain number",
};

const mixed = (operator: string, left: Unit, right: Unit) =>
  new Failure("invalid_input", {
    detail: `where: ${WORDS[left]} ${operator} ${WORDS[right]} has no meaning`,
  });
