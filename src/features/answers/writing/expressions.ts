/** Expressions over numbers of a report, as a model writes them in a sentence; computed here, never by the model. */
import type { ComputedEvidence } from "../claims/evidence.ts";
import { BadReference, type ReferencedNumber, type References } from "./references.ts";

/** A number on the way: what it is measured in decides what it may be combined with. */
interface Quantity {
  /** In single units. */
  value: number;
  /** `plain` for a ratio or a literal. */
  unit: ReferencedNumber["unit"] | "plain";
  currency: string | null;
  cells: ReferencedNumber[];
  operation: ComputedEvidence["operation"] | "none";
  /** With literal factors only. */
  literal: boolean;
  isPercent: boolean;
  /** As it is printed in the claim. */
  text: string;
}

export interface ComputedNumber extends Quantity {
  operation: ComputedEvidence["operation"];
}

const TOKEN = /\s*([a-z_]+\d*(?:r\d+c\d+)?|\d+(?:\.\d+)?|[-+*/(),%])/giy;
const TOKENS_MAX = 60;
const NESTING_MAX = 4;

/** Parses and computes; a single reference is returned as it is. */
export function evaluateExpression(
  text: string,
  references: References,
  nesting = 0,
): ReferencedNumber | ComputedNumber {
  const quantity = new Evaluation(text, references, nesting).run();
  const [only] = quantity.cells;
  if (!only) throw new BadReference("an expression needs a number of the report");
  if (quantity.operation === "none") {
    if (quantity.cells.length > 1 || quantity.value !== only.value * only.scale)
      throw new BadReference("this is no sum, difference, ratio, growth or average");
    return only;
  }
  if (!Number.isFinite(quantity.value)) throw new BadReference("the result is no number");
  return { ...quantity, operation: quantity.operation };
}

class Evaluation {
  readonly #tokens: string[];
  readonly #references: References;
  readonly #nesting: number;
  #at = 0;

  constructor(text: string, references: References, nesting: number) {
    this.#tokens = tokenize(text);
    this.#references = references;
    this.#nesting = nesting;
  }

