import { describe, expect, it } from "vitest";
import { readStatements } from "./read-statements.ts";
import { makePage } from "./testing/statement-pages.ts";

type Row = [string, ...string[]];

const TITLE = "Consolidated balance sheet";
const DAY = "As at 31 December 2024 and 2023";

function read(lines: readonly string[], heads: string[], rows: Row[]) {
  const { figures } = readStatements({ pages: [makePage(1, lines, heads, rows)] });
  return (concept: string) =>
    figures.filter((one) => one.concept === concept).map(({ value, currency }) => [value, currency] as const);
}

describe("a balance sheet", () => {
  it("has as total assets what is printed twice, not the total of its current assets, where totals have no names", () => {
    const rows: Row[] = [
      ["Current assets"],
      ["Cash and cash equivalents", "100", "90"],
      ["Trade receivables", "200", "160"],
      ["", "300", "250"],
      ["Property and equipment, at cost"],
      ["Land", "400", "380"],
      ["Buildings", "1,400", "1,320"],
      ["", "1,800", "1,700"],
      ["Accumulated depreciation", "(900)", "(850)"],
      ["", "900", "850"],
      ["Goodwill", "500", "500"],
      ["", "1,700", "1,600"],
      ["Current liabilities"],
      ["Trade payables", "350", "340"],
      ["Tax payable", "50", "60"],
      ["", "400", "400"],
      ["Long-term debt", "700", "650"],
      ["Stockholders' equity"],
      ["Share capital", "100", "100"],
      ["Retained earnings", "500", "450"],
      ["", "600", "550"],
      ["", "1,700", "1,600"],
    ];
    const find = read([TITLE, DAY, "in thousands of euros"], ["2024", "2023"], rows);
    expect(find("total_assets")).toEqual([
      [1_700_000, "EUR"],
      [1_600_000, "EUR"],
    ]);
    expect(find("current_assets")[0]).toEqual([300_000, "EUR"]);
  });

  const withCash = (cash: Row[], factors = [1]): Row[] => [
    ["Assets"],
    ...cash,
    ...(
      [
        ["Loans", 700],
        ["Total assets", 1_000],
        ["Liabilities"],
        ["Deposits", 600],
        ["Total liabilities", 600],
        ["Total equity", 400],
        ["Total liabilities and equity", 1_000],
      ] as [string, number?][]
    ).map(
      ([label, amount]): Row =>
        amount === undefined
          ? [label]
          : [label, String(amount), ...factors.map((factor) => String(amount * factor))],
    ),
  ];

  it("has as cash the total that its parts of that name add up to", () => {
    const cash: Row[] = [
      ["Cash and due from banks", "100", "120"],
      ["Federal funds sold", "200", "180"],
      ["Cash and cash equivalents", "300", "300"],
    ];
    const find = read([TITLE, DAY, "in thousands of euros"], ["2024", "2023"], withCash(cash));
    expect(find("cash")).toEqual([
      [300_000, "EUR"],
      [300_000, "EUR"],
    ]);
  });

  it("is in the first unit where a column repeats the year in a second currency that only lines above name", () => {
    const rows = withCash([["Cash and cash equivalents", "300", "300", "2,400"]], [1, 8]);
    // The two lines of the second unit are above and below the line of the first.
    const lines = [TITLE, DAY, "Thousands of", "Millions of yen", "U.S. dollars"];
    const find = read(lines, ["2023", "2024", "2024"], rows);
    expect(find("total_assets")).toEqual([
      [1_000_000_000, "JPY"],
      [1_000_000_000, "JPY"],
    ]);
  });

  it("gives no figure where two currencies are named and neither with its scale", () => {
    const rows = withCash([["Cash and cash equivalents", "300", "300", "2,400"]], [1, 8]);
    const find = read([TITLE, DAY, "Thousands of", "yen", "U.S. dollars"], ["2023", "2024", "2024"], rows);
    expect(find("total_assets")).toEqual([]);
  });

  it("has no total assets where only those less current liabilities are printed", () => {
    const rows: Row[] = [
      ["Non-current assets", "900", "800"],
      ["Total current assets", "300", "250"],
      ["Total current liabilities", "200", "150"],
      ["Total assets less current liabilities", "1,000", "900"],
      ["Non-current liabilities", "400", "400"],
      ["Net assets", "600", "500"],
      ["Total equity", "600", "500"],
    ];
    const find = read([TITLE, DAY, "in thousands of euros"], ["2024", "2023"], rows);
    expect(find("total_assets")).toEqual([]);
    expect(find("total_equity")[0]).toEqual([600_000, "EUR"]);
  });
});
