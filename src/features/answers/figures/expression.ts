import { type Period, priorPeriod } from "./periods.ts";

/** What is to be computed, over figures that stand in the report. */
export type Expression =
  | { kind: "number"; value: number }
  | { kind: "figure"; concept: string; period: Period }
  /** Zero where the report has no such row: part of a sum that not every company has. */
  | { kind: "optional"; of: Expression }
  | { kind: "operation"; operator: Operator; left: Expression; right: Expression };

export type Operator = "+" | "-" | "*" | "/" | "^";

export const number = (value: number): Expression => ({ kind: "number", value });

export const figure = (concept: string, period: Period): Expression => ({ kind: "figure", concept, period });

export const operation = (operator: Operator, left: Expression, right: Expression): Expression => ({
  kind: "operation",
  operator,
  left,
  right,
});

export function mean(parts: readonly Expression[]): Expression {
  const [first, ...others] = parts;
  if (!first) throw new Error("the mean of nothing");
  const sum = others.reduce((left, right) => operation("+", left, right), first);
  return operation("/", sum, number(parts.length));
}

/** Every figure an expression needs, each once. */
export function figuresOf(expression: Expression): { concept: string; period: Period }[] {
  const found = new Map<string, { concept: string; period: Period }>();
  const visit = (part: Expression): void => {
    if (part.kind === "figure")
      found.set(JSON.stringify(part), { concept: part.concept, period: part.period });
    if (part.kind === "optional") visit(part.of);
    if (part.kind !== "operation") return;
    visit(part.left);
    visit(part.right);
  };
  visit(expression);
  return [...found.values()];
}

export type Values = (concept: string, period: Period) => number | null;

/** Computes; null when a figure is missing or a division has no result. */
export function evaluate(expression: Expression, values: Values): number | null {
  switch (expression.kind) {
    case "number":
      return expression.value;
    case "figure":
      return values(expression.concept, expression.period);
    case "optional":
      return evaluate(expression.of, values) ?? 0;
    case "operation": {
      const left = evaluate(expression.left, values);
      const right = evaluate(expression.right, values);
      if (left === null || right === null) return null;
      const value = apply(expression.operator, left, right);
      return Number.isFinite(value) ? value : null;
    }
  }
}

function apply(operator: Operator, left: number, right: number): number {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / right;
    case "^":
      return left ** right;
  }
}

/** What kind of thing a name in a formula is; the caller knows the names. */
export type Resolve = (name: string, period: Period) => Expression | null;

/**
 * Reads a written formula such as `365 * average(inventory) / cost_of_revenue` for one period. Formulas are our own
 * data, so a fault in one is an error, not an answer.
 */
export function readFormula(formula: string, period: Period, resolve: Resolve): Expression {
  const tokens = formula.match(/[a-z_]+|\d+(?:\.\d+)?|[()+\-*/]/g) ?? [];
  let at = 0;
  const take = (): string => tokens[at++] ?? "";

  const sum = (when: Period): Expression => {
    let left = product(when);
    while (tokens[at] === "+" || tokens[at] === "-")
      left = operation(take() as Operator, left, product(when));
    return left;
  };
  const product = (when: Period): Expression => {
    let left = atom(when);
    while (tokens[at] === "*" || tokens[at] === "/") left = operation(take() as Operator, left, atom(when));
    return left;
  };
  const atom = (when: Period): Expression => {
    const token = take();
    if (token === "(") return bracket(when);
    if (/^\d/.test(token)) return number(Number(token));
    if (tokens[at] === "(") return applyFunction(token, when);
    const found = resolve(token, when);
    if (!found) throw new Error(`formula ${formula}: unknown name ${token}`);
    return found;
  };
  const bracket = (when: Period): Expression => {
    const inside = sum(when);
    if (take() !== ")") throw new Error(`formula ${formula}: bracket not closed`);
    return inside;
  };
  const applyFunction = (name: string, when: Period): Expression => {
    const start = at + 1;
    const within = (period: Period): Expression => {
      at = start;
      return bracket(period);
    };
    const now = within(when);
    if (name === "optional") return { kind: "optional", of: now };
    const before = within(priorPeriod(when));
    if (name === "average") return mean([before, now]);
    if (name === "change") return operation("-", now, before);
    if (name === "prior") return before;
    throw new Error(`formula ${formula}: unknown function ${name}`);
  };
  const whole = sum(period);
  if (at < tokens.length) throw new Error(`formula ${formula}: unread after ${tokens[at - 1]}`);
  return whole;
}
