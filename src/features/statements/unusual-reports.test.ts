import { describe, expect, it } from "vitest";
import { readStatements } from "./read-statements.ts";
import { incomeRows, makePage } from "./testing/statement-pages.ts";

type Row = [string, ...string[]];
type Pages = Parameters<typeof readStatements>[0]["pages"];

const EUROS = "in thousands of euros";
const YEAR = "For the year ended 31 December 2024";

function cashRows(...factors: number[]): Row[] {
  const rows: [string, number][] = [
    ["Profit for the year", 100],
    ["Depreciation", 20],
    ["Net cash from operating activities", 120],
    ["Purchase of property, plant and equipment", -60],
    ["Net cash used in investing activities", -60],
    ["Dividends paid", -30],
    ["Net cash used in financing activities", -30],
    ["Net increase in cash", 30],
  ];
  return rows.map(
    ([label, amount]): Row => [
      label,
      ...factors.map((factor) => (amount < 0 ? `(${-amount * factor})` : String(amount * factor))),
    ],
  );
}

const page = (number: number, title: string, rows: Row[], { unit = EUROS, heads = ["2024", "2023"] } = {}) =>
  makePage(number, [title, YEAR, unit], heads, rows);

function read(pages: Pages) {
  const result = readStatements({ pages });
  const value = (concept: string, year = 2024) =>
    result.figures.find((one) => one.concept === concept && one.period.fiscalYear === year)?.value ?? null;
  return { ...result, value };
}

