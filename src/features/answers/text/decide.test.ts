import { describe, expect, it } from "vitest";
import { makeStatementPage, makeTextPage } from "../made-up-pages.ts";
import { ReportReader } from "../report-reader.ts";

const INCOME = makeStatementPage(
  2,
  "Consolidated Statements of Income",
  ["2024", "2023"],
  [
    ["Revenue", "$2,000", "$1,600"],
    ["Cost of revenue", "(1,200)", "(1,000)"],
    ["Gross profit", "800", "600"],
    ["Operating income", "300", "260"],
    ["Income before income taxes", "280", "190"],
    ["Net income", "210", "140"],
  ],
);
const BALANCE = makeStatementPage(
  3,
  "Consolidated Balance Sheets",
  ["2024", "2023"],
  [
    ["Inventories", "400", "200"],
    ["Total current assets", "900", "700"],
    ["Property, plant and equipment, net", "600", "590"],
    ["Total assets", "3,000", "2,600"],
    ["Accounts payable", "250", "150"],
    ["Total current liabilities", "1,450", "400"],
    ["Total equity", "1,400", "1,250"],
  ],
);
const CASH_FLOWS = makeStatementPage(
  4,
  "Consolidated Statements of Cash Flows",
  ["2024", "2023"],
  [
    ["Net income", "210", "140"],
    ["Net cash provided by operating activities", "310", "240"],
    ["Purchases of property, plant and equipment", "(90)", "(80)"],
    ["Net cash used in investing activities", "(95)", "(85)"],
    ["Dividends paid", "(40)", "(35)"],
    ["Net cash used in financing activities", "(120)", "(60)"],
  ],
);
const reader = new ReportReader({
  reportId: "rep_test",
  sha256: "f".repeat(64),
  pages: [INCOME, BALANCE, CASH_FLOWS],
  names: ["Northwind"],
});
const ask = (question: string) => reader.ask(question).text;

