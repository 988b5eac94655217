import { describe, expect, it } from "vitest";
import { readStatements } from "../read-statements.ts";
import { makePage } from "../testing/statement-pages.ts";

type Row = [string, ...string[]];

const income = makePage(
  1,
  ["Consolidated income statement", "For the year ended 31 December 2024", "in millions of euros"],
  ["2024", "2023"],
  [
    ["Revenue", "1,000", "900"],
    ["Cost of sales", "(600)", "(550)"],
    ["Gross profit", "400", "350"],
    ["Administrative expenses", "(250)", "(230)"],
    ["Profit before tax", "150", "120"],
    ["Income tax expense", "(50)", "(40)"],
    ["Profit for the year", "100", "80"],
  ],
);
const balance = makePage(
  2,
  ["Consolidated balance sheet", "At 31 December 2024", "in millions of euros"],
  ["2024", "2023"],
  [
    ["Property, plant and equipment", "700", "600"],
    ["Cash and cash equivalents", "300", "250"],
    ["Total assets", "1,000", "850"],
    ["Trade payables", "440", "360"],
    ["Total liabilities", "440", "360"],
    ["Share capital", "100", "100"],
    ["Retained earnings", "460", "390"],
    ["Total equity", "560", "490"],
    ["Total equity and liabilities", "1,000", "850"],
  ],
);

const EQUITY: Row[] = [
  ["Balance at 1 January 2023", "100", "340", "440"],
  ["Profit for the year", "-", "80", "80"],
  ["Dividends", "-", "(30)", "(30)"],
  ["Balance at 31 December 2023", "100", "390", "490"],
  ["Profit for the year", "-", "100", "100"],
  ["Dividends", "-", "(30)", "(30)"],
  ["Balance at 31 December 2024", "100", "460", "560"],
];
const equityPage = (rows: Row[], title = "Consolidated statement of changes in equity") =>
  makePage(
    3,
    [title, "For the year ended 31 December 2024", "in millions of euros"],
    ["Share\ncapital", "Retained\nearnings", "Total\nequity"],
    rows,
  );

const read = (...pages: (typeof income)[]) =>
  readStatements({ pages: [income, balance, ...pages] }).statements;
const equityOf = (...pages: (typeof income)[]) => read(...pages).filter(({ kind }) => kind === "equity");
const segmentsOf = (...pages: (typeof income)[]) => read(...pages).filter(({ kind }) => kind === "segments");

/** With another last amount in one row. */
const change = (rows: readonly Row[], at: number, last: string): Row[] =>
  rows.map((row, index): Row => (index === at ? [row[0], ...row.slice(1, -1), last] : row));

describe("the statement of changes in equity", () => {
  it("is given for each year, with a column for each component", () => {
    const found = equityOf(equityPage(EQUITY));
    expect(found.map(({ columns }) => columns[0]?.period)).toMatchObject([
      { start: "2024-01-01", end: "2024-12-31", fiscalYear: 2024 },
      { start: "2023-01-01", end: "2023-12-31", fiscalYear: 2023 },
    ]);
    const [newest] = found;
    expect(newest?.columns.map(({ member }) => member)).toEqual([
      "Share capital",
      "Retained earnings",
      "Total equity",
    ]);
    expect(newest?.rows.map(({ label }) => label)).toEqual([
      "Balance at 31 December 2023",
      "Profit for the year",
      "Dividends",
      "Balance at 31 December 2024",
    ]);
    expect(newest?.rows[2]?.cells.at(-1)).toMatchObject({
      value: -30_000_000,
      text: "(30)",
      proof: "proven",
    });
  });

  it("is not given for a year in which a component does not add up", () => {
    const found = equityOf(equityPage(change(EQUITY, 5, "(35)")));
    expect(found.map(({ columns }) => columns[0]?.period.fiscalYear)).toEqual([2023]);
  });

  it("is not given where its total is not that of the balance sheet", () => {
    const other = EQUITY.map(
      ([label, ...amounts]): Row => [
        label,
        ...amounts.map((amount) => amount.replace(/(?<=\d)(?!.*\d)/, "0")),
      ],
    );
    expect(equityOf(equityPage(other))).toEqual([]);
  });

  it("is not given for the parent company alone", () => {
    expect(equityOf(equityPage(EQUITY, "Company statement of changes in equity"))).toEqual([]);
  });
});

const SEGMENT_COLUMNS: Row[] = [
  ["External revenue", "600", "400", "1,000"],
  ["Depreciation", "30", "20", "50"],
  ["Number of employees", "300", "200", "500"],
  ["Additions to assets", "30", "20", "70"],
];
const segmentPage = (rows: Row[], heads: string[], title = "Operating segments") =>
  makePage(9, [title, "in millions of euros"], heads, rows);

describe("the segments of a company", () => {
  it("are read from a table with a column for each, where they add up to the group", () => {
    const [found] = segmentsOf(segmentPage(SEGMENT_COLUMNS, ["Tools", "Services", "Group"]));
    expect(found?.columns).toMatchObject([{ head: "2024", period: { fiscalYear: 2024 } }]);
    expect(found?.rows.map(({ path, label, cells }) => [...path, label, cells[0]?.value])).toEqual([
      ["External revenue", "Tools", 600_000_000],
      ["External revenue", "Services", 400_000_000],
      ["External revenue", "Group", 1_000_000_000],
      ["Depreciation", "Tools", 30_000_000],
      ["Depreciation", "Services", 20_000_000],
      ["Depreciation", "Group", 50_000_000],
    ]);
  });

  it("are read from a table with a row for each, by measure and year", () => {
    const rows: Row[] = [
      ["Net sales"],
      ["Tools", "600", "500"],
      ["Services", "400", "400"],
      ["Total", "1,000", "900"],
      ["Segment profit"],
      ["Tools", "90", "70"],
      ["Services", "60", "50"],
      ["Total", "150", "120"],
    ];
    const [found] = segmentsOf(segmentPage(rows, ["2024", "2023"]));
    expect(found?.columns.map(({ period }) => period.fiscalYear)).toEqual([2024, 2023]);
    expect(found?.rows.map(({ path, label, role }) => [path[0], label, role])).toEqual([
      ["Net sales", "Tools", "item"],
      ["Net sales", "Services", "item"],
      ["Net sales", "Total", "total"],
      ["Segment profit", "Tools", "item"],
      ["Segment profit", "Services", "item"],
      ["Segment profit", "Total", "total"],
    ]);
    expect(found?.rows[4]?.cells.map(({ value }) => value)).toEqual([60_000_000, 50_000_000]);
  });

  it("are not given where they do not add up to an amount of the group", () => {
    const other = change(SEGMENT_COLUMNS, 0, "1,001").slice(0, 1);
    expect(segmentsOf(segmentPage(other, ["Tools", "Services", "Group"]))).toEqual([]);
    const elsewhere = SEGMENT_COLUMNS.map(([label, ...amounts]): Row => [label, ...amounts.map(() => "70")]);
    expect(segmentsOf(segmentPage(elsewhere, ["Tools", "Services", "Group"]))).toEqual([]);
  });

  it.each(["Revenue by country", "Net sales by region"])(
    "are not taken from a table that divides the group otherwise: %s",
    (title) => {
      const page = segmentPage(SEGMENT_COLUMNS, ["Tools", "Services", "Group"], title);
      expect(segmentsOf(page)).toEqual([]);
    },
  );
});
