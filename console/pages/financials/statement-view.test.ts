import { describe, expect, it } from "vitest";
import { chooseUnit, growthOf, type Statement, shareOf, trendOf } from "./statement-view.ts";

const columns = ["2025-12-31", "2024-12-31", "2023-12-31"].map((period_end) => ({
  period_end,
  period_start: null,
  head: period_end.slice(0, 4),
  member: null,
  fiscal_year: Number(period_end.slice(0, 4)),
  report_id: "rep_x",
  restated: false,
  sums_proven: 0,
  sums_failed: 0,
}));

const row = (
  label: string,
  figure: string | null,
  values: (number | null)[],
  unit: "money" | "per_share" = "money",
) => ({
  label,
  figure,
  path: [],
  level: 0,
  role: "item" as const,
  cells: values.map((value, column) => ({
    column,
    value,
    text: String(value),
    unit,
    currency: "USD",
    scale: 1,
    page: 1,
    box: [0, 0, 1, 1],
    claims: [],
    proof: "none" as const,
    confidence: null,
    restated_from: [],
    tagged: null,
  })),
});

const revenue = row("Revenue", "revenue", [150e6, 120e6, 100e6]);
const profit = row("Net income", "net_income", [15e6, -6e6, null]);
const perShare = row("Earnings per share", "eps_basic", [1.5, -0.6, 0.2], "per_share");
const statement: Statement = {
  statement: "income",
  title: "Income statement",
  report_id: null,
  scope: "group",
  columns,
  rows: [revenue, profit, perShare],
};

describe("a statement in the console", () => {
  it("is shown in the unit that keeps its largest amount readable", () => {
    expect(chooseUnit(statement.rows)).toEqual({ factor: 1e6, name: "million" });
    expect(chooseUnit([row("Revenue", null, [250_000])])).toEqual({ factor: 1_000, name: "thousand" });
    expect(chooseUnit([perShare])).toEqual({ factor: 1, name: "one" });
  });

  it("shows growth against the year before, and none from a loss or a missing year", () => {
    expect(growthOf(revenue, 0, columns)).toBeCloseTo(0.25);
    expect(growthOf(revenue, 2, columns)).toBeNull();
    expect(growthOf(profit, 0, columns)).toBeNull();
  });

  it("shows amounts of money as a share of revenue, and nothing for amounts per share", () => {
    expect(shareOf(profit, 0, statement)).toBeCloseTo(0.1);
    expect(shareOf(perShare, 0, statement)).toBeNull();
    expect(shareOf(profit, 0, { ...statement, statement: "cash_flow" })).toBeNull();
  });

  it("draws a trend from the oldest to the newest of at least three amounts", () => {
    expect(trendOf(revenue, columns)).toEqual([100e6, 120e6, 150e6]);
    expect(trendOf(profit, columns)).toBeNull();
  });
});
