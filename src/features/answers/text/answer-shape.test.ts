import { describe, expect, it } from "vitest";
import { makeStatementPage, makeTextPage } from "../made-up-pages.ts";
import { ReportReader } from "../report-reader.ts";

const YEARS = ["2024", "2023"];
const INCOME = makeStatementPage(1, "Consolidated income statement", YEARS, [
  ["Revenue", "2,000", "1,800"],
  ["Cost of sales", "(1,200)", "(1,100)"],
  ["Gross profit", "800", "700"],
  ["Administrative expenses", "(300)", "(280)"],
  ["Operating profit", "500", "420"],
  ["Income tax", "(100)", "(90)"],
  ["Net profit", "400", "330"],
]);
const SEGMENTS = makeStatementPage(2, "Revenue by segment", YEARS, [
  ["Ferries", "1,200", "1,000"],
  ["Harbours", "800", "800"],
  ["Total revenue", "2,000", "1,800"],
]);
const REGIONS = makeStatementPage(3, "Revenue by region", YEARS, [
  ["Europe", "1,500", "1,300"],
  ["Asia", "500", "500"],
  ["Total revenue", "2,000", "1,800"],
]);
const TRANSLATION = makeStatementPage(4, "Comprehensive income", YEARS, [
  ["Foreign currency translation adjustments", "(17)", "6"],
]);
const FILLER = Array.from({ length: 5 }, (_, at) => makeTextPage(at + 10, "The quay was painted in spring."));

const ask = (question: string) =>
  new ReportReader({
    reportId: "r",
    sha256: "0".repeat(64),
    names: [],
    pages: [INCOME, SEGMENTS, REGIONS, TRANSLATION, ...FILLER],
  }).ask(question);

describe("a question for more than one figure", () => {
  it("lists all parts with their amounts, each with its claim", () => {
    const { text, claims, pages } = ask("What was the revenue by segment?");
    expect(text).toMatch(/^Ferries: \S*1,200 million; Harbours: \S*800 million\./);
    expect(claims.map(({ value }) => value)).toEqual([1_200, 800]);
    expect(pages).toEqual([2]);
    expect(ask("Revenue by region in 2023?").text).toMatch(
      /^Europe: \S*1,300 million; Asia: \S*500 million\./,
    );
  });

  it("takes no regions for countries, and no total for its parts", () => {
    expect(ask("Revenue by country").kind).toBe("not_found");
    expect(ask("What was the operating profit by segment?").kind).toBe("not_found");
  });

  it("takes what is said of one place for no question for all", () => {
    expect(ask("Europe revenue in 2024 in the split by region?").text).toMatch(/1,500 million/);
  });

  it("gives every row of a statement that is asked for as a whole", () => {
    const { text } = ask("Give me the income statement for 2023");
    expect(text).toMatch(/^Revenue: \S*1,800 million; Cost of sales: .*Net profit: \S*330 million\./);
    expect(ask("Show me the cash flow statement").kind).toBe("not_found");
  });
});

it("names the currency of the statements, and no amount in another", () => {
  const { text } = ask("What currency are the statements in?");
  expect(text).not.toContain("17");
});
