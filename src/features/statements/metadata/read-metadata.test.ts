import { describe, expect, it } from "vitest";
import { readStatements } from "../read-statements.ts";
import { makePage } from "../testing/statement-pages.ts";

type Row = [string, ...string[]];

const UNIT = "in millions of dollars";
const INCOME: Row[] = [
  ["Net sales", "1000", "900"],
  ["Cost of sales", "600", "500"],
  ["Gross profit", "400", "400"],
  ["Selling, general and administrative expenses", "250", "250"],
  ["Income before income taxes", "150", "150"],
  ["Income tax expense", "50", "50"],
  ["Net income", "100", "100"],
];
const BALANCE: Row[] = [
  ["Cash and cash equivalents", "80", "70"],
  ["Trade receivables", "420", "430"],
  ["Total assets", "500", "500"],
  ["Trade payables", "250", "300"],
  ["Total liabilities", "250", "300"],
  ["Total equity", "250", "200"],
  ["Total liabilities and equity", "500", "500"],
];

function readMetadata(span: string, days: [string, string], { cover = [""], last = [""] } = {}) {
  const pages = [
    makePage(1, cover, [], []),
    makePage(2, ["Consolidated Statements of Income", span, UNIT], ["2024", "2023"], INCOME),
    makePage(3, ["Consolidated Balance Sheets", UNIT], days, BALANCE),
    makePage(4, last, [], []),
  ];
  return readStatements({ pages }).metadata;
}

describe("the fiscal period of a report", () => {
  it.each([
    ["Three months ended March 31", ["March 31, 2024", "December 31, 2023"], "Q1"],
    ["Three months ended June 30", ["June 30, 2024", "December 31, 2023"], "Q2"],
    ["Twelve weeks ended September 7", ["September 7, 2024", "December 30, 2023"], "Q3"],
    ["Six months ended June 30", ["June 30, 2024", "December 31, 2023"], "H1"],
    ["Nine months ended September 30", ["September 30, 2024", "December 31, 2023"], null],
    ["Year ended December 31", ["December 31, 2024", "December 31, 2023"], "FY"],
  ] as const)("of %s with a balance sheet at %s is %s", (span, days, period) => {
    expect(readMetadata(span, [...days]).fiscalPeriod).toBe(period);
  });
});

describe("the day of publication", () => {
  const days: [string, string] = ["December 31, 2024", "December 31, 2023"];
  const published = (cover: string[], last?: string[]) =>
    readMetadata("Year ended December 31", days, { cover, ...(last && { last }) }).publishDate;

  it.each([
    ["HARBOUR CITY, Ill. – March 9, 2025 – Harrow Shipping, Inc. reported results.", "2025-03-09"],
    ["Harbour City, N.J. (January 24, 2025) – Harrow Shipping announced", "2025-01-24"],
    ["HARBOUR CITY, Mar. 9, 2025 /Newswire/ -- Harrow Shipping", "2025-03-09"],
    ["Published on 12 March 2025", "2025-03-12"],
  ])("is read where a release begins %s", (line, day) => {
    expect(published([line])).toBe(day);
  });

  it("is that of the last signature of a filing, and of no other report", () => {
    const last = ["Date: February 20, 2025", "Date: February 21, 2025"];
    expect(published(["Form 10-K"], last)).toBe("2025-02-21");
    expect(published(["Annual report"], last)).toBeNull();
  });

  it("is none before the end of the period, and none long after it", () => {
    expect(published(["Published on 12 March 2024"])).toBeNull();
    expect(published(["Published on 12 March 2027"])).toBeNull();
  });
});

describe("the name of the company", () => {
  it.each(["Calder Income Fund", "Pelangor Estates Berhad", "Harrow Shipping, Inc."])(
    "is read: %s",
    (name) => {
      const cover = [name, "Annual report 2024"];
      const days: [string, string] = ["December 31, 2024", "December 31, 2023"];
      expect(readMetadata("Year ended December 31", days, { cover }).company).toBe(name);
    },
  );
});
