import { type Expression, mean, number, operation, readFormula } from "./expression.ts";
import { findConcept, findMeasure } from "./lexicon.ts";
import { fiscalYear, type Period, priorPeriod } from "./periods.ts";
import type { Token } from "./question-tokens.ts";

/** When a phrase is meant: one period, or two with everything between. */
export interface When {
  period: Period;
  /** Null when only one period is meant. */
  from: Period | null;
  /** Told when the range was made use of: a range nobody used was misunderstood. */
  markRangeRead: () => void;
}

/** A phrase that was understood: for any period it says what to compute. */
export interface Phrase {
  at: (when: When) => Expression;
  percent: boolean;
}

export class Unreadable extends Error {}

export type FindDefined = (id: string) => readonly Token[] | null;

const DEPTH_MAX = 12;

/** Reads tokens as one phrase; throws `Unreadable` with the words it stumbled over. */
export function parsePhrase(tokens: readonly Token[], findDefined: FindDefined, depth = 0): Phrase {
  if (depth > DEPTH_MAX) throw new Unreadable("definitions that need each other");
  return new PhraseParser(dropAsides(tokens), findDefined, depth).parse();
}

/** Brackets that only repeat, name the source or say "as a %" are not part of the computation. */
function dropAsides(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token || isFiller(token)) continue;
    if (token.kind === "sign" && token.sign === "(") {
      const end = closing(tokens, at);
      const inside = end > at ? tokens.slice(at + 1, end) : [];
      if (end > at && isAside(kept.at(-1), inside)) {
        preferDefined(kept, inside);
        at = end;
        continue;
      }
    }
    kept.push(token);
  }
  return kept;
}

/** "Days payable outstanding (DPO)", where DPO is what the question defines. */
function preferDefined(kept: Token[], inside: readonly Token[]): void {
  const [only] = inside;
  const before = kept.at(-1);
  if (only?.kind === "term" && only.meaning.kind === "defined" && before?.kind === "term")
    kept[kept.length - 1] = only;
}

function isFiller(token: Token): boolean {
  return token.kind === "name" || (token.kind === "term" && token.meaning.kind === "statement");
}

