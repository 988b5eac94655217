import { describe, expect, it } from "vitest";
import type { PageRecord } from "../reports/index.ts";
import { findUnsupportedNumbers } from "./claims/guard.ts";
import { makeStatementPage } from "./made-up-pages.ts";
import { ReportReader } from "./report-reader.ts";

const INCOME = makeStatementPage(
  2,
  "Consolidated Statements of Income",
  ["2024", "2023"],
  [
    ["Revenue", "$2,000", "$1,600"],
    ["Cost of revenue", "(1,200)", "(1,000)"],
    ["Gross profit", "800", "600"],
    ["Operating income", "300", "200"],
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
    ["Total assets", "3,000", "2,600"],
    ["Accounts payable", "250", "150"],
    ["Total current liabilities", "450", "400"],
    ["Total equity", "1,400", "1,250"],
  ],
);

const report = (pages: PageRecord[]) =>
  new ReportReader({ reportId: "rep_test", sha256: "f".repeat(64), pages, names: ["Northwind"] });

describe("a report reader", () => {
  const reader = report([INCOME, BALANCE]);

  it.each(["How high was the net income in 2024?", "How low were net income and revenue in 2024?"])(
    "takes a question for how high something was as one for what it was: %s",
    (question) => {
      expect(reader.ask(question).claims).toEqual(reader.ask(question.replace(/How \w+/, "What")).claims);
    },
  );

  it.each([
    ["What is Northwind's FY2024 revenue?", ["$2,000 million", "$2,000 million"]],
    ["What was the gross margin in 2024?", ["40.0%", "$800 million", "$2,000 million"]],
    ["Did revenue increase in 2024?", ["$400 million", "$2,000 million", "$1,600 million"]],
    ["Wie hoch war der Umsatz 2024?", ["$2.000 Mio.", "$2.000 Mio."]],
  ])("ties every number of an answer to its claim: %s", (question, numbers) => {
    const { text, spans = [], claims } = reader.ask(question);
    expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(numbers);
    expect(spans.every(({ claim_id }) => claims.some((claim) => claim.claim_id === claim_id))).toBe(true);
  });

  it("reads a figure in the scale of its table and cites its place", () => {
    const { figure, claims, pages, text } = reader.ask("What is Northwind's FY2024 revenue?");
    expect(figure).toEqual({ value: 2_000, unit: "USD" });
    expect(claims[0]).toMatchObject({
      verdict: "found",
      page: 2,
      value: 2_000,
      scale: "million",
      period: "2024",
    });
    expect(pages[0]).toBe(2);
    expect(text).toContain("$2,000 million");
  });

  it("adds current and non-current borrowings for the debt", () => {
    const balance = makeStatementPage(
      2,
      "Consolidated Balance Sheets",
      ["2024", "2023"],
      [
        ["Total assets", "3,000", "2,600"],
        ["Borrowings", "900", "800"],
        ["Borrowings", "150", "120"],
        ["Total equity", "1,400", "1,250"],
      ],
    );
    const sections = [null, "Non-current liabilities", "Current liabilities", null];
    const rows = balance.rows.map((row, at) => ({ ...row, section: sections[at] ?? null }));
    const debt = report([{ ...balance, rows }]).ask("What is the total debt for FY2024?");
    expect(debt.figure?.value).toBe(1_050);
    expect(report([{ ...balance, rows }]).ask("What is the long-term debt for FY2024?").text).toMatch(
      /^Long-term debt, FY2024: .*900/,
    );
  });

  it("gives the amount of an outflow, however its row prints the sign", () => {
    const cash = makeStatementPage(
      3,
      "Consolidated Statements of Cash Flows",
      ["2024", "2023"],
      [
        ["Net cash provided by operating activities", "500", "450"],
        ["Capital expenditures", "(180)", "(150)"],
        ["Net cash used in investing activities", "(180)", "(150)"],
        ["Free cash flow", "(20)", "300"],
      ],
    );
    const reader = report([INCOME, cash]);
    expect(reader.ask("What is the FY2024 capital expenditure amount?").figure?.value).toBe(180);
    expect(reader.ask("What is the FY2024 free cash flow?").figure?.value).toBe(-20);
  });

  it("does not take a row of another statement for a balance", () => {
    const heads = ["2024", "2023"];
    const income = makeStatementPage(2, "Consolidated Statements of Income", heads, [
      ["Revenue", "$2,000", "$1,600"],
      ["Debt", "40", "30"],
      ["Net income", "210", "140"],
    ]);
    const cash = makeStatementPage(4, "Consolidated Statements of Cash Flows", heads, [
      ["Net income", "210", "140"],
      ["Accounts payable", "(30)", "20"],
      ["Net cash provided by operating activities", "500", "450"],
    ]);
    const reader = report([income, BALANCE, cash]);
    expect(reader.ask("What is the total debt for FY2024?").figure).toBeNull();
    expect(reader.ask("What is accounts payable for FY2024?").figure?.value).toBe(250);
  });

  it("does not take an expense for a payment", () => {
    const income = makeStatementPage(
      2,
      "Consolidated Statements of Income",
      ["2024", "2023"],
      [
        ["Revenue", "$2,000", "$1,600"],
        ["Income taxes", "70", "50"],
        ["Net income", "210", "140"],
      ],
    );
    expect(report([income]).ask("What is the income tax for FY2024?").figure?.value).toBe(70);
    expect(report([income]).ask("What is the income tax paid for FY2024?").figure).toBeNull();
  });

  it("says that there is no such figure when the question names no year", () => {
    expect(report([INCOME]).ask("What is the long-term debt?").text).toBe("Not found in this report.");
  });

  it("gives a figure for each of two named periods, but for no range of years", () => {
    const { text, claims, kind } = reader.ask("What was Northwind's gross margin in 2023 versus 2024?");
    expect(kind).toBe("figure");
    expect(text).toMatch(/FY2023: 37\.50? ?%.*FY2024: 40(?:\.0+)? ?%/);
    expect(claims.filter(({ verdict }) => verdict === "computed")).toHaveLength(2);
    expect(reader.ask("What is revenue for FY2024 compared to FY2023?").claims).toHaveLength(2);
    expect(reader.ask("What is revenue for FY2021 and FY2024?").kind).not.toBe("figure");
    expect(reader.ask("What is revenue for FY2023 to FY2024?").kind).not.toBe("figure");
  });

  it("gives the same amount whether or not the row prints brackets", () => {
    expect(reader.ask("What is COGS for FY2023?").figure?.value).toBe(1_000);
  });

  it("computes across both statements, with every operand as a claim", () => {
    const { figure, claims } = reader.ask("What is the inventory turnover for FY2024?");
    expect(figure?.value).toBe(4);
    expect(claims.map(({ verdict }) => verdict)).toEqual(["computed", "found", "found", "found"]);
  });

  it("answers in the requested unit", () => {
    expect(reader.ask("What are total assets for FY2024? Answer in USD billions.").figure?.value).toBe(3);
    expect(reader.ask("What are total assets for FY2024? Answer in EUR millions.").figure).toBeNull();
  });

  it("gives no figure for a missing year or row", () => {
    expect(reader.ask("What is revenue for FY2019?").kind).toBe("not_found");
    expect(reader.ask("What is the FY2024 dividend payout ratio?").figure).toBeNull();
  });

  it("gives no figure whose box holds another number when it is read again", () => {
    const words = INCOME.words.map((word) => (word.text === "$2,000" ? { ...word, text: "$9,999" } : word));
    const { figure, text } = report([{ ...INCOME, words }, BALANCE]).ask("What is revenue for FY2024?");
    expect(figure).toBeNull();
    expect(text).not.toMatch(/2,000/);
  });

  it("can reach every page", () => {
    expect(reader.ask("zebra").pagesConsidered.sort()).toEqual([2, 3]);
  });

  it("cites only pages that support the answer, and none when there is no answer", () => {
    expect(reader.ask("zebra")).toMatchObject({ kind: "not_found", pages: [] });
    const { pages, pagesConsidered, claims } = reader.ask("What is revenue for FY2024?");
    expect(pages).toEqual([...new Set(claims.map(({ page }) => page))]);
    expect(pagesConsidered.slice(0, pages.length)).toEqual(pages);
    expect(pagesConsidered.length).toBeGreaterThan(pages.length);
  });
});

