import { type Expression, evaluate, figuresOf, readFormula } from "./expression.ts";
import { type FoundFigure, findFigure } from "./find-figure.ts";
import { findConcept } from "./lexicon.ts";
import type { Period } from "./periods.ts";
import { expandMeasure } from "./phrase.ts";
import type { Statements } from "./statement-book.ts";

/** A computation with every operand found in the report. */
export interface Computation {
  value: number;
  expression: Expression;
  operands: FoundFigure[];
  /** Figures of which the report has no row, taken as nothing. */
  nil?: string[];
}

export type ComputationResult =
  | { done: true; computation: Computation }
  | { done: false; missing: { concept: string; period: Period }[] };

/** Finds every figure an expression needs and computes it; what no row says is put together from rows that do. */
export function compute(book: Statements, expression: Expression): ComputationResult {
  const finder = new FigureFinder(book);
  const complete = finder.complete(expression, 0);
  const missing = finder.missing(complete);
  if (missing.length > 0) return { done: false, missing };
  const value = evaluate(complete, (concept, period) => finder.find(concept, period)?.value ?? null);
  if (value === null) return { done: false, missing: figuresOf(expression) };
  const operands = figuresOf(complete).flatMap(({ concept, period }) => finder.find(concept, period) ?? []);
  // Nothing but missing figures is no computation.
  if (operands.length === 0) return { done: false, missing: figuresOf(expression) };
  const nil = figuresOf(complete).flatMap(({ concept, period }) =>
    finder.find(concept, period) ? [] : [concept],
  );
  return { done: true, computation: { value, expression: complete, operands, nil: [...new Set(nil)] } };
}

const DERIVATION_DEPTH_MAX = 3;

class FigureFinder {
  readonly #book: Statements;
  readonly #found = new Map<string, FoundFigure | null>();

  constructor(book: Statements) {
    this.#book = book;
  }

  find(id: string, period: Period): FoundFigure | null {
    const key = `${id} ${JSON.stringify(period)}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const found = this.#book.figures.find(id, period) ?? this.#findRow(id, period);
    this.#found.set(key, found);
    return found;
  }

  #findRow(id: string, period: Period): FoundFigure | null {
    const concept = findConcept(id);
    const { figures } = this.#book;
    if (!concept || figures.holds(id, period) || figures.lacks(id, period)) return null;
    return findFigure(this.#book, concept, period);
  }

  /** The expression with figures no row holds replaced by what they are made of. */
  complete(expression: Expression, depth: number): Expression {
    switch (expression.kind) {
      case "number":
        return expression;
      case "optional":
        return { kind: "optional", of: this.complete(expression.of, depth) };
      case "operation": {
        const { left, right } = expression;
        return { ...expression, left: this.complete(left, depth), right: this.complete(right, depth) };
      }
      case "figure":
        return this.#derive(expression.concept, expression.period, depth) ?? expression;
    }
  }

  #derive(id: string, period: Period, depth: number): Expression | null {
    if (this.find(id, period) || depth >= DERIVATION_DEPTH_MAX) return null;
    const held = this.#book.figures.expression(id, period);
    if (held) return held;
    for (const formula of findConcept(id)?.from ?? []) {
      const made = readFormula(formula, period, (name, when) =>
        findConcept(name) ? { kind: "figure", concept: name, period: when } : expandMeasure(name, when),
      );
      const complete = this.complete(made, depth + 1);
      if (this.missing(complete).length === 0) return complete;
    }
    return null;
  }

  missing(expression: Expression): { concept: string; period: Period }[] {
    if (expression.kind === "optional") return [];
    if (expression.kind === "operation") {
      return [...this.missing(expression.left), ...this.missing(expression.right)];
    }
    if (expression.kind !== "figure" || this.find(expression.concept, expression.period)) return [];
    return [{ concept: expression.concept, period: expression.period }];
  }
}
