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
});