describe("a row named as in the report", () => {
  const SEGMENTS = makeStatementPage(
    4,
    "Sales by segment",
    ["2024", "2023"],
    [
      ["Widgets", "1,200", "1,000"],
      ["Gadgets", "800", "600"],
      ["Other products", "50", "40"],
    ],
  );
  const reader = report([INCOME, BALANCE, SEGMENTS]);

  it.each([
    ["What is the percentage change in Widgets from 2023 to 2024?", 20, "%"],
    ["By how much did Gadgets increase between 2023 and 2024?", 200, "USD"],
    ["What is the ratio of Gadgets to Widgets in 2023?", 0.6, null],
    ["What is the average Widgets?", 1_100, "USD"],
    ["What was the change in Other products in 2024 from 2023?", 10, "USD"],
  ])("answers: %s", (question, value, unit) => {
    const { figure, claims } = reader.ask(question);
    expect(figure).toEqual({ value, unit });
    expect(claims.filter(({ verdict }) => verdict === "found").every(({ page }) => page === 4)).toBe(true);
  });

  it("gives no figure when two rows of the same name differ", () => {
    const rendition = {
      ...SEGMENTS,
      page: 5,
      rows: SEGMENTS.rows.map((row) => ({
        ...row,
        cells: row.cells.toReversed().map((cell, at) => ({ ...cell, column: at })),
      })),
    };
    const { figure } = report([INCOME, BALANCE, SEGMENTS, rendition]).ask(
      "What is the change in Widgets from 2023 to 2024?",
    );
    expect(figure).toBeNull();
  });

  it("is not confused with a row that has one more word", () => {
    expect(reader.ask("What is the change in Products from 2023 to 2024?").figure).toBeNull();
    expect(reader.ask("What is the change in Other assets from 2023 to 2024?").figure).toBeNull();
  });
});

