import { describe, expect, it } from "vitest";
import {
  chooseUnit,
  findCurrencies,
  growthOf,
  isNamedByYear,
  monthsOf,
  type Statement,
  shareOf,
  trendOf,
  unnamedCurrency,
} from "./statement-view.ts";

const year = {
  period_start: null,
  head: "",
  member: null,
  fiscal_year: null,
  report_id: "rep_x",
  restated: false,
  sums_proven: 0,
  sums_failed: 0,
};
const columns = ["2025-12-31", "2024-12-31", "2023-12-31"].map((period_end) => ({ ...year, period_end }));

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

  it("compares a quarter with that of the year before, and with no other period that ends then", () => {
    const spans = [
      ["2025-04-01", "2025-06-30"],
      ["2025-01-01", "2025-06-30"],
      ["2024-10-01", "2024-12-31"],
      ["2024-01-01", "2024-06-30"],
      ["2024-04-01", "2024-06-30"],
    ].map(([period_start = "", period_end = ""]) => ({ ...year, period_start, period_end }));
    const sales = row("Revenue", "revenue", [60, 110, 900, 100, 50]);
    expect(growthOf(sales, 0, spans)).toBeCloseTo(0.2);
    expect(growthOf(sales, 1, spans)).toBeCloseTo(0.1);
    expect(growthOf(sales, 2, spans)).toBeNull();
    expect(trendOf(sales, spans)).toEqual([50, 900, 60]);
  });

  it("compares a year of 53 weeks with one of 52, and a short year with none", () => {
    const weeks = [
      { ...year, period_start: "2024-12-29", period_end: "2026-01-03" },
      { ...year, period_start: "2023-12-31", period_end: "2024-12-28" },
    ];
    expect(growthOf(revenue, 0, weeks)).toBeCloseTo(0.25);
    const changed = [
      { ...year, period_start: "2025-01-01", period_end: "2025-09-30" },
      { ...year, period_start: "2024-01-01", period_end: "2024-12-31" },
    ];
    expect(growthOf(revenue, 0, changed)).toBeNull();
  });

  it("compares no amounts of two currencies", () => {
    const [latest, ...earlier] = revenue.cells;
    if (!latest) throw new Error("the row has no cells");
    const mixed = { ...revenue, cells: [{ ...latest, currency: "EUR" }, ...earlier] };
    expect(growthOf(mixed, 0, columns)).toBeNull();
    expect(trendOf(mixed, columns)).toBeNull();
  });

  it("names one currency for all columns only where all have it, and any other next to its amount", () => {
    expect(findCurrencies(statement)).toEqual({ shared: "USD", ofColumns: null });
    const [latest, ...earlier] = revenue.cells;
    if (!latest) throw new Error("the row has no cells");
    const mixed = { ...revenue, cells: [{ ...latest, currency: "EUR" }, ...earlier] };
    const currencies = findCurrencies({ columns, rows: [perShare, mixed] });
    expect(currencies).toEqual({ shared: null, ofColumns: ["EUR", "USD", "USD"] });
    expect(mixed.cells.map((cell) => unnamedCurrency(cell, currencies))).toEqual([null, null, null]);
    expect(perShare.cells.map((cell) => unnamedCurrency(cell, currencies))).toEqual(["USD", null, null]);
  });

  it("shows amounts of money as a share of revenue, and nothing for amounts per share", () => {
    expect(shareOf(profit, 0, statement)).toBeCloseTo(0.1);
    expect(shareOf(perShare, 0, statement)).toBeNull();
    expect(shareOf(profit, 0, { ...statement, statement: "cash_flow" })).toBeNull();
  });

  it("shows no share of a base in another currency", () => {
    const [latest, ...earlier] = revenue.cells;
    if (!latest) throw new Error("the row has no cells");
    const rows = [{ ...revenue, cells: [{ ...latest, currency: "EUR" }, ...earlier] }, profit];
    expect(shareOf(profit, 0, { ...statement, rows })).toBeNull();
    expect(shareOf(profit, 1, { ...statement, rows })).toBeCloseTo(-0.05);
  });

  it("draws a trend from the oldest to the newest of at least three amounts", () => {
    expect(trendOf(revenue, columns)).toEqual([100e6, 120e6, 150e6]);
    expect(trendOf(profit, columns)).toBeNull();
  });
});

describe("the columns of a statement", () => {
  const span = (period_start: string, period_end: string, fiscal_year = 2025) => ({
    ...year,
    period_start,
    period_end,
    fiscal_year,
  });
  const whole = span("2025-01-01", "2025-12-31");
  const quarter = span("2025-01-01", "2025-03-31");
  const half = span("2025-01-01", "2025-06-30");

  it("say their months where they are no year", () => {
    expect([whole, span("2024-02-04", "2025-02-01"), quarter, half].map(monthsOf)).toEqual([
      null,
      null,
      3,
      6,
    ]);
    expect(monthsOf({ ...year, period_end: "2025-03-31" })).toBeNull();
  });

  it("are named by their year where that tells them apart", () => {
    const before = span("2024-01-01", "2024-12-31", 2024);
    expect(isNamedByYear(whole, [whole, before])).toBe(true);
    expect(isNamedByYear(quarter, [quarter, half])).toBe(false);
    const days = ["2025-03-31", "2025-06-30"].map((period_end) => ({
      ...year,
      period_end,
      fiscal_year: 2025,
    }));
    expect(days.map((column) => isNamedByYear(column, days))).toEqual([false, false]);
  });
});
