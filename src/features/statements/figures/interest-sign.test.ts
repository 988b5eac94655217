import { describe, expect, it } from "vitest";
import { readStatements } from "../read-statements.ts";
import { makePage } from "../testing/statement-pages.ts";

type Row = [string, ...string[]];

const LINES = [
  "Consolidated statements of income",
  "Year ended December 31, 2024",
  "(in thousands of US dollars)",
];

function readFigure(concept: string, rows: Row[]) {
  const { figures } = readStatements({ pages: [makePage(1, LINES, ["2024", "2023"], rows)] });
  return figures.filter((one) => one.concept === concept).map(({ value }) => value);
}

interface Given {
  interest: [label: string, ...amounts: string[]];
  pretax: string[];
  net: string[];
}

/** Before interest 300 and 250 are left; the sum holds where the interest is taken from them. */
const readInterest = ({ interest, pretax, net }: Given) =>
  readFigure("interest_expense", [
    ["Revenue", "1,000", "900"],
    ["Cost of sales", "600", "550"],
    ["Gross profit", "400", "350"],
    ["Administrative expenses", "100", "100"],
    interest,
    ["Income before income taxes", ...pretax],
    ["Income tax expense", "60", "50"],
    ["Net income", ...net],
  ]);

describe("interest that is an expense in one year and an income in another", () => {
  const sums = {
    expense: { pretax: ["294", "230"], net: ["234", "180"] },
    income: { pretax: ["306", "230"], net: ["246", "180"] },
    both: { pretax: ["323", "276"], net: ["263", "226"] },
    none: { pretax: ["777", "888"], net: ["717", "838"] },
  };
  it.each([
    ["income", ["Interest expense (income), net", "(6)", "20"], [-6_000, 20_000]],
    ["both", ["Interest (income) expense, net", "(23)", "(26)"], [-23_000, -26_000]],
    ["income", ["Interest expense, net", "(6)", "20"], [-6_000, 20_000]],
    ["income", ["Interest expense, net", "6", "(20)"], [-6_000, 20_000]],
    ["expense", ["Interest expense", "(6)", "(20)"], [6_000, 20_000]],
    ["none", ["Interest expense (income)", "(6)", "20"], [-6_000, 20_000]],
    ["none", ["Interest expense, net", "(6)", "20"], []],
  ] as const)(
    "is read by its sum (%s), then by its name, and else not at all: %j",
    (sum, interest, expected) => {
      expect(readInterest({ interest: [...interest], ...sums[sum] })).toEqual(expected);
    },
  );
});
