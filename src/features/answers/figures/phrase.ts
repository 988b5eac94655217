import { type Expression, mean, number, operation, readFormula } from "./expression.ts";
import { findConcept, findMeasure } from "./lexicon.ts";
import { fiscalYear, type Period, priorPeriod } from "./periods.ts";

/** When a phrase is meant: one period, or two with everything between. */
export interface When {
  period: Period;
  /** Null when only one period is meant. */
  from: Period | null;
  /** Called when the range is used: a range that stays unused was misunderstood. */
  markRangeRead: () => void;
}

/** A phrase that was understood: for any period it says what to compute. */
export interface Phrase {
  at: (when: When) => Expression;
  percent: boolean;
}

export class Unreadable extends Error {}

/** Everything else was read. */
export const TWO_PERIODS = "two periods without saying what to do with them";

export function combine(sign: "+" | "-" | "*" | "/", left: Phrase, right: Phrase): Phrase {
  return {
    at: (when) => {
      const part = sign === "+" || sign === "-" ? asPart : asIs;
      return operation(sign, part(left.at(when)), part(right.at(when)));
    },
    percent: (sign === "+" || sign === "-") && left.percent && right.percent,
  };
}

function asIs(expression: Expression): Expression {
  return expression;
}

/** What not every company has is nothing where it is missing in a sum. */
function asPart(expression: Expression): Expression {
  const absent = expression.kind === "figure" && findConcept(expression.concept)?.absentIsNil;
  return absent ? { kind: "optional", of: expression } : expression;
}

export function figurePhrase(concept: string): Phrase {
  return { at: ({ period }) => ({ kind: "figure", concept, period }), percent: false };
}

export function measurePhrase(id: string): Phrase {
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
export function pin(phrase: Phrase, { first, last }: { first: Period; last: Period }): Phrase {
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
      if (!used) throw new Unreadable(TWO_PERIODS);
      return expression;
    },
  };
}

const YEARS_MAX = 20;

export function modify(modifier: string, inner: Phrase, years: number | null): Phrase {
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