function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.kind !== "sign") continue;
    if (token.sign === "(") depth += 1;
    if (token.sign === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function isAside(before: Token | undefined, inside: readonly Token[]): boolean {
  const told = inside.filter((token) => !isFiller(token));
  if (told.length === 0) return true;
  const [first] = told;
  if (first?.kind === "word" && first.word === "using")
    return told.slice(1).every((token) => token.kind === "term");
  // After a term a bracket with nothing to compute says the same in other words.
  const afterTerm = before?.kind === "term" || (before?.kind === "word" && before.word === "ratio");
  return (
    afterTerm &&
    told.length === 1 &&
    (first?.kind === "term" || (first?.kind === "word" && first.word === "percent_of"))
  );
}

class PhraseParser {
  readonly #tokens: readonly Token[];
  readonly #findDefined: FindDefined;
  readonly #depth: number;
  #at = 0;

  constructor(tokens: readonly Token[], findDefined: FindDefined, depth: number) {
    this.#tokens = tokens;
    this.#findDefined = findDefined;
    this.#depth = depth;
  }

  parse(): Phrase {
    const phrase = this.#sum();
    const rest = this.#tokens.slice(this.#at);
    if (rest.length > 0) throw new Unreadable(rest.map(printToken).join(" "));
    return phrase;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #takeSign(...signs: string[]): string | null {
    const token = this.#peek();
    if (token?.kind !== "sign" || !signs.includes(token.sign)) return null;
    this.#at += 1;
    return token.sign;
  }

  #takeWord(...words: string[]): string | null {
    const token = this.#peek();
    if (token?.kind !== "word" || !words.includes(token.word)) return null;
    this.#at += 1;
    return token.word;
  }

  #takePeriod(): { first: Period; last: Period } | null {
    const token = this.#peek();
    if (token?.kind !== "period") return null;
    this.#at += 1;
    return token;
  }

  #sum(): Phrase {
    let left = this.#product();
    for (let sign = this.#takeSign("+", "-"); sign; sign = this.#takeSign("+", "-")) {
      left = combine(sign as "+" | "-", left, this.#product());
    }
    return left;
  }

  #product(): Phrase {
    let left = this.#modified();
    for (let sign = this.#takeSign("*", "/"); sign; sign = this.#takeSign("*", "/")) {
      left = combine(sign as "*" | "/", left, this.#modified());
    }
    return left;
  }

  /** "3 year average of …", "change in …", "growth in …" take everything up to the next sign. */
  #modified(): Phrase {
    const before = this.#takePeriod();
    const years = this.#takeYears();
    const modifier = this.#takeWord("average", "change", "growth", "cagr", "sum");
    if (modifier === "sum") return this.#list();
    if (modifier === null) {
      const phrase = this.#share(years ?? 0);
      return before ? pin(phrase, before) : phrase;
    }
    const middle = this.#takePeriod();
    const next = this.#peek();
    // A period behind the phrase belongs to the average or the change, not to what is averaged.
    const inner = next?.kind === "word" && next.word !== "ratio" ? this.#modified() : this.#share(0, false);
    const own = before ?? middle ?? this.#takePeriod();
    return own ? pin(modify(modifier, inner, years), own) : modify(modifier, inner, years);
  }

  /** "the sum of X and Y": everything that follows. */
  #list(): Phrase {
    let phrase = this.#suffixed(0, true);
    while (this.#peek()?.kind === "term") phrase = combine("+", phrase, this.#suffixed(0, true));
    return phrase;
  }

  #takeYears(): number | null {
    const token = this.#peek();
    if (token?.kind !== "years") return null;
    this.#at += 1;
    return token.count;
  }

  /** "X as a % of Y", "ratio of X to Y". */
  #share(years: number, dated = true): Phrase {
    this.#takeWord("ratio");
    if (this.#takeWord("percent_of")) {
      // "what percentage of revenue was …" names the whole first.
      const whole = this.#suffixed(0, dated);
      return { ...combine("/", this.#suffixed(0, dated), whole), percent: true };
    }
    const left = this.#suffixed(years, dated);
    if (this.#takeWord("percent_of"))
      return { ...combine("/", left, this.#suffixed(0, dated)), percent: true };
    if (!this.#takeWord("to")) return left;
    const right = this.#suffixed(0, dated);
    this.#takeWord("ratio");
    return combine("/", left, right);
  }

  #suffixed(years: number, dated: boolean): Phrase {
    let phrase = this.#operand();
    for (;;) {
      const period = dated ? this.#takePeriod() : null;
      if (period) phrase = pin(phrase, period);
      const suffix = this.#takeWord("margin", "growth", "cagr", "change", "ratio");
      if (suffix === "margin") phrase = { ...combine("/", phrase, figurePhrase("revenue")), percent: true };
      else if (suffix !== null && suffix !== "ratio") phrase = modify(suffix, phrase, years || null);
      if (!period && !suffix) return phrase;
    }
  }

  #operand(): Phrase {
    const token = this.#peek();
    this.#at += 1;
    if (token?.kind === "number") return { at: () => number(token.value), percent: false };
    if (token?.kind === "sign" && token.sign === "(") {
      const inner = this.#sum();
      if (!this.#takeSign(")")) throw new Unreadable("a bracket that is not closed");
      return inner;
    }
    if (token?.kind === "term") return this.#term(token);
    throw new Unreadable(token ? printToken(token) : "what is asked for");
  }

  #term({ meaning, text }: Token & { kind: "term" }): Phrase {
    switch (meaning.kind) {
      case "concept":
        return figurePhrase(meaning.id);
      case "measure":
        return measurePhrase(meaning.id);
      case "defined": {
        const tokens = this.#findDefined(meaning.id);
        if (!tokens) throw new Unreadable(text);
        return parsePhrase(tokens, this.#findDefined, this.#depth + 1);
      }
      case "statement":
        throw new Unreadable(text);
    }
  }
}

function combine(sign: "+" | "-" | "*" | "/", left: Phrase, right: Phrase): Phrase {
  return {
    at: (when) => operation(sign, left.at(when), right.at(when)),
    percent: (sign === "+" || sign === "-") && left.percent && right.percent,
  };
}

function figurePhrase(concept: string): Phrase {
  return { at: ({ period }) => ({ kind: "figure", concept, period }), percent: false };
}

function measurePhrase(id: string): Phrase {
  const measure = findMeasure(id);
  if (!measure) throw new Error(`no measure ${id}`);
  return { at: ({ period }) => expandMeasure(id, period), percent: measure.unit === "percent" };
}

/** A measure as figures: its formula, and the formulas of the measures in it. */
export function expandMeasure(id: string, period: Period): Expression {
  const measure = findMeasure(id);
  if (!measure) throw new Error(`no measure ${id}`);
  return readFormula(measure.formula, period, (name, when) => {
    if (findConcept(name)) return { kind: "figure", concept: name, period: when };
    return findMeasure(name) ? expandMeasure(name, when) : null;
  });
}

/** The phrase at a period of its own, whatever the rest of the question is about. */
function pin(phrase: Phrase, { first, last }: { first: Period; last: Period }): Phrase {
  const from = first === last ? null : first;
  return {
    ...phrase,
    at: (when) => {
      let used = from === null;
      const expression = phrase.at({
        period: last,
        from,
        markRangeRead: () => {
          used = true;
          when.markRangeRead();
        },
      });
      if (!used) throw new Unreadable("two periods without saying what to do with them");
      return expression;
    },
  };
}

const YEARS_MAX = 20;

function modify(modifier: string, inner: Phrase, years: number | null): Phrase {
  const at = (when: When, period: Period): Expression => inner.at({ ...when, period, from: null });
  switch (modifier) {
    case "average":
      return {
        percent: inner.percent,
        at: (when) => mean(yearsOf(when, years).map((year) => at(when, year))),
      };
    case "change":
      return {
        percent: inner.percent,
        at: (when) => operation("-", at(when, when.period), at(when, beginning(when))),
      };
    case "growth":
      return { percent: true, at: (when) => growth(at(when, when.period), at(when, beginning(when))) };
    default:
      return {
        percent: true,
        at: (when) => {
          const start = when.from ? beginning(when) : fiscalYear(when.period.year - (years ?? 1));
          const count = Math.max(1, when.period.year - start.year);
          const factor = operation("/", at(when, when.period), at(when, start));
          return operation("-", operation("^", factor, number(1 / count)), number(1));
        },
      };
  }
}

function growth(now: Expression, before: Expression): Expression {
  return operation("-", operation("/", now, before), number(1));
}

function beginning(when: When): Period {
  if (when.from) when.markRangeRead();
  return when.from ?? priorPeriod(when.period);
}

/** The years an average runs over: those of the range, so many back, or the beginning and the end of one year. */
function yearsOf(when: When, years: number | null): Period[] {
  const { period, from } = when;
  if (from) when.markRangeRead();
  const count = from ? period.year - from.year + 1 : (years ?? 2);
  if (count < 1 || count > YEARS_MAX) throw new Unreadable("an average over these years");
  return Array.from({ length: count }, (_, back) => ({ ...period, year: period.year - (count - 1 - back) }));
}

/** In words, since every figure of an answer must stand in the report. */
const YEARS_IN_WORDS: Record<number, string> = { 2: "two", 3: "three", 4: "four", 5: "five", 10: "ten" };

export function printToken(token: Token): string {
  switch (token.kind) {
    case "term":
    case "name":
    case "unknown":
      return token.text;
    case "word":
      return token.word.replace("_", " ");
    case "sign":
      return token.sign;
    case "number":
      return String(token.value);
    case "years":
      return `${YEARS_IN_WORDS[token.count] ?? "several"}-year`;
    case "period":
      return String(token.last.year);
  }
}
