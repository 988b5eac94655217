import { describe, expect, it } from "vitest";
import { withReportYear } from "./figures/question-periods.ts";
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

describe("a report on a half-year", () => {
  const statements = (months: string, [own, last]: readonly [string, string]) => [
    makeStatementPage(
      4,
      "Konzern-Gewinn- und Verlustrechnung",
      [`${months} 2024`, `${months} 2023`],
      [
        ["Umsatzerlöse", "384", "406"],
        ["Umsatzkosten", "-287", "-298"],
        ["Bruttoergebnis vom Umsatz", "97", "108"],
        ["Betriebsergebnis", "17", "32"],
        ["Ergebnis vor Steuern", "14", "29"],
        ["Ertragsteuern", "-4", "-9"],
        ["Konzernergebnis", "10", "20"],
      ],
    ),
    makeStatementPage(
      5,
      "Konzernbilanz",
      [own, last],
      [
        ["Vorräte", "400", "200"],
        ["Umlaufvermögen", "465", "454"],
        ["Bilanzsumme", "865", "884"],
        ["Eigenkapital", "140", "125"],
        ["Summe Eigenkapital und Schulden", "865", "884"],
      ],
    ),
  ];
  const open = (months: string, days: readonly [string, string]) =>
    new ReportReader({
      reportId: "rep_test",
      sha256: "f".repeat(64),
      pages: statements(months, days),
      names: ["Northwind"],
    });
  const half = open("1. Halbjahr", ["30.06.2024", "31.12.2023"]);

  it.each([
    "What was the revenue?",
    "What was the revenue in the first half?",
    "What was the revenue in H1?",
    "revenue H1 2024",
    "What was the revenue in the first six months of 2024?",
  ])("gives the figure of the half-year and says so: %s", (question) => {
    expect(half.ask(question).text).toMatch(
      /^Revenue, first half of FY2024: .*384 million\. Source: Umsatzerl/,
    );
  });

  it("answers in the report's language", () => {
    for (const when of ["", " im ersten Halbjahr", " im ersten Halbjahr 2024"])
      expect(half.ask(`Wie hoch war der Umsatz${when}?`).text).toMatch(
        /^Umsatz, erstes Halbjahr 2024: .*384 Mio\. Quelle: Umsatzerlöse/,
      );
    expect(half.ask("Wie hoch war der Umsatz im ersten Halbjahr 2023?").text).toMatch(/406 Mio\./);
  });

  it("computes with the figures of the half-year", () => {
    expect(half.ask("What was the gross margin?").text).toMatch(/first half of FY2024: 25\.3%/);
    expect(half.ask("How much did revenue grow?").text).toMatch(/-5\.4%/);
  });

  it.each([
    "What was the revenue in 2024?",
    "What was the revenue in the second half of 2024?",
    "What was the revenue in the second half?",
    "What was the revenue in the first quarter of 2024?",
    "What was the revenue in the first half of 2022?",
    "Wie hoch war der Umsatz im zweiten Halbjahr 2024?",
  ])("gives no figure for another period: %s", (question) => {
    expect(half.ask(question).kind).toBe("not_found");
  });
});

describe("a part of a year without its year", () => {
  it.each([
    ["What was revenue in the first half of the year?", "What was revenue in the first half of 2024?"],
    ["second-quarter revenue", "second-quarter of 2024 revenue"],
    ["revenue over the last six months", "revenue over the last six months"],
    ["revenue in the first half of 2023", "revenue in the first half of 2023"],
  ])("is of the year that the report is about: %s", (question, completed) => {
    expect(withReportYear(question, { year: 2024, span: "half", part: 1 })).toBe(completed);
  });
});
