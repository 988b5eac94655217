import { describe, expect, it } from "vitest";
import { evaluate, type FindFigure } from "./evaluate.ts";
import { parseCondition, parseExpression, printCondition, printExpression } from "./expression.ts";
import { MEASURES, unitOfExpression } from "./measure.ts";

const figures: FindFigure = (concept, yearsBefore) => {
  const values: Record<string, number[]> = { revenue: [121, 110, 100], cash: [10], total_debt: [40] };
  const value = values[concept]?.[yearsBefore];
  return value === undefined
    ? { reason: `${concept} was not found` }
    : { value, unit: "money", currency: "EUR", claimIds: [`${concept}-${yearsBefore}`], confidence: 0.9 };
};

describe("a condition", () => {
  it.each([
    "revenue_growth_3y > 0.1 and net_debt / ebitda < 2",
    "(revenue > 5 or cash > 1) and not (capex / revenue >= 0.2)",
    "(cash + receivables) / current_liabilities > 1",
    "revenue - (cash - capex) > 0 - total_debt",
    "net_income / average(total_assets + cash) > 0.1",
    "revenue_growth_3y > -0.1 and net_margin - -0.5 > 0",
  ])("is read and printed as the same condition: %s", (text) => {
    const condition = parseCondition(text);
    expect(parseCondition(printCondition(condition))).toEqual(condition);
    expect(printCondition(condition).replace(/\.0+\b/g, "")).toBe(text);
  });

  it.each([
    ["revenue >", "it ends where a figure or a number was expected"],
    ["revenue", "a comparison"],
    ["revenue > 1; drop table report", "; drop table"],
    ["revenue == 1", "was not understood"],
    ["(".repeat(50), "too many brackets"],
    ["revenue > 1 and", "it ends"],
    ["revenue_growth_99y > 1", "1 to 10 years"],
  ])("is refused with the place of the fault: %s", (text, fault) => {
    expect(() => parseCondition(text)).toThrow(
      expect.objectContaining({ code: "invalid_input", detail: expect.stringContaining(fault) }),
    );
  });
});

describe("an expression", () => {
  it("is computed with the evidence of every part", () => {
    expect(evaluate(parseExpression("net_debt / revenue"), figures)).toEqual({
      value: 0.247933884297521,
      unit: "number",
      currency: null,
      claimIds: ["total_debt-0", "cash-0", "revenue-0"],
      confidence: 0.9,
    });
  });

  it("gives compound growth a year", () => {
    const growth = evaluate(parseExpression("revenue_growth_2y"), figures);
    expect(growth).toMatchObject({ value: expect.closeTo(0.1, 10), claimIds: ["revenue-0", "revenue-2"] });
  });

  it("averages a balance over the start and the end of the period", () => {
    expect(evaluate(parseExpression("average(revenue)"), figures)).toMatchObject({
      value: 115.5,
      unit: "money",
      claimIds: ["revenue-1", "revenue-0"],
    });
    expect(evaluate(parseExpression("average(cash)"), figures)).toEqual({ reason: "cash was not found" });
  });

  it("has no value where a part is missing, and says which", () => {
    expect(evaluate(parseExpression("ebitda / revenue"), figures)).toEqual({
      reason: "operating_income was not found",
    });
  });

  it("refuses to add what is not measured in the same unit", () => {
    for (const text of ["revenue + 1", "revenue * cash", "eps_diluted + revenue", "1 / revenue"])
      expect(() => unitOfExpression(parseExpression(text))).toThrow("Validation error");
  });

  it("has the declared unit for every ratio of the dictionary", () => {
    for (const { id, unit, formula } of MEASURES.values())
      if (formula) expect([id, unitOfExpression(formula.expression)]).toEqual([id, unit]);
    expect(printExpression(parseExpression("(cash + receivables) / current_liabilities"))).toBe(
      "(cash + receivables) / current_liabilities",
    );
  });
});
