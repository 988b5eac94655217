import { expect, it } from "vitest";
import { readTables } from "../figures/table-reading.ts";
import { makeStatementPage } from "../made-up-pages.ts";
import { findSums, type Sum } from "./row-sums.ts";
import { viewTable } from "./table-view.ts";

function sumsOf(rows: [string, ...string[]][]): string[] {
  const page = makeStatementPage(1, "Revenue", ["2024", "2023"], rows);
  const [read] = readTables(page);
  const view = read && viewTable(page, read);
  const say = ({ row, parts }: Sum): string => `${row.label}(${parts.map((one) => one.row.label).join(" ")})`;
  return view ? findSums(view, 0).map(say) : [];
}

it("finds totals below and above their parts, with subtotals as parts of the total", () => {
  expect(
    sumsOf([
      ["A", "10", "1"],
      ["B", "20", "2"],
      ["Total C", "30", "3"],
      ["D", "40", "4"],
      ["Total", "70", "7"],
    ]),
  ).toEqual(["Total C(A B)", "Total(Total C D)"]);
  expect(
    sumsOf([
      ["Total", "30", "3"],
      ["A", "10", "1"],
      ["B", "20", "2"],
    ]),
  ).toEqual(["Total(A B)"]);
});

it("allows for rounding, and takes no small number for a sum by chance", () => {
  expect(
    sumsOf([
      ["A", "33.4", "1"],
      ["B", "33.4", "2"],
      ["C", "33.4", "2"],
      ["Total", "100.3", "6"],
    ]),
  ).toEqual(["Total(A B C)"]);
  expect(
    sumsOf([
      ["A", "1", "9"],
      ["B", "2", "4"],
      ["C", "3", "2"],
    ]),
  ).toEqual([]);
});
