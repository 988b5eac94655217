import { describe, expect, it } from "vitest";
import { readStatements } from "./read-statements.ts";
import { incomeRows, makePage } from "./testing/statement-pages.ts";

type Row = [string, ...string[]];
type Pages = Parameters<typeof readStatements>[0]["pages"];

const EUROS = "in thousands of euros";
const YEAR = "For the year ended 31 December 2024";

const page = (number: number, title: string, rows: Row[], { unit = EUROS, heads = ["2024", "2023"] } = {}) =>
  makePage(number, [title, YEAR, unit], heads, rows);

function read(pages: Pages) {
  const result = readStatements({ pages });
  const value = (concept: string, year = 2024) =>
    result.figures.find((one) => one.concept === concept && one.period.fiscalYear === year)?.value ?? null;
  return { ...result, value };
}

describe("an unusual report", () => {
  it.each([
    [["2024", "2023\nRestated", "2023\nPreviously\nreported"], []],
    // One year above two columns belongs to both, whichever of them it is printed over.
    [["2024", "\nRestated", "2023\nPreviously\nreported"], []],
    [["2024", "2023\nRestated", "\nPreviously\nreported"], []],
    [["\n", "Restated", "Previously\nreported"], ["2024 2023"]],
  ])("gives the restated year, and not what was reported before, with the heads %j", (heads, lines) => {
    const unit = ["in thousands", ...lines];
    const { statements, value } = read([
      makePage(1, ["Consolidated income statement", ...unit], heads, incomeRows(1, 2, 3)),
    ]);
    expect(statements[0]?.columns.map(({ restated }) => restated)).toEqual([false, true]);
    expect([value("revenue", 2024), value("revenue", 2023)]).toEqual([1_000_000, 2_000_000]);
  });

  it("reads a minus behind the amount", () => {
    const rows = incomeRows(1, 2).map(([label, ...amounts]): [string, ...string[]] => [
      label,
      ...amounts.map((amount) => (/cost|expense/i.test(label) ? `${amount}-` : amount)),
    ]);
    const { statements, value } = read([page(1, "Consolidated income statement", rows)]);
    expect(value("cost_of_revenue", 2024)).toBe(600_000);
    expect(statements[0]?.columns[0]?.sums.proven).toBeGreaterThan(1);
  });

  it("gives a fund's result after its expenses, and not the income from its investments", () => {
    const { value } = read([
      page(1, "Statement of comprehensive income", [
        ["Interest income", "900", "800"],
        ["Net loss on financial assets at fair value", "(100)", "(200)"],
        ["Net income", "800", "600"],
        ["Management fees", "150", "140"],
        ["Other expenses", "50", "60"],
        ["Total expenses", "200", "200"],
        ["Net income for the year", "600", "400"],
      ]),
    ]);
    expect([value("net_income"), value("net_income", 2023)]).toEqual([600_000, 400_000]);
  });
});
