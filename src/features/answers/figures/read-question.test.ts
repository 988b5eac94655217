import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printExpression } from "../claims/figure-claims.ts";
import { readFigureQuestion } from "./read-question.ts";

const isName = (word: string) => (/^(northwind|traders)('s)?$/i.test(word) ? ("known" as const) : null);

/** The computation a question was understood as, or the words it stumbled over. */
function read(question: string): string {
  const reading = readFigureQuestion(question, { isName, period: null });
  if (!reading.understood) return `unread: ${reading.words}`;
  return printExpression(reading.question.expression, ({ concept, period }) => `${concept}:${period.year}`);
}

describe("readFigureQuestion", () => {
  it.each([
    ["What is Northwind's FY2021 capital expenditure (in USD millions)?", "capex:2021"],
    ["How much did Northwind Traders pay out in cash dividends in FY2020?", "dividends_paid:2020"],
    ["As of 2022, what are total assets?", "total_assets:2022"],
    ["What was revenue in the year to March 2022?", "revenue:2022"],
    ["What was revenue for the 12 months ended in June 2023?", "revenue:2023"],
    ["What was operating cash flow for the first six months of FY2023?", "cash_from_operations:2023"],
    ["What was revenue in the second half of 2023?", "revenue:2023"],
    ["What is the FY2020 - FY2021 revenue growth rate for Northwind?", "revenue:2021 / revenue:2020 - 1"],
    ["How much did revenue grow between FY2019 and FY2020?", "revenue:2020 / revenue:2019 - 1"],
    ["What is the 2 year revenue CAGR from FY2020 to FY2022?", "(revenue:2022 / revenue:2020) ^ 0.5 - 1"],
    [
      "What is the FY2021 unadjusted EBITDA less capex?",
      "operating_income:2021 + depreciation_and_amortization:2021 - capex:2021",
    ],
    [
      "What percentage of revenue was research and development expense in FY2021?",
      "research_and_development:2021 / revenue:2021",
    ],
    [
      "What is the sum of inventories and accounts receivable for FY2020?",
      "inventory:2020 + receivables:2020",
    ],
    [
      "What was the change in gross margin from FY2019 to FY2020?",
      "gross_profit:2020 / revenue:2020 - gross_profit:2019 / revenue:2019",
    ],
  ])("reads: %s", (question, expected) => {
    expect(read(question)).toBe(expected);
  });

  it.each([
    ["What % of total equity was in US dollar assets in FY2021?", "unread: denominated"],
    ["What were euro receivables in FY2021?", "unread: euro denominated"],
    ["What was revenue in US dollars in FY2021?", "revenue:2021"],
    ["What was revenue in USD millions in FY2021?", "revenue:2021"],
    ["What was revenue in USD for FY2021?", "revenue:2021"],
    ["What was revenue in FY2021 in euros?", "revenue:2021"],
  ])("takes a currency before a noun for a kind of it: %s", (question, expected) => {
    expect(read(question)).toBe(expected);
  });

  it("prefers the definition in the question to the usual one", () => {
    const quick =
      "What is the FY2020 quick ratio? Quick ratio is defined as: (cash + accounts receivable) / total current liabilities.";
    expect(read(quick)).toBe("(cash:2020 + receivables:2020) / current_liabilities:2020");
  });

  it.each([
    "using operating income as the numerator and interest expense as the denominator",
    "with interest expense as the denominator and operating income as the numerator",
    "using operating income divided by interest expense",
  ])("accepts a definition that says what to divide by what: %s", (how) => {
    expect(read(`What is Northwind's FY2021 interest coverage ratio, ${how}?`)).toBe(
      "operating_income:2021 / interest_expense:2021",
    );
  });

  it("recognizes the measure that a sentence defines", () => {
    const how = "Define it as capex / depreciation and amortization.";
    expect(read(`What is the FY2021 reinvestment ratio of Northwind? ${how}`)).toBe(
      "capex:2021 / depreciation_and_amortization:2021",
    );
  });

  it("follows definitions through other definitions, each at its own years", () => {
    const cycle =
      "What is the FY2019 CCC? CCC is defined as: DIO - DPO. DIO is defined as: 365 * (average inventory between FY2018 " +
      "and FY2019) / (FY2019 COGS). DPO is defined as: 365 * (average accounts payable between FY2018 and FY2019) / (FY2019 COGS).";
    expect(read(cycle)).toBe(
      "365 * ((inventory:2018 + inventory:2019) / 2) / cost_of_revenue:2019 - " +
        "365 * ((accounts_payable:2018 + accounts_payable:2019) / 2) / cost_of_revenue:2019",
    );
  });

  it("refuses a question with words that it cannot read", () => {
    expect(read("What is Northwind's adjusted EBITDA for FY2021?")).toBe("unread: adjusted");
    expect(read("What is Cloud revenue for FY2021?")).toContain("Cloud");
    expect(read("If we exclude acquisitions, what is revenue growth for FY2021?")).toContain("If we exclude");
  });

  it("reads past a sentence that names no figure, no period and no condition", () => {
    expect(read("We are preparing a meeting. What is FY2021 revenue?")).toBe("revenue:2021");
    expect(read("What is FY2021 revenue? Work from the income statement.")).toBe("revenue:2021");
    expect(read("What is FY2021 revenue? The currency is held constant.")).toContain("constant");
    expect(read("We look at 2019. What is FY2021 revenue?")).toContain("2019");
    expect(read("What is FY2021 revenue? Leases count as debt.")).toContain("debt");
  });

  it("refuses a question whose requested unit differs from the unit of the answer", () => {
    expect(read("What is the FY2021 current ratio? Answer in USD millions.")).toContain("amount of money");
    expect(read("What is FY2021 revenue? Answer in units of percents.")).toContain("percentage");
    expect(read("What is FY2021 revenue plus diluted EPS?")).toContain("unlike");
  });

  it("refuses two periods without an operation over them", () => {
    expect(read("What is revenue for FY2020 to FY2022?")).toContain("two periods");
  });

  it("refuses definitions that depend on each other", () => {
    const circular = "What is X1 for FY2020? X1 is defined as: Y1 + cash. Y1 is defined as: X1 - cash.";
    expect(read(circular)).toMatch(/^unread/);
  });

  it("never throws for any text", () => {
    const words = fc.constantFrom(
      ..."what is the FY2020 revenue / + - * ( ) average of 3 year growth margin % as a change in defined as: cash between and FY2021 ratio to sum".split(
        " ",
      ),
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 25 }), (parts) => {
        expect(typeof read(parts.join(" "))).toBe("string");
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        expect(typeof read(text)).toBe("string");
      }),
    );
  });
});

it("divides no amount by an amount per share", () => {
  expect(read("What is total debt divided by diluted shares in 2020?")).not.toMatch(/^unread/);
  expect(read("What is total debt divided by diluted EPS in 2020?")).toMatch(/^unread/);
});
