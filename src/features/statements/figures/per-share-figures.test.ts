import { describe, expect, it } from "vitest";
import { readStatements } from "../read-statements.ts";
import { makePage } from "../testing/statement-pages.ts";

type Row = [string, ...string[]];

const LINES = [
  "Consolidated statements of income",
  "Year ended December 31, 2024",
  "(in thousands of US dollars)",
];
const INCOME: Row[] = [
  ["Revenue", "1,000", "900"],
  ["Cost of sales", "600", "500"],
  ["Income before tax", "400", "400"],
  ["Income tax", "260", "300"],
  ["Net income", "140", "100"],
];

function readFigure(concept: string, rows: Row[]) {
  const pages = [makePage(1, LINES, ["2024", "2023"], [...INCOME, ...rows])];
  return readStatements({ pages })
    .figures.filter((one) => one.concept === concept)
    .map(({ value }) => value);
}

describe("earnings per share", () => {
  it("are those of what continues only where nothing is discontinued", () => {
    const continuing: Row = ["Diluted earnings per share from continuing operations", "2.05", "1.86"];
    expect(readFigure("eps_diluted", [continuing])).toEqual([2.05, 1.86]);
    const other: Row = ["Diluted earnings per share from discontinued operations", "(0.09)", "-"];
    expect(readFigure("eps_diluted", [continuing, other])).toEqual([]);
  });

  it("called diluted are not the basic ones of a heading above them", () => {
    const rows: Row[] = [
      ["*Basic shares used in a year of loss"],
      ["Earnings per share (diluted)", "2.05", "1.86"],
    ];
    expect(readFigure("eps_basic", rows)).toEqual([]);
    expect(readFigure("eps_diluted", rows)).toEqual([2.05, 1.86]);
  });
});
