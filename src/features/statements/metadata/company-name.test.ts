import { describe, expect, it } from "vitest";
import { makePage } from "../testing/statement-pages.ts";
import { findCompanyName } from "./company-name.ts";

function nameIn(...pages: string[][]): string | null {
  return findCompanyName(
    pages.map((lines, at) => makePage(at + 1, lines, [], [])),
    [],
  );
}

const DIRECTORY = [
  "Corporate directory",
  "Auditors",
  "Harrow Audit Pty Ltd",
  "Share registry",
  "Calder Registry Pty Ltd",
];

describe("the name of a company whose cover is a picture", () => {
  it("is whose report is audited, and not the auditor's", () => {
    const audit = ["TO THE MEMBERS OF TAMBO ENERGY LIMITED", "Report on the audit of the financial report"];
    const declaration = ["members of Harrow International Ltd, a UK company limited by guarantee"];
    const directors = ["The financial report of Tambo Energy Limited (the Company) and its subsidiaries"];
    expect(nameIn(DIRECTORY, audit, declaration, directors)).toBe("Tambo Energy Limited");
  });

  it("is that of the statements, and not of a company that a director comes from", () => {
    const careers = ["Directors of Calder Motor Corporation", "Directors of Calder Motor Corporation"];
    const opinion = ["the consolidated financial statements of Tambo Seiki Corporation and its subsidiaries"];
    const pages = [["Tambo Seiki Corporation"], ["Tambo Seiki Corporation"], ["Tambo Seiki Corporation"]];
    expect(nameIn(...pages, careers, opinion)).toBe("Tambo Seiki Corporation");
  });

  it("begins in small letters where the company does so", () => {
    const opinion = [
      "We have audited the financial statements of tambo Japan Investment Trust plc (“the Company”)",
    ];
    const rules = [
      "Statement of Recommended Practice: Financial Statements of Investment Trust",
      "Companies",
    ];
    expect(nameIn(["tambo Japan", "Investment Trust plc"], opinion, rules)).toBe(
      "tambo Japan Investment Trust plc",
    );
  });

  it.each([
    ["the financial statements of Tambo Holdings, Inc. as of 31 December 2024", "Tambo Holdings, Inc."],
    ["the financial statements of Tambo N.V. for the year", "Tambo N.V."],
    ["the financial statements of Tambo Aktiengesellschaft, Bad Calder,", "Tambo Aktiengesellschaft"],
  ])("ends with its legal form: %s", (line, name) => {
    expect(nameIn([line])).toBe(name);
  });

  it.each([
    "the financial statements of our Group Limited",
    "members of key management personnel of the company",
  ])("is none where the words are no name: %s", (line) => {
    expect(nameIn([line])).toBeNull();
  });
});
