import { Failure } from "../../../kernel/errors.ts";

export type Operator = "+" | "-" | "*" | "/";
export type Comparison = ">" | ">=" | "<" | "<=";

export type Expression =
  | { kind: "number"; value: number }
  /** A figure or measure; with `growthYears`, its compound growth a year over so many years. */
  | { kind: "measure"; id: string; growthYears: number | null }
  /** The mean of a period and the one a year before. */
  | { kind: "average"; of: Expression }
  | { kind: "operation"; operator: Operator; left: Expression; right: Expression };

export type Condition =
  | { kind: "comparison"; operator: Comparison; left: Expression; right: Expression }
  | { kind: "and" | "or"; parts: Condition[] }
  | { kind: "not"; of: Condition };

const LETTERS_MAX = 1_000;
const TOKENS_MAX = 120;
const DEPTH_MAX = 20;
const TOKEN = /\s*(?:(\d+(?:\.\d+)?(?:e[+-]?\d{1,2})?)(%?)|([a-z_][a-z0-9_]*)|(>=|<=|[-+*/()<>]))/iy;

interface Token {
  text: string;
  value?: number;
  at: number;
}

/** A condition such as `revenue_growth_3y > 0.1 and net_debt / ebitda < 2`. */
export function parseCondition(text: string): Condition {
  const parser = new Parser(text);
  const condition = parser.condition(0);
  parser.end();
  return condition;
}

/** An expression such as `net_debt / ebitda`. */
export function parseExpression(text: string): Expression {
  const parser = new Parser(text);
  const expression = parser.sum(0);
  parser.end();
  return expression;
}

const fail = (detail: string) => new Failure("invalid_input", { detail: `where: ${detail}` });

function readTokens(text: string): Token[] {
  if (text.length > LETTERS_MAX) throw fail(`expected at most ${LETTERS_MAX} characters`);
  const tokens: Token[] = [];
  const trimmed = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(trimmed);
    if (!match)
      throw fail(`“${trimmed.slice(at, at + 20).trim()}” at character ${at + 1} was not understood`);
    const [, number, percent, name, sign] = match;
    if (number !== undefined) tokens.push({ text: number, value: Number(number) / (percent ? 100 : 1), at });
    else tokens.push({ text: (name?.toLowerCase() ?? sign) as string, at });
    if (tokens.length > TOKENS_MAX) throw fail(`expected at most ${TOKENS_MAX} words and signs`);
  }
  return tokens;
}

const isComparison = (text: string | undefined): text is Comparison =>
  text === ">" || text === ">=" || text === "<" || text === "<=";
const NAME = /^[a-z_]/;
const GROWTH = /^(.+)_growth(?:_(\d{1,2})y)?$/;
const GROWTH_YEARS_MAX = 10;

/** Recursive descent; every level has a limit, so that no text can exhaust the stack. */
class Parser {
  readonly #tokens: Token[];
  #next = 0;
  #isInAverage = false;

  constructor(text: string) {
    this.#tokens = readTokens(text);
  }

