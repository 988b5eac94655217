import { describe, expect, it } from "vitest";
import { readStatements } from "./read-statements.ts";
import { incomeRows, makePage } from "./testing/statement-pages.ts";

const LINES = [
  "Consolidated income statement",
  "For the year ended 31 December 2024",
  "in thousands of euros",
];

function readValues(heads: string[], factors: number[]) {
  const { figures } = readStatements({ pages: [makePage(1, LINES, heads, incomeRows(...factors))] });
  return figures.flatMap(({ concept, value, period }) =>
    concept === "revenue" ? [[period.end, value] as const] : [],
  );
}

describe("columns that a third adds up", () => {
  it("are parts of a year and not the year, whatever their heads say", () => {
    expect(readValues(["2023", "Revenue\n2024", "Capital\n2024", "Total"], [2, 3, 4, 7])).toEqual([
      ["2024-12-31", 7_000_000],
      ["2023-12-31", 2_000_000],
    ]);
  });

  it("are no parts where they are of different years", () => {
    expect(readValues(["2022", "2023", "2024"], [3, 4, 7])).toEqual([
      ["2024-12-31", 7_000_000],
      ["2023-12-31", 4_000_000],
      ["2022-12-31", 3_000_000],
    ]);
  });

  it.each([
    ["III trimestre\n2024", "IV trimestre\n2024", "II semestre\n2024"],
    ["3e trimestre\n2024", "4e trimestre\n2024", "2e semestre\n2024"],
    ["3T 2024", "4T 2024", "2S 2024"],
    ["3º trimestre\n2024", "4º trimestre\n2024", "2º semestre\n2024"],
  ])("are quarters where the third is the half-year: %s, %s, %s", (...heads) => {
    const { figures } = readStatements({ pages: [makePage(1, LINES, heads, incomeRows(3, 4, 7))] });
    const revenue = figures.filter(({ concept }) => concept === "revenue");
    expect(revenue.map(({ period, value }) => [period.start, period.end, value])).toEqual([
      ["2024-07-01", "2024-12-31", 7_000_000],
      ["2024-10-01", "2024-12-31", 4_000_000],
      ["2024-07-01", "2024-09-30", 3_000_000],
    ]);
  });

  it("are two currencies, and no parts of the third, where their heads say so", () => {
    expect(readValues(["2024\nUS$ k", "2024\n€ k", "2023\n€ k"], [1, 2, 3])).toEqual([
      ["2024-12-31", 2_000_000],
      ["2023-12-31", 3_000_000],
    ]);
  });

  it("are not one period where the third is of another length", () => {
    const heads = ["Quarter\n2024", "Quarter\n2024", "Half-year\n2024"];
    const { statements } = readStatements({ pages: [makePage(1, LINES, heads, incomeRows(3, 4, 7))] });
    expect(JSON.stringify(statements)).not.toContain("Total");
  });
});

describe("the balance sheet of the parent company", () => {
  const rows: [string, ...string[]][] = [
    ["Investments in subsidiaries", "900", "800"],
    ["Debtors", "100", "200"],
    ["Total assets", "1,000", "1,000"],
    ["Creditors", "400", "500"],
    ["Total liabilities", "400", "500"],
    ["Total equity", "600", "500"],
    ["Total liabilities and equity", "1,000", "1,000"],
  ];
  const sheet = (title: string) =>
    makePage(2, [title, "As at 31 December 2024 and 2023", "in thousands of euros"], ["2024", "2023"], rows);
  const income = (title: string) =>
    makePage(1, [title, ...LINES.slice(1)], ["2024", "2023"], incomeRows(1, 2));
  const findAssets = (pages: Parameters<typeof readStatements>[0]["pages"]) =>
    readStatements({ pages }).figures.some(({ concept }) => concept === "total_assets");

  it("is not given next to the income statement of the group", () => {
    expect(findAssets([income("Consolidated income statement"), sheet("Company balance sheet")])).toBe(false);
    expect(findAssets([income("Consolidated income statement"), sheet("Balance sheet")])).toBe(true);
    expect(findAssets([income("Company income statement"), sheet("Company balance sheet")])).toBe(true);
  });
});
