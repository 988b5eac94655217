import { describe, expect, it } from "vitest";
import { readStatements } from "./read-statements.ts";
import { makePage } from "./testing/statement-pages.ts";

type Row = [string, ...string[]];

const UNIT = "(in millions of dollars, except per share)";
const TITLE = "Consolidated Statements of Income";

function incomeRows(...factors: number[]): Row[] {
  const rows: [string, number][] = [
    ["Net sales", 1_000],
    ["Cost of sales", 600],
    ["Gross profit", 400],
    ["Selling, general and administrative expenses", 250],
    ["Income before income taxes", 150],
    ["Income tax expense", 50],
    ["Net income", 100],
  ];
  return rows.map(([label, amount]): Row => [label, ...factors.map((factor) => String(amount * factor))]);
}

const page = (number: number, lines: string[], heads: string[], factors: number[]) =>
  makePage(number, [TITLE, ...lines, UNIT], heads, incomeRows(...factors));

function readSales(pages: Parameters<typeof readStatements>[0]["pages"]) {
  const { figures, metadata, statements } = readStatements({ pages });
  const sales = figures
    .filter(({ concept }) => concept === "revenue")
    .map(({ period, value }) => [period.start, period.end, value / 1e6]);
  return { sales, metadata, statements };
}

describe("an earnings release", () => {
  it("gives the quarter and the year where each has a statement of its own", () => {
    const { sales } = readSales([
      page(1, ["Three months ended December 31"], ["2024", "2023"], [1, 2]),
      page(2, ["Twelve months ended December 31"], ["2024", "2023"], [4, 5]),
    ]);
    expect(sales.sort()).toEqual([
      ["2023-01-01", "2023-12-31", 5_000],
      ["2023-10-01", "2023-12-31", 2_000],
      ["2024-01-01", "2024-12-31", 4_000],
      ["2024-10-01", "2024-12-31", 1_000],
    ]);
  });

  it("gives one statement of two that are of the same length, which are those of two entities", () => {
    const lines = ["Three months ended December 31"];
    const { statements } = readSales([
      page(1, lines, ["2024", "2023"], [1, 2]),
      page(2, lines, ["2024", "2023"], [4, 5]),
    ]);
    expect(statements).toHaveLength(1);
  });

  it("gives the statement whose period is known where that of another is not", () => {
    const { sales, metadata } = readSales([
      page(1, ["Fourth quarter"], ["2024", "2023"], [1, 2]),
      page(2, ["Twelve months"], ["2024", "2023"], [4, 5]),
      makePage(3, ["Our annual report for the fiscal year ended June 30, 2024 is filed."], [], []),
    ]);
    expect(sales).toEqual([
      ["2023-07-01", "2024-06-30", 4_000],
      ["2022-07-01", "2023-06-30", 5_000],
    ]);
    expect(metadata.periodEnd).toBe("2024-06-30");
  });

  it("places a quarter without a day only where the fiscal year is the calendar year", () => {
    const release = (day: string) =>
      readSales([
        page(1, ["Second quarter"], ["2024", "2023"], [1, 2]),
        makePage(2, [`See our annual report for the fiscal year ended ${day}, 2023.`], [], []),
      ]).sales;
    expect(release("December 31")).toEqual([
      ["2024-04-01", "2024-06-30", 1_000],
      ["2023-04-01", "2023-06-30", 2_000],
    ]);
    expect(release("September 30")).toEqual([]);
    // A year of whole weeks: its quarters end on other days than the calendar's.
    expect(release("January 1")).toEqual([]);
  });

  it("ends a quarter of whole weeks on the day near the end of its month that the release names", () => {
    const release = (...days: string[]) =>
      readSales([
        page(1, ["Six months"], ["2024", "2023"], [1, 2]),
        makePage(
          2,
          [
            "See our annual report for the fiscal year ended January 1, 2023.",
            ...days.map((day) => `Until ${day}`),
          ],
          [],
          [],
        ),
      ]).sales;
    expect(release("June 30, 2024", "June 30, 2024", "July 2, 2024")).toEqual([
      ["2024-01-01", "2024-06-30", 1_000],
    ]);
    // It may be the second half.
    expect(release("June 30, 2024", "December 29, 2024")).toEqual([]);
    expect(release()).toEqual([]);
  });

  it("takes no row of earnings per share for an amount, whatever the row is called", () => {
    const rows: Row[] = [
      ...incomeRows(1, 2),
      ["Earnings per share - basic"],
      ["Income from continuing operations", "$0.40", "$0.80"],
      ["Net income attributable to shareholders", "$0.41", "$0.82"],
    ];
    const { statements, figures } = readStatements({
      pages: [makePage(1, [TITLE, "Year ended December 31", UNIT], ["2024", "2023"], rows)],
    });
    expect(figures.every(({ value, unit }) => unit === "per_share" || value > 1e6)).toBe(true);
    expect(statements[0]?.columns[0]?.sums).toEqual({ proven: 3, failed: 0 });
  });

  it("names a company without a legal form by its subsidiaries, and without what is before a colon", () => {
    const named = (line: string) =>
      readSales([
        makePage(1, [line, TITLE, "Year ended December 31", UNIT], ["2024", "2023"], incomeRows(1, 2)),
      ]).metadata.company;
    expect(named("Muller & Sons and Subsidiaries")).toBe("Muller & Sons");
    expect(named("Source: Harrow Shipping, Inc.")).toBe("Harrow Shipping, Inc.");
  });
});