  condition(depth: number): Condition {
    const parts = [this.#conjunction(depth)];
    while (this.#take("or")) parts.push(this.#conjunction(depth));
    return one(parts, "or");
  }

  #conjunction(depth: number): Condition {
    const parts = [this.#negation(depth)];
    while (this.#take("and")) parts.push(this.#negation(depth));
    return one(parts, "and");
  }

  #negation(depth: number): Condition {
    if (depth > DEPTH_MAX) throw fail("too many brackets");
    if (this.#take("not")) return { kind: "not", of: this.#negation(depth + 1) };
    const start = this.#next;
    if (this.#take("(")) {
      // A bracket may hold a condition or a part of an expression; which one shows at its end.
      const inner = this.#attempt(() => this.condition(depth + 1));
      if (inner && this.#take(")") && !this.#continuesExpression()) return inner;
      this.#next = start;
    }
    return this.#comparison(depth);
  }

  #comparison(depth: number): Condition {
    const left = this.sum(depth);
    const sign = this.#tokens[this.#next]?.text;
    if (!isComparison(sign)) throw this.#unexpected("a comparison: >, >=, < or <=");
    this.#next++;
    return { kind: "comparison", operator: sign, left, right: this.sum(depth) };
  }

  sum(depth: number): Expression {
    let left = this.#product(depth);
    for (;;) {
      const operator = this.#take("+") ? "+" : this.#take("-") ? "-" : null;
      if (!operator) return left;
      left = { kind: "operation", operator, left, right: this.#product(depth) };
    }
  }

  #product(depth: number): Expression {
    let left = this.#value(depth);
    for (;;) {
      const operator = this.#take("*") ? "*" : this.#take("/") ? "/" : null;
      if (!operator) return left;
      left = { kind: "operation", operator, left, right: this.#value(depth) };
    }
  }

  #value(depth: number): Expression {
    if (depth > DEPTH_MAX) throw fail("too many brackets");
    if (this.#take("-")) {
      const number = this.#tokens[this.#next]?.value;
      if (number !== undefined) {
        this.#next++;
        return { kind: "number", value: -number };
      }
      return {
        kind: "operation",
        operator: "-",
        left: { kind: "number", value: 0 },
        right: this.#value(depth + 1),
      };
    }
    if (this.#take("(")) {
      const inner = this.sum(depth + 1);
      if (!this.#take(")")) throw this.#unexpected("a closing bracket");
      return inner;
    }
    const token = this.#tokens[this.#next];
    if (token?.value !== undefined) {
      this.#next++;
      return { kind: "number", value: token.value };
    }
    if (!token || !NAME.test(token.text) || RESERVED.has(token.text))
      throw this.#unexpected("a figure or a number");
    this.#next++;
    if (token.text === "average" && this.#tokens[this.#next]?.text === "(") return this.#average(depth);
    return readMeasure(token.text);
  }

  /** One within another would double the figures to look up with each. */
  #average(depth: number): Expression {
    if (this.#isInAverage) throw fail("an average of averages has no meaning");
    this.#isInAverage = true;
    const of = this.#value(depth + 1);
    this.#isInAverage = false;
    return { kind: "average", of };
  }

  end(): void {
    if (this.#next < this.#tokens.length) throw this.#unexpected("the end");
  }

  #continuesExpression(): boolean {
    const text = this.#tokens[this.#next]?.text;
    return text !== undefined && (isComparison(text) || ["+", "-", "*", "/"].includes(text));
  }

  #attempt<T>(parse: () => T): T | null {
    try {
      return parse();
    } catch (error) {
      this.#isInAverage = false;
      if (error instanceof Failure) return null;
      throw error;
    }
  }

  #take(text: string): boolean {
    if (this.#tokens[this.#next]?.text !== text) return false;
    this.#next++;
    return true;
  }

  #unexpected(expected: string): Failure {
    const token = this.#tokens[this.#next];
    return fail(
      token
        ? `expected ${expected} at character ${token.at + 1}, not “${token.text}”`
        : `it ends where ${expected} was expected`,
    );
  }
}

const RESERVED: ReadonlySet<string> = new Set(["and", "or", "not"]);

const one = (parts: Condition[], kind: "and" | "or"): Condition => {
  const [first] = parts;
  return parts.length === 1 && first ? first : { kind, parts };
};

const readMeasure = (name: string): Expression =>
  readGrowth(name) ?? { kind: "measure", id: name, growthYears: null };

/** `revenue_growth_3y` as the growth of revenue; null for a name that is not one of growth. */
export function readGrowth(name: string): Extract<Expression, { kind: "measure" }> | null {
  const [, id, years] = GROWTH.exec(name) ?? [];
  if (id === undefined) return null;
  const growthYears = years === undefined ? 1 : Number(years);
  if (growthYears < 1 || growthYears > GROWTH_YEARS_MAX)
    throw new Failure("invalid_input", {
      detail: `${name}: expected growth over 1 to ${GROWTH_YEARS_MAX} years`,
    });
  return { kind: "measure", id, growthYears };
}

/** The text that `parseCondition` reads as the same condition. */
export function printCondition(condition: Condition): string {
  switch (condition.kind) {
    case "comparison":
      return `${printExpression(condition.left)} ${condition.operator} ${printExpression(condition.right)}`;
    case "not":
      return `not (${printCondition(condition.of)})`;
    default:
      return condition.parts
        .map((part) =>
          part.kind === "and" || part.kind === "or" ? `(${printCondition(part)})` : printCondition(part),
        )
        .join(` ${condition.kind} `);
  }
}

const PRECEDENCE: Readonly<Record<Operator, number>> = { "+": 1, "-": 1, "*": 2, "/": 2 };

export function printExpression(expression: Expression, above = 0): string {
  switch (expression.kind) {
    case "number":
      return String(expression.value);
    case "measure":
      return expression.growthYears === null
        ? expression.id
        : `${expression.id}_growth_${expression.growthYears}y`;
    case "average":
      return `average(${printExpression(expression.of)})`;
    case "operation": {
      const own = PRECEDENCE[expression.operator];
      const text = `${printExpression(expression.left, own)} ${expression.operator} ${printExpression(expression.right, own + 1)}`;
      return own < above ? `(${text})` : text;
    }
  }
}
