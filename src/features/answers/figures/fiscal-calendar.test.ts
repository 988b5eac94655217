import { describe, expect, it } from "vitest";
import { asStandingAt, findYearEndMonth, fiscalQuarter, inFiscalTerms } from "./fiscal-calendar.ts";
import { fiscalYear, type Period, readHead } from "./periods.ts";

const quarter = (year: number, part: number): Period => ({ year, span: "quarter", part });

describe("the fiscal calendar", () => {
  it.each([
    [["June 30, 2023", "December 31, 2022"], false, 12],
    [["July 29, 2023", "January 28, 2023", "July 30, 2022"], false, 1],
    // A year of whole weeks that ends on the first day of the next one.
    [["July 2, 2023", "January 1, 2023"], false, 12],
    [["3/25/2023", "12/31/2022"], false, 12],
    [["May 31, 2023", "May 31, 2022"], true, 5],
    [["June 30, 2023", "June 30, 2022"], false, null],
    [["2023", "2022"], true, null],
  ])("derives the end of the year from a balance sheet at %s", (heads, hasYears, month) => {
    expect(findYearEndMonth(heads, hasYears)).toBe(month);
  });

  it.each([
    [{ year: 2023, month: 6 }, 12, { year: 2023, quarter: 2 }],
    [{ year: 2022, month: 12 }, 12, { year: 2022, quarter: 4 }],
    [{ year: 2023, month: 1 }, 12, { year: 2022, quarter: 4 }],
    [{ year: 2023, month: 7 }, 1, { year: 2024, quarter: 2 }],
    [{ year: 2023, month: 1 }, 1, { year: 2023, quarter: 4 }],
    [{ year: 2022, month: 11 }, 5, { year: 2023, quarter: 2 }],
  ])("maps %o to its quarter when years end in month %i", (date, yearEnd, expected) => {
    expect(fiscalQuarter(date, yearEnd)).toEqual(expected);
  });

  it("recognizes which quarter or half a column covers, and leaves whole years alone", () => {
    const read = (head: string) => inFiscalTerms(readHead(head), 1);
    expect(read("Three Months Ended July 29, 2023")).toMatchObject({ year: 2024, span: "quarter", part: 2 });
    expect(read("Six Months Ended July 29, 2023")).toMatchObject({ year: 2024, span: "half", part: 1 });
    expect(read("Year Ended January 28, 2023")).toMatchObject({ year: 2023, span: "year" });
    expect(inFiscalTerms(readHead("Three Months Ended July 29, 2023"), null)).toMatchObject({ part: null });
  });

  it("finds the balance at the end of a quarter among dates, and never in a column that covers a period", () => {
    const at = (head: string, wanted: Period) => asStandingAt(readHead(head), wanted, 12);
    expect(at("June 30, 2023", quarter(2023, 2))).toMatchObject({ year: 2023, span: "quarter", part: 2 });
    expect(at("December 31, 2022", quarter(2023, 2))).toBeNull();
    expect(at("December 31, 2022", fiscalYear(2022))).toMatchObject({ year: 2022, span: "year" });
    expect(at("June 30, 2023", fiscalYear(2023))).toBeNull();
    expect(at("Three Months Ended June 30, 2023", quarter(2023, 2))).toBeNull();
  });
});