describe("a computation with rows that are not called exactly so", () => {
  const NOTE = makeStatementPage(
    4,
    "Orders by product",
    ["2024", "2023"],
    [
      ["Water pumps", "$1,200", "$1,000"],
      ["Steel valves", "300", "400"],
    ],
  );
  const reader = report([INCOME, BALANCE, NOTE]);

  it.each([
    ["What was the percentage change in the orders of water pumps between 2023 and 2024?", 20, "%"],
    ["What is the difference between the orders of water pumps and steel valves in 2024?", 900, "USD"],
    ["What is the average of the orders of water pumps in 2023 and 2024?", 1_100, "USD"],
  ])("is done with the cells of one table: %s", (question, value, unit) => {
    const { figure, claims } = reader.ask(question);
    expect(figure).toEqual({ value, unit });
    expect(claims.find(({ verdict }) => verdict === "computed")?.computed_from).toHaveLength(2);
  });

  it.each([
    "What is the average of the orders of gaskets in 2023 and 2024?",
    "What was the percentage change in the orders of water pumps between 2019 and 2020?",
  ])("is never answered with a single number instead: %s", (question) => {
    expect(reader.ask(question).kind).toBe("not_found");
  });

  it("gives no amount whose scale nothing says, but the growth, which needs none", () => {
    const bare = { ...NOTE, tables: NOTE.tables.map((table) => ({ ...table, caption: "" })) };
    const unscaled = {
      ...bare,
      text: bare.text.replace("(In millions)", ""),
      lines: bare.lines.filter(({ text }) => text !== "(In millions)"),
    };
    const alone = report([unscaled]);
    expect(alone.ask("What is the change in water pumps from 2023 to 2024?").kind).toBe("not_found");
    expect(alone.ask("What is the percentage change in water pumps from 2023 to 2024?").figure).toEqual({
      value: 20,
      unit: "%",
    });
  });
});

describe("a reworded question", () => {
  const reader = report([INCOME, BALANCE]);

  it.each([
    ["State Northwind's gross margin for fiscal 2024 as a percentage.", 40],
    ["Compute the current ratio of Northwind for 2024.", 2],
    [
      "What was the current ratio in 2024, defined as total current assets divided by total current liabilities?",
      2,
    ],
    ["What is the cover for 2024? Cover is total assets over total current liabilities.", 6.67],
    ["How much did revenue grow in 2024 compared with 2023?", 25],
    ["What were total assets as of December 31, 2024?", 3_000],
    [
      "What is Northwind's quick ratio for FY2024? Quick ratio = (total current assets + short-term investments - inventories) / total current liabilities.",
      1.11,
    ],
  ])("has the same answer: %s", (question, value) => {
    expect(reader.ask(question).figure?.value).toBe(value);
  });

  it("states which rows were counted as zero", () => {
    const { text } = reader.ask("What is total current assets plus short-term investments for FY2024?");
    expect(text).toContain("The balance sheet shows no short term investments.");
  });
});

describe("the final check of numbers", () => {
  const find = (page: number) => (page === 2 ? INCOME : undefined);
  const answer = (text: string) => ({
    text,
    kind: "figure" as const,
    claims: [],
    pages: [2],
    confidence: 1,
    figure: null,
  });

  it("passes numbers that are on a cited page, in the question, or its page number", () => {
    expect(
      findUnsupportedNumbers(answer("Revenue 2,000 in 2024 (page 2)"), "Revenue in 2024?", find),
    ).toEqual([]);
  });

  it("stops a number that occurs nowhere", () => {
    expect(findUnsupportedNumbers(answer("Revenue 2,001 (page 2)"), "Revenue?", find)).toEqual(["2001"]);
  });
});
