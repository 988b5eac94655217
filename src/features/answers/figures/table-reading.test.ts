import { describe, expect, it } from "vitest";
import type { PageRecord } from "../../reports/index.ts";
import { readTables } from "./table-reading.ts";

/** A page with one table below some lines; only what is read here is filled in. */
function pageWith(lines: string[], heads: string[]): PageRecord {
  const box = (top: number): [number, number, number, number] => [0, top, 500, top + 10];
  const top = lines.length * 20;
  const columns = heads.map((head, at) => ({ head, x0: at * 100, x1: at * 100 + 50 }));
  return {
    page: 1,
    width: 612,
    height: 792,
    text: "",
    blocks: [],
    lines: lines.map((text, at) => ({ text, box: box(at * 20) })),
    tables: [{ caption: "", columns, first_row: 0, last_row: 0, box: box(top) }],
    rows: [{ label: "Sales", section: null, table: 0, cells: [], box: box(top) }],
    words: [],
  };
}

const spansOf = (lines: string[], heads: string[]) =>
  readTables(pageWith(lines, heads))[0]?.periods.map((period) => period && [period.span, period.part]);

const headsOf = (lines: string[], heads: string[]) => readTables(pageWith(lines, heads))[0]?.heads;

function yearCell(text: string, column: number): PageRecord["rows"][number]["cells"][number] {
  return { text, kind: "number", value: Number(text), percent: false, column, box: [0, 0, 10, 10] };
}

it("takes the scale of the nearest line above a table, and none of an amount that runs over two lines", () => {
  const lines = [
    "A share of the yard was bought for $8.0",
    "million, and is held with others (in thousands):",
  ];
  expect(readTables(pageWith(lines, ["2022", "2021"]))[0]?.scale).toBe(1_000);
  const further = ["(In millions, except tonnage)", "Dues by quay (in thousands)"];
  expect(readTables(pageWith(further, ["2022", "2021"]))[0]?.scale).toBe(1_000);
});

describe("the columns of a table", () => {
  it("take their length from a heading alone above their years", () => {
    const above = ["Statement of Earnings", "(Unaudited; in Millions)  FOURTH QUARTER", "2022  2021"];
    expect(spansOf(above, ["2022 Amount", "2021 Amount"])).toEqual([
      ["quarter", 4],
      ["quarter", 4],
    ]);
    expect(spansOf(["Twelve months ended"], ["2022", "2021"])).toEqual([
      ["year", null],
      ["year", null],
    ]);
  });

  it("do not take their length from a sentence", () => {
    const above = ["These orders are filled within three months of the end of the year."];
    expect(spansOf(above, ["2022", "2021"])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it("share the length of a heading that was read over some of them", () => {
    expect(spansOf([], ["January 28, 2023", "13 Weeks Ended January 28, 2023"])).toEqual([
      ["quarter", null],
      ["quarter", null],
    ]);
  });

  it("keep their own names, whatever years a sentence or another table above has", () => {
    const above = ["At December 31, 2022 the company held these properties,", "bought since 2021:"];
    expect(headsOf(above, ["Square feet", "Price"])).toEqual(["Square feet", "Price"]);
  });

  it("take the years of a line that has one for each of them", () => {
    expect(headsOf(["2022  2021"], ["Amount", "Amount"])).toEqual(["2022 Amount", "2021 Amount"]);
    expect(headsOf(["2022  2021"], ["", ""])).toEqual(["2022", "2021"]);
  });

  it("take the years that were read as their first row", () => {
    const page = pageWith([], ["Three months ended July 2,", "Three months ended July 3,"]);
    const [row] = page.rows;
    if (row) row.cells = ["2023", "2022"].map((text, column) => yearCell(text, column));
    expect(readTables(page)[0]?.periods.map((period) => period && [period.year, period.span])).toEqual([
      [2023, "quarter"],
      [2022, "quarter"],
    ]);
  });

  it("take the heads that were read as a table of years above them", () => {
    const page = pageWith([], ["£'000", "£'000"]);
    const [table] = page.tables;
    const heads = table && {
      ...table,
      columns: table.columns.map((one) => ({ ...one, head: "Berths at 31 March" })),
    };
    const years = { ...page.rows[0], label: "", table: 0, cells: ["2023", "2022"].map(yearCell) };
    const rows = page.rows.map((row) => ({ ...row, table: 1 }));
    const both = { ...page, tables: [heads, table], rows: [years, ...rows] } as PageRecord;
    expect(readTables(both)[1]?.heads).toEqual([
      "Berths at 31 March 2023 £'000",
      "Berths at 31 March 2022 £'000",
    ]);
  });

  it("have the date that leads to a table with one of them", () => {
    const lead = "The maturities of the debt as of December 31, 2022 are as follows:";
    expect(readTables(pageWith([lead], [""]))[0]?.periods[0]?.year).toBe(2022);
    expect(readTables(pageWith(["These licences will be paid through 2018."], [""]))[0]?.periods).toEqual([
      null,
    ]);
  });
});
