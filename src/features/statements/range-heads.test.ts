import { describe, expect, it } from "vitest";
import { readStatements } from "./read-statements.ts";
import { incomeRows, makePage } from "./testing/statement-pages.ts";

/** Of each column the period of its revenue and the factor of its amounts. */
function readPeriods(heads: string[], lines: string[] = []) {
  const factors = heads.map((_, at) => 2 ** at);
  const page = makePage(
    1,
    ["Consolidated income statement", "€ million", ...lines],
    heads,
    incomeRows(...factors),
  );
  const { figures } = readStatements({ pages: [page] });
  return figures
    .filter(({ concept }) => concept === "revenue")
    .map(({ period: { start, end, fiscalYear }, value }) => [value / 1e9, start, end, fiscalYear]);
}

describe("heads from the first to the last day of a period", () => {
  it.each([
    [["1.1.2023\n–31.12.2023", "1.1.2022\n–31.12.2022"]],
    [["01.01.2023\n31.12.2023", "01.01.2022\n31.12.2022"]],
    [["1.1.–\n31.12.2023", "1.1.–\n31.12.2022"]],
    [["1–12/2023", "1–12/2022"]],
  ])("%j are years of their last day", (heads) => {
    expect(readPeriods(heads)).toEqual([
      [1, "2023-01-01", "2023-12-31", 2023],
      [2, "2022-01-01", "2022-12-31", 2022],
    ]);
  });

  it.each([
    [["1.7.2023\n– 30.6.2024", "1.7.2022\n– 30.6.2023"]],
    [["01/07/2023\n–30/06/2024", "01/07/2022\n–30/06/2023"]],
    [["07/01/2023\n–06/30/2024", "07/01/2022\n–06/30/2023"]],
  ])("%j end within a calendar year", (heads) => {
    expect(readPeriods(heads)).toEqual([
      [1, "2023-07-01", "2024-06-30", 2024],
      [2, "2022-07-01", "2023-06-30", 2023],
    ]);
  });

  it.each([
    [["1.10.–\n31.12.2024", "1.10.–\n31.12.2023", "1.1.–\n31.12.2024", "1.1.–\n31.12.2023"]],
    [["10–12/2024", "10–12/2023", "1–12/2024", "1–12/2023"]],
    [["10–12\n2024", "10–12\n2023", "1–12\n2024", "1–12\n2023"]],
  ])("%j tell the last quarter from the year", (heads) => {
    expect(readPeriods(heads)).toEqual([
      [4, "2024-01-01", "2024-12-31", 2024],
      [1, "2024-10-01", "2024-12-31", 2024],
      [8, "2023-01-01", "2023-12-31", 2023],
      [2, "2023-10-01", "2023-12-31", 2023],
    ]);
  });

  it("are neither two days of two columns, nor numbers of notes, nor the months of a year", () => {
    const years = [
      [1, "2012-01-01", "2012-12-31", 2012],
      [2, "2011-01-01", "2011-12-31", 2011],
    ];
    expect(readPeriods(["2012", "2011"], ["31.12.2012 31.12.2011"])).toEqual(years);
    expect(readPeriods(["2012", "2011"], ["See notes 3–5 2012"])).toEqual(years);
    expect(readPeriods(["2012 –\n12 months", "2011 –\n12 months"])).toEqual(years);
  });
});