  run(): Quantity {
    const quantity = this.#sum();
    const isPercent = this.#take("%");
    if (this.#at < this.#tokens.length) throw new BadReference("the expression could not be read");
    if (!isPercent) return quantity;
    if (quantity.unit !== "plain") throw new BadReference("only a ratio can be a percentage");
    // Ratio times 100, written with or without the factor.
    return { ...quantity, isPercent: true };
  }

  #sum(): Quantity {
    let left = this.#product();
    for (;;) {
      if (this.#take("+")) left = add(left, this.#product());
      else if (this.#take("-")) left = subtract(left, this.#product());
      else return left;
    }
  }

  #product(): Quantity {
    let left = this.#atom();
    for (;;) {
      if (this.#take("*")) left = multiply(left, this.#atom());
      else if (this.#take("/")) left = divide(left, this.#atom());
      else return left;
    }
  }

  #atom(): Quantity {
    const token = this.#tokens[this.#at++] ?? "";
    if (token === "(") {
      const inside = this.#sum();
      if (!this.#take(")")) throw new BadReference("a bracket is not closed");
      return inside.operation === "none" ? inside : { ...inside, text: `(${inside.text})` };
    }
    if (/^\d/.test(token)) return literal(Number(token));
    if (this.#take("(")) return call(token.toLowerCase(), this.#arguments());
    const named = this.#references.findExpression(token);
    if (named === undefined) return fromReference(this.#references.require(token));
    if (this.#nesting >= NESTING_MAX) throw new BadReference("too many expressions inside each other");
    return new Evaluation(named, this.#references, this.#nesting + 1).run();
  }

  #arguments(): Quantity[] {
    const list = [this.#sum()];
    while (this.#take(",")) list.push(this.#sum());
    if (!this.#take(")")) throw new BadReference("a bracket is not closed");
    return list;
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at++;
    return true;
  }
}

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const [, token] = TOKEN.exec(text) ?? [];
    if (token === undefined || tokens.length >= TOKENS_MAX)
      throw new BadReference("the expression could not be read");
    tokens.push(token);
  }
  return tokens;
}

function fromReference(number: ReferencedNumber): Quantity {
  const { value, scale, unit, currency, evidence } = number;
  return {
    value: value * scale,
    unit,
    currency,
    cells: [number],
    operation: "none",
    literal: false,
    isPercent: false,
    text: `[${evidence.label}${evidence.year === null ? "" : `, ${evidence.year}`}]`,
  };
}

const literal = (value: number): Quantity => ({
  value,
  unit: "plain",
  currency: null,
  cells: [],
  operation: "none",
  literal: true,
  isPercent: false,
  text: String(value),
});

function requireSame(left: Quantity, right: Quantity): void {
  if (left.unit !== right.unit || left.currency !== right.currency || left.literal || right.literal)
    throw new BadReference("amounts of different units or currencies cannot be added or subtracted");
}

const labelsOf = (...parts: Quantity[]) =>
  new Set(parts.flatMap(({ cells }) => cells.map(({ evidence }) => evidence.label)));
const yearsOf = (...parts: Quantity[]) =>
  new Set(parts.flatMap(({ cells }) => cells.map(({ evidence }) => evidence.year)));

function combine(left: Quantity, right: Quantity, sign: string): Quantity {
  return { ...left, cells: [...left.cells, ...right.cells], text: `${left.text} ${sign} ${right.text}` };
}

function add(left: Quantity, right: Quantity): Quantity {
  requireSame(left, right);
  return { ...combine(left, right, "+"), value: left.value + right.value, operation: "sum" };
}

function subtract(left: Quantity, right: Quantity): Quantity {
  requireSame(left, right);
  return { ...combine(left, right, "-"), value: left.value - right.value, operation: "difference" };
}

/** Amounts are multiplied with nothing but the 100 of a percentage. */
function multiply(left: Quantity, right: Quantity): Quantity {
  const [ratio, factor] = left.literal ? [right, left] : [left, right];
  if (!factor.literal || factor.value !== 100 || ratio.unit !== "plain" || ratio.literal)
    throw new BadReference("amounts cannot be multiplied");
  return { ...ratio, isPercent: true };
}

function divide(left: Quantity, right: Quantity): Quantity {
  if (right.literal) {
    if (left.operation !== "sum" || right.value !== left.cells.length)
      throw new BadReference("an amount is divided by another amount; use average() for a mean");
    return {
      ...left,
      value: left.value / right.value,
      operation: "average",
      text: `${left.text} / ${right.text}`,
    };
  }
  if (left.unit !== right.unit || left.currency !== right.currency || left.literal)
    throw new BadReference("amounts of different units or currencies cannot be divided");
  if (right.value === 0) throw new BadReference("division by zero");
  const [, base] = left.cells;
  const isGrowth =
    left.operation === "difference" &&
    left.cells.length === 2 &&
    right.cells.length === 1 &&
    base?.id === right.cells[0]?.id;
  const whole = combine(left, right, "/");
  const value = left.value / right.value;
  const plain = { ...whole, value, unit: "plain" as const, currency: null };
  if (!isGrowth) return { ...plain, operation: "ratio" };
  return { ...plain, cells: left.cells, operation: "growth", isPercent: true };
}

function call(name: string, list: Quantity[]): Quantity {
  const [first, second, ...others] = list;
  if (name === "sum" || name === "average") {
    const sum = list.slice(1).reduce(add, list[0] ?? literal(0));
    return name === "sum" ? sum : divide({ ...sum, text: `(${sum.text})` }, literal(sum.cells.length));
  }
  if (!first || !second || others.length > 0)
    throw new BadReference(
      `${name} needs two numbers: growth, change, share, ratio, sum and average are known`,
    );
  switch (name) {
    case "growth":
      return divide({ ...subtract(first, second), text: `(${first.text} - ${second.text})` }, second);
    case "change":
      return subtract(first, second);
    case "share":
      return { ...divide(first, second), isPercent: true };
    case "ratio":
      return divide(first, second);
    default:
      throw new BadReference(`there is no function ${name}`);
  }
}

/** What may be computed from each other: one row over time, or several rows at one time. */
export function requireComparable({ operation, cells }: ComputedNumber): void {
  const parts = cells.map(fromReference);
  const [labels, years] = [labelsOf(...parts), yearsOf(...parts)];
  const isOneRow = labels.size === 1;
  const isOneYear = years.size === 1;
  if (operation === "growth") {
    const [now, past] = cells.map(({ evidence }) => evidence.year);
    if (!isOneRow || now == null || past == null || now <= past)
      throw new BadReference(
        "growth is of one row, from an earlier year to a later one: growth(later, earlier)",
      );
    return;
  }
  if (operation === "difference" || operation === "average") {
    if (isOneRow === isOneYear) throw new BadReference("compare one row over time, or rows of the same year");
    return;
  }
  if (isOneRow || !isOneYear)
    throw new BadReference("a sum or a ratio is of different rows of the same year");
}
