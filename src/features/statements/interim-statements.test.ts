import { describe, expect, it } from "vitest";
import { readStatements } from "./read-statements.ts";
import { makePage } from "./testing/statement-pages.ts";

type Row = [string, ...string[]];

const LABELS = ["Revenue", "Cost of sales", "Gross profit", "Administrative expenses", "Profit before tax"];
const TAX = ["Income tax expense", "Profit for the period"];
const UNIT = "in thousands of euros";

/** An income statement whose columns are multiples of one another, so that every column is told apart. */
function incomeRows(factors: readonly number[]): Row[] {
  const amounts = [1_000, 600, 400, 250, 150, 50, 100];
  return [...LABELS, ...TAX].map(
    (label, at): Row => [label, ...factors.map((factor) => String((amounts[at] ?? 0) * factor))],
  );
}

const BALANCE: Row[] = [
  ["Cash and cash equivalents", "80", "70"],
  ["Trade receivables", "420", "430"],
  ["Total assets", "500", "500"],
  ["Trade payables", "100", "150"],
  ["Borrowings", "150", "150"],
  ["Total liabilities", "250", "300"],
  ["Share capital", "50", "50"],
  ["Retained earnings", "200", "150"],
  ["Total equity", "250", "200"],
  ["Total equity and liabilities", "500", "500"],
];

const balanceAt = (...heads: string[]) => makePage(2, ["Consolidated balance sheet", UNIT], heads, BALANCE);

function readRevenue(
  lines: readonly string[],
  heads: string[],
  balance: string[] | null,
  factors = [1, 2, 3, 4],
) {
  const rows = incomeRows(factors.slice(0, heads.length));
  const page = makePage(1, ["Consolidated income statement", ...lines, UNIT], heads, rows);
  const { figures, metadata } = readStatements({
    pages: balance ? [page, balanceAt(...balance)] : [page],
  });
  const revenue = figures
    .filter(({ concept }) => concept === "revenue")
    .map(({ period, value }) => [period.start, period.end, period.fiscalYear, value]);
  return { revenue, metadata };
}

describe("the columns of an interim report", () => {
  it("are quarters and years to date with their own first days", () => {
    const { revenue } = readRevenue(
      ["Periods ended June 30"],
      ["3 months\n2024", "3 months\n2023", "6 months\n2024", "6 months\n2023"],
      ["June 30, 2024", "December 31, 2023"],
    );
    expect(revenue).toEqual([
      ["2024-01-01", "2024-06-30", 2024, 3_000_000],
      ["2024-04-01", "2024-06-30", 2024, 1_000_000],
      ["2023-01-01", "2023-06-30", 2023, 4_000_000],
      ["2023-04-01", "2023-06-30", 2023, 2_000_000],
    ]);
  });

  it.each([
    ["H1 2024", "H1 2023"],
    ["1. Halbjahr 2024", "1. Halbjahr 2023"],
    ["1. Hj. 2024", "1. Hj. 2023"],
    ["S1 2024", "S1 2023"],
  ])("are half-years where their heads are %s and %s", (...heads) => {
    expect(readRevenue([], heads, ["30 June 2024", "31 December 2023"]).revenue).toEqual([
      ["2024-01-01", "2024-06-30", 2024, 1_000_000],
      ["2023-01-01", "2023-06-30", 2023, 2_000_000],
    ]);
  });

  it("take their length from the title where heads name only years", () => {
    const lines = ["Half-year to 30 June 2024"];
    expect(readRevenue(lines, ["2024", "2023"], ["30 June 2024", "31 December 2023"]).revenue).toEqual([
      ["2024-01-01", "2024-06-30", 2024, 1_000_000],
      ["2023-01-01", "2023-06-30", 2023, 2_000_000],
    ]);
  });

  it("start with the fiscal year where a Japanese head says 累計, and with the quarter where it does not", () => {
    const balance = ["2024年9月30日", "2024年3月31日"];
    const total = ["2025年3月期\n第2四半期累計", "2024年3月期\n第2四半期累計"];
    expect(readRevenue([], total, balance).revenue).toEqual([
      ["2024-04-01", "2024-09-30", 2025, 1_000_000],
      ["2023-04-01", "2023-09-30", 2024, 2_000_000],
    ]);
    const quarter = ["2025年3月期\n第2四半期", "2024年3月期\n第2四半期"];
    expect(readRevenue([], quarter, balance).revenue[0]?.[0]).toBe("2024-07-01");
  });

  it("end on the day of the balance sheet where a quarter is called by its fiscal year", () => {
    const lines = ["Three months ended April 30"];
    const heads = ["Q1 FY26", "Q1 FY25"];
    expect(readRevenue(lines, heads, ["April 30, 2025", "January 31, 2025"]).revenue).toEqual([
      ["2025-02-01", "2025-04-30", 2026, 1_000_000],
      ["2024-02-01", "2024-04-30", 2025, 2_000_000],
    ]);
  });

  it("are counted in weeks where the heads are", () => {
    const heads = ["12 Weeks\n3/25/2023", "12 Weeks\n3/19/2022"];
    expect(readRevenue([], heads, ["3/25/2023", "12/31/2022"]).revenue).toEqual([
      ["2023-01-01", "2023-03-25", 2023, 1_000_000],
      ["2021-12-26", "2022-03-19", 2022, 2_000_000],
    ]);
  });

  it("are years where their heads say so, next to half-years", () => {
    const heads = ["6 months\n30 Jun 2024", "6 months\n30 Jun 2023", "Year to\n31 Dec 2023"];
    expect(readRevenue([], heads, ["30 June 2024", "31 December 2023"]).revenue).toEqual([
      ["2024-01-01", "2024-06-30", 2024, 1_000_000],
      ["2023-01-01", "2023-12-31", 2023, 3_000_000],
      ["2023-01-01", "2023-06-30", 2023, 2_000_000],
    ]);
  });

  it("give no figures where nothing says how long they are", () => {
    expect(readRevenue([], ["2024", "2023"], ["30 June 2024", "31 December 2023"]).revenue).toEqual([]);
  });

  it("give no figures where a quarter ends on another day than the balance sheet", () => {
    expect(readRevenue([], ["Q1 2024", "Q1 2023"], ["30 June 2024", "31 December 2023"]).revenue).toEqual([]);
  });

  it("belong to the fiscal year that ends after them", () => {
    const { metadata } = readRevenue([], ["H1 2024", "H1 2023"], ["30 June 2024", "31 December 2023"]);
    expect(metadata).toMatchObject({ fiscalYear: 2024, periodEnd: "2024-06-30" });
  });
});

describe("a fiscal year of another length", () => {
  it("is given with its own first day, next to a full year", () => {
    const heads = ["9 months to\n31 Dec 2023", "Year to\n31 March 2023"];
    expect(readRevenue([], heads, ["31 December 2023", "31 March 2023"]).revenue).toEqual([
      ["2023-04-01", "2023-12-31", 2024, 1_000_000],
      ["2022-04-01", "2023-03-31", 2023, 2_000_000],
    ]);
  });

  it("is a year where it has 53 weeks", () => {
    const heads = ["53 weeks\nFeb 3, 2024", "52 weeks\nJan 28, 2023"];
    expect(readRevenue([], heads, ["February 3, 2024", "January 28, 2023"]).revenue).toEqual([
      ["2023-01-29", "2024-02-03", 2024, 1_000_000],
      ["2022-01-30", "2023-01-28", 2023, 2_000_000],
    ]);
  });
});