describe("an unusual report", () => {
  it("gives no statements and no figures where its pages are pictures", () => {
    const blank = makePage(1, [], [], []);
    expect(read([blank])).toMatchObject({ statements: [], figures: [], metadata: { fiscalYear: null } });
  });

  it("gives no statements where it is a fund's that has none", () => {
    const rows: Row[] = [
      ["Harrow Shipping plc", "4.1", "3.9"],
      ["Lindmark Foods AB", "3.8", "3.2"],
      ["Total ten largest holdings", "31.0", "29.4"],
    ];
    expect(
      read([makePage(1, ["Ten largest holdings", "% of the fund"], ["2024", "2023"], rows)]).figures,
    ).toEqual([]);
  });

  it("gives the statements of one of two companies, never one of each", () => {
    const pages = [
      page(1, "Consolidated income statement", incomeRows(1, 2)),
      page(2, "Consolidated cash flow statement", cashRows(1, 2)),
      page(20, "Consolidated income statement", incomeRows(7, 8)),
      page(21, "Consolidated cash flow statement", cashRows(7, 8)),
    ];
    const { value } = read(pages);
    expect([1_000_000, 7_000_000]).toContain(value("revenue"));
    expect(value("cash_from_operations")).toBe((value("revenue") ?? 0) * 0.12);
  });

  it("gives the group's statement where the parent company's is next to it", () => {
    const pages = [
      page(1, "Company income statement", incomeRows(7, 8)),
      page(2, "Consolidated income statement", incomeRows(1, 2)),
    ];
    const { value, statements } = read(pages);
    expect(value("revenue")).toBe(1_000_000);
    expect(statements[0]?.scope).toBe("group");
  });

  it("gives the reported currency where a column repeats the year in another one", () => {
    const heads = ["2024\nEUR", "2023\nEUR", "2024\nUSD"];
    const { value, figures } = read([
      page(1, "Consolidated income statement", incomeRows(1, 2, 3), { unit: "in thousands", heads }),
    ]);
    expect(value("revenue")).toBe(1_000_000);
    expect(new Set(figures.map(({ currency }) => currency))).toEqual(new Set(["EUR"]));
  });

  it("gives each year in its own currency where the company changed it", () => {
    const heads = ["2024\nEUR", "2023\nUSD"];
    const { figures } = read([
      page(1, "Consolidated income statement", incomeRows(1, 2), { unit: "in thousands", heads }),
    ]);
    const revenue = figures.filter(({ concept }) => concept === "revenue");
    expect(revenue.map(({ currency }) => currency)).toEqual(["EUR", "USD"]);
  });

  it("marks a column that the report itself restates", () => {
    const heads = ["2024", "2023\nrestated"];
    const { statements, value } = read([
      page(1, "Consolidated income statement", incomeRows(1, 2), { heads }),
    ]);
    expect(statements[0]?.columns.map(({ restated }) => restated)).toEqual([false, true]);
    expect(value("revenue", 2023)).toBe(2_000_000);
  });

  it.each([
    [["2024", "2023\nRestated", "2023\nPreviously\nreported"], []],
    // One year above two columns belongs to both, whichever of them it is printed over.
    [["2024", "\nRestated", "2023\nPreviously\nreported"], []],
    [["2024", "2023\nRestated", "\nPreviously\nreported"], []],
    [["\n", "Restated", "Previously\nreported"], ["2024 2023"]],
  ])("gives the restated year, and not what was reported before, with the heads %j", (heads, lines) => {
    const unit = ["in thousands", ...lines];
    const { statements, value } = read([
      makePage(1, ["Consolidated income statement", ...unit], heads, incomeRows(1, 2, 3)),
    ]);
    expect(statements[0]?.columns.map(({ restated }) => restated)).toEqual([false, true]);
    expect([value("revenue", 2024), value("revenue", 2023)]).toEqual([1_000_000, 2_000_000]);
  });

  it("reads a minus behind the amount", () => {
    const rows = incomeRows(1, 2).map(([label, ...amounts]): [string, ...string[]] => [
      label,
      ...amounts.map((amount) => (/cost|expense/i.test(label) ? `${amount}-` : amount)),
    ]);
    const { statements, value } = read([page(1, "Consolidated income statement", rows)]);
    expect(value("cost_of_revenue", 2024)).toBe(600_000);
    expect(statements[0]?.columns[0]?.sums.proven).toBeGreaterThan(1);
  });

  it("gives a fund's result after its expenses, and not the income from its investments", () => {
    const { value } = read([
      page(1, "Statement of comprehensive income", [
        ["Interest income", "900", "800"],
        ["Net loss on financial assets at fair value", "(100)", "(200)"],
        ["Net income", "800", "600"],
        ["Management fees", "150", "140"],
        ["Other expenses", "50", "60"],
        ["Total expenses", "200", "200"],
        ["Net income for the year", "600", "400"],
      ]),
    ]);
    expect([value("net_income"), value("net_income", 2023)]).toEqual([600_000, 400_000]);
  });

  it("gives a bank's interest expense and net income, and no operating income it does not have", () => {
    const { value } = read([
      page(1, "Consolidated income statement", [
        ["Total interest income", "900", "800"],
        ["Total interest expense", "400", "300"],
        ["Net interest income", "500", "500"],
        ["Provision for credit losses", "50", "40"],
        ["Noninterest expense", "250", "260"],
        ["Income before income taxes", "200", "200"],
        ["Income tax expense", "60", "50"],
        ["Net income", "140", "150"],
      ]),
    ]);
    expect(value("interest_expense")).toBe(400_000);
    expect(value("net_income")).toBe(140_000);
    expect([value("revenue"), value("operating_income"), value("cost_of_revenue")]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it("gives an insurer's total revenues, which premiums are only a part of", () => {
    const { value } = read([
      page(1, "Consolidated income statement", [
        ["Premiums earned", "700", "600"],
        ["Net investment income", "300", "250"],
        ["Total revenues", "1,000", "850"],
        ["Claims incurred", "600", "500"],
        ["Operating expenses", "200", "180"],
        ["Profit before tax", "200", "170"],
        ["Income tax expense", "50", "40"],
        ["Profit for the year", "150", "130"],
      ]),
    ]);
    expect(value("revenue")).toBe(1_000_000);
    expect(value("net_income")).toBe(150_000);
  });
});
