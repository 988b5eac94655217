import { describe, expect, it } from "vitest";
import { makeStatementPage, makeTextPage } from "./made-up-pages.ts";
import { ReportReader } from "./report-reader.ts";

const INCOME = makeStatementPage(
  4,
  "Condensed Consolidated Statements of Income",
  ["Three Months Ended July 29, 2024", "Three Months Ended July 31, 2023"],
  [
    ["Revenue", "$2,000", "$1,600"],
    ["Cost of revenue", "(1,200)", "(1,000)"],
    ["Gross profit", "800", "600"],
    ["Net income", "210", "140"],
  ],
);
const BALANCE = makeStatementPage(
  5,
  "Condensed Consolidated Balance Sheets",
  ["July 29, 2024", "January 28, 2024"],
  [
    ["Inventories", "400", "200"],
    ["Total current assets", "900", "700"],
    ["Total assets", "3,000", "2,600"],
    ["Total current liabilities", "1,450", "400"],
    ["Total equity", "1,400", "1,250"],
  ],
);
const NOTE = makeTextPage(
  6,
  "During the first six months of fiscal 2024, $109 million of revenue was recognized from contract liabilities.",
);
const reader = new ReportReader({
  reportId: "rep_test",
  sha256: "f".repeat(64),
  pages: [INCOME, BALANCE, NOTE],
  names: ["Northwind"],
});
const ask = (question: string) => reader.ask(question).text;

describe("a report on a quarter", () => {
  it("has the balance at the end of the last year, and none of the year that runs", () => {
    expect(ask("What were inventories at the end of FY2024?")).toMatch(/\$200 million/);
    expect(ask("What were inventories at the end of FY2025?")).toMatch(/^Not found/);
    expect(ask("What were inventories at the end of Q2 FY2025?")).toMatch(/\$400 million/);
  });

  it("gives no amount from a sentence for the figure of a whole year", () => {
    expect(ask("What was revenue in FY2024?")).toMatch(/^Not found in this report\./);
  });

  it("compares the quarter with the end of the last year", () => {
    expect(ask("Was there any drop in inventories between FY2024 and Q2 of FY2025?")).toMatch(
      /^No\. Inventories growth, .*100\.0%/,
    );
  });
});
