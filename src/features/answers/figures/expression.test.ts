import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MEASURES } from "./concepts.ts";
import {
  type Expression,
  evaluate,
  figure,
  figuresOf,
  mean,
  number,
  operation,
  readFormula,
} from "./expression.ts";
import { fiscalYear } from "./periods.ts";
import { expandMeasure } from "./phrase.ts";

const YEAR = fiscalYear(2024);
const resolve = (name: string, period = YEAR): Expression => figure(name, period);
const none = () => null;

describe("a formula", () => {
  it("evaluates as JavaScript does", () => {
    const term = fc.integer({ min: 1, max: 999 }).map(String);
    const formula = fc.letrec((tie) => ({
      expression: fc.oneof(
        { depthSize: "small" },
        term,
        fc
          .tuple(tie("expression"), fc.constantFrom("+", "-", "*", "/"), tie("expression"))
          .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
      ),
    })).expression as fc.Arbitrary<string>;
    fc.assert(
      fc.property(formula, (text) => {
        // Only digits, brackets and the four signs are in there.
        const expected = new Function(`return ${text}`)() as number;
        const value = evaluate(readFormula(text, YEAR, none), none);
        if (Number.isFinite(expected)) expect(value).toBeCloseTo(expected, 6);
      }),
    );
  });

  it("applies operator precedence and associates to the left", () => {
    expect(evaluate(readFormula("8 - 4 - 2 * 3 / 6", YEAR, none), none)).toBe(3);
  });

  it("requests the previous year when it averages or compares", () => {
    const years = figuresOf(readFormula("average(inventory) + change(cash)", YEAR, resolve));
    expect(years.map(({ concept, period }) => `${concept} ${period.year}`)).toEqual([
      "inventory 2023",
      "inventory 2024",
      "cash 2024",
      "cash 2023",
    ]);
  });

  it("is refused when a part of it cannot be read", () => {
    expect(() => readFormula("1 + (2", YEAR, resolve)).toThrow();
    expect(() => readFormula("unknown + 1", YEAR, none)).toThrow("unknown name");
  });

  it("expands to figures for every measure", () => {
    for (const { id } of MEASURES) expect(figuresOf(expandMeasure(id, YEAR)).length).toBeGreaterThan(0);
  });
});

describe("a computation", () => {
  it("has no result when a figure is missing or a division is undefined", () => {
    expect(evaluate(operation("+", number(1), resolve("cash")), none)).toBeNull();
    expect(evaluate(operation("/", number(1), number(0)), none)).toBeNull();
  });

  it("counts a missing optional figure as zero", () => {
    expect(evaluate(operation("+", number(1), { kind: "optional", of: resolve("cash") }), none)).toBe(1);
  });

  it("gives a mean between the smallest and the largest value", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 9 }), (values) => {
        const value = evaluate(mean(values.map(number)), none) ?? Number.NaN;
        expect(value).toBeGreaterThanOrEqual(Math.min(...values) - 1e-6);
        expect(value).toBeLessThanOrEqual(Math.max(...values) + 1e-6);
      }),
    );
  });
});