describe("a verdict on figures", () => {
  it("states the sign of a computed figure, whatever is said about its usefulness", () => {
    const text = ask(
      "Does Northwind have positive working capital based on FY2024 data? If working capital is not a useful metric, then please state that and explain why.",
    );
    expect(text).toMatch(/^No\. Working capital, FY2024: -\$550 million\./);
    expect(ask("Does Northwind have positive working capital in FY2023?")).toMatch(/^Yes\. .*\$300 million/);
  });

  it("says whether something was paid by the company, and nothing of payments between others", () => {
    expect(ask("Has Northwind paid dividends to common shareholders in FY2024?")).toMatch(
      /^Yes\. .*\$40 million/,
    );
    expect(ask("Did the Harbour subsidiary pay its parent a dividend in 2024?")).not.toMatch(/^(?:Yes|No)\./);
  });

  it("takes a short name that a figure was computed for not for another company", () => {
    expect(ask("Did Northwind grow its PPNE between FY23 and FY24?")).toMatch(/^Yes\. /);
    expect(ask("Did QRS grow its PPNE between FY23 and FY24?")).not.toMatch(/^Yes\. /);
  });

  it("finds the figure that a company grew, and never the company", () => {
    expect(ask("Did Northwind grow its inventories between FY23 and FY24?")).toMatch(
      /^Yes\. Inventories growth, FY2023 to FY2024: 100\.0%/,
    );
    expect(ask("Did Northwind grow in 2024?")).not.toContain("Northwind growth");
  });

  it("gives the movement of a percentage in points, and of a share as a whole", () => {
    expect(ask("Did Northwind's operating margin increase in FY2024?")).toMatch(
      /^No\. Operating margin change, FY2024: -1\.3 percentage points/,
    );
    expect(ask("Did net income as a percent of revenue increase in FY2024 compared to FY2023?")).toMatch(
      /^Yes\. [^:]*: 1\.8 percentage points/,
    );
  });

  it("prints the rule of thumb with the verdict", () => {
    expect(ask("Is Northwind a capital-intensive business based on FY2024 data?")).toMatch(
      /^No\. Capital intensity, FY2024: 4\.5%.*The rule: capital expenditure is a tenth of revenue/s,
    );
    expect(ask("Are Northwind's FY2024 financials those of a high-growth company?")).toMatch(
      /^Yes\. .*25\.0%/,
    );
  });

  it("names the pages of its figures first, and those of the text first where a reason is asked for", () => {
    const note = makeTextPage(
      7,
      "A capital-intensive business owns much. The rise in revenue was due to a rise in prices.",
    );
    const other = new ReportReader({ ...reader.report, pages: [...reader.report.pages, note] });
    const { pages, pagesConsidered } = other.ask("Is Northwind a capital-intensive business?");
    expect(pages.toSorted()).toEqual([2, 3, 4]);
    expect(pagesConsidered).toEqual([...pages, 7]);
    expect(other.ask("Why did revenue rise, which prices drove the rise?").pagesConsidered[0]).toBe(7);
  });

  it("compares a percentage over the years with what the question allows", () => {
    const asked = (points: string) =>
      `Are Northwind's gross margins consistent (not fluctuating more than ${points} each year)?`;
    expect(ask(asked("3%"))).toMatch(/^Yes\. Gross margin, FY2024: 40\.0%/);
    expect(ask(asked("2%"))).toMatch(/^No\. /);
  });

  it("orders the figures that a question names, the asked extreme first", () => {
    const text = ask(
      "Among operations, investing, and financing activities, which brought in the most (or lost the least) cash flow for Northwind in FY2024?",
    );
    expect(text).toMatch(
      /^Cash flow from operating activities, FY2024: \$310 million.*investing.*financing/s,
    );
  });

  it("is given for this company as a whole, and for no other one and no part of it", () => {
    for (const question of [
      "Is Vandermoor a capital-intensive business?",
      "Did Vandermoor grow its inventories in 2024?",
      "Does Vandermoor have positive working capital in FY2024?",
      "Is the cloud segment profitable?",
    ])
      expect(ask(question)).not.toMatch(/^(?:Yes|No)\./);
    expect(ask("Did Vandermoor grow its inventories in 2024?")).toMatch(/^Not found in this report/);
    expect(ask("Is Northwind profitable?")).toMatch(/^Yes\. /);
    expect(ask("Did Northwind make a loss in FY2024?")).toMatch(/^No\. Net income, FY2024: /);
  });

  it("compares figures only where they are what to choose from", () => {
    expect(ask("Which is higher, net income or operating income in FY2024?")).toMatch(
      /^Operating income, FY2024/,
    );
    expect(ask("Which year had the highest revenue or net income?")).not.toMatch(/^Revenue, FY2024/);
    expect(ask("Which of the two years had more net income than revenue?")).not.toMatch(/^Revenue, FY2024/);
  });

  it("computes what a second sentence asks to be computed", () => {
    const text = ask(
      "How often was the stock sold in FY2024? Calculate the inventory turnover ratio for FY2024; if it is not meaningful then state that.",
    );
    expect(text).toMatch(/^Inventory turnover ratio, FY2024: 4\.00\./);
  });
});

describe("a verdict on a limit", () => {
  it("compares the figure with the amount that the question names", () => {
    expect(ask("Was revenue above 1.9 billion?")).toMatch(/^Yes\. Revenue, FY2024: \$2,000 million/);
    expect(ask("Was revenue below $1,500 million in 2023?")).toMatch(
      /^No\. Revenue, FY2023: \$1,600 million/,
    );
    expect(ask("Did net income exceed 250 million dollars?")).toMatch(/^No\. Net income/);
    expect(ask("Was the gross margin above 35%?")).toMatch(/^Yes\. Gross margin/);
  });

  it("compares no amounts of two currencies, nor with a bare number", () => {
    expect(ask("Was revenue above 1.9 billion yen?")).not.toMatch(/^(?:Yes|No)\./);
    expect(ask("Was revenue above 1,900?")).not.toMatch(/^(?:Yes|No)\./);
  });
});
