import { describe, expect, it } from "vitest";
import type { PageRecord } from "../../reports/index.ts";
import { makeStatementPage, makeTextPage } from "../made-up-pages.ts";
import { ReportReader } from "../report-reader.ts";

function ask(question: string, ...pages: PageRecord[]) {
  const all = [...pages, makeTextPage(20, "The harbour stayed open throughout the season under review.")];
  return new ReportReader({ reportId: "r", sha256: "0".repeat(64), names: [], pages: all }).ask(question);
}

describe("a computation with cells of one table", () => {
  it("is over all years of the table where the question names none", () => {
    const berths = makeStatementPage(
      1,
      "Harbour dues",
      ["2024", "2023", "2022"],
      [
        ["Berth rentals", "$30", "$24", "$21"],
        ["Towage", "9", "8", "7"],
      ],
    );
    const { figure, text } = ask("What was the average berth rentals?", berths);
    expect(figure).toEqual({ value: 25, unit: "USD" });
    expect(text).toContain("FY2022 to FY2024");
  });

  it("is between rows of years in one column", () => {
    const due = makeStatementPage(
      1,
      "Lease payments due",
      ["Quays", "Cranes"],
      [
        ["2026", "$12", "$7"],
        ["2027", "10", "9"],
        ["2028", "8", "9"],
      ],
    );
    expect(ask("What was the change in cranes between 2026 and 2027?", due).figure?.value).toBe(2);
  });

  it("is between rows of a table that names no period", () => {
    const acquired = makeStatementPage(
      1,
      "Assets acquired",
      ["Fair value", "Book value"],
      [
        ["Customer lists", "$215", "$90"],
        ["Trade names", "25", "10"],
      ],
    );
    const { figure, text } = ask(
      "What was the difference in fair value between customer lists and trade names?",
      acquired,
    );
    expect(figure).toEqual({ value: 190, unit: "USD" });
    expect(text).not.toContain("FY0");
  });

  it("takes a total without a name for that of what the table is about", () => {
    const accrued = (total: string) =>
      makeStatementPage(
        1,
        "Accrued liabilities",
        ["2024", "2023"],
        [
          ["Payroll", "$1,659", "$1,433"],
          ["Warranty reserve", "529", "520"],
          ["Commissions", "378", "307"],
          ["", total, "$2,260"],
        ],
      );
    const question = "What is the warranty reserve as a percentage of total accrued liabilities in 2024?";
    expect(ask(question, accrued("$2,566")).figure).toEqual({ value: 20.6, unit: "%" });
    // What the rows above do not add up to is not their total.
    expect(ask(question, accrued("$2,999")).kind).toBe("not_found");
  });

  it("gives the growth of a percentage in points", () => {
    const rates = makeStatementPage(
      1,
      "Assumptions",
      ["2024", "2023"],
      [
        ["Discount rate", "3.0%", "2.0%"],
        ["Inflation", "2.1%", "2.2%"],
      ],
    );
    const percents = {
      ...rates,
      rows: rates.rows.map((row) => ({
        ...row,
        cells: row.cells.map((cell) => ({ ...cell, percent: true })),
      })),
    };
    const { figure, text } = ask("What was the percentage change in the discount rate in 2024?", percents);
    expect(figure?.value).toBe(1);
    expect(text).toContain("1 percentage point.");
  });

  it("compares nothing that differs in row and column", () => {
    const due = makeStatementPage(
      1,
      "Obligations",
      ["Less than 1 year", "Later", "Total"],
      [
        ["Leases", "$773", "$2,055", "$2,828"],
        ["Licences", "2,000", "2,000", "4,000"],
        ["Total obligations", "2,773", "4,055", "6,828"],
      ],
    );
    const question = "What are leases less than 1 year as a percentage of total obligations?";
    expect(ask(question, due).figure?.value).not.toBe(11.3);
  });
});
