import { describe, expect, it } from "vitest";
import { readStatements } from "../read-statements.ts";
import { makePage } from "../testing/statement-pages.ts";

function readTax(tax: string, net: string): number | undefined {
  const rows: [string, ...string[]][] = [
    ["Revenue", "1,000", "900"],
    ["Operating expenses", "(1,500)", "(1,300)"],
    ["Loss before income tax", "(500)", "(400)"],
    ["Income tax", tax, "-"],
    ["Net loss", net, "(400)"],
  ];
  const lines = ["Statements of operations", "Year ended December 31, 2024", "(in thousands of US dollars)"];
  const { figures } = readStatements({ pages: [makePage(1, lines, ["2024", "2023"], rows)] });
  return figures.find(({ concept, period }) => concept === "income_tax" && period.fiscalYear === 2024)?.value;
}

describe("a tax that is within the rounding of the results", () => {
  it("is an expense where the loss grows by it, and a benefit where it shrinks", () => {
    expect(readTax("(1)", "(501)")).toBe(1_000);
    expect(readTax("1", "(501)")).toBe(1_000);
    expect(readTax("1", "(499)")).toBe(-1_000);
  });
});
