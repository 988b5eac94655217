import { describe, expect, it } from "vitest";
import type { PageRecord } from "../../reports/index.ts";
import { readTables } from "../figures/table-reading.ts";
import { makeStatementPage, makeTextPage } from "../made-up-pages.ts";
import { ReportReader } from "../report-reader.ts";
import { weighTerms } from "./candidates.ts";
import { findCells, isConfirmed } from "./find-row.ts";
import { readTextRequest } from "./request.ts";

const FILLER = Array.from({ length: 12 }, (_, at) =>
  makeTextPage(
    at + 20,
    "The weather was mild and the harbour stayed open throughout the season under review.",
  ),
);

function ask(question: string, own: PageRecord[]) {
  const pages = [...own, ...FILLER];
  return new ReportReader({ reportId: "r", sha256: "0".repeat(64), names: [], pages }).ask(question);
}

/** A page whose tables name no scale. */
function withoutScale(page: PageRecord): PageRecord {
  const plain = (text: string) => text.replace("(In millions)", "(Audited)");
  return {
    ...page,
    text: plain(page.text),
    blocks: page.blocks.map((block) => ({ ...block, text: plain(block.text) })),
    lines: page.lines.map((line) => ({ ...line, text: plain(line.text) })),
    tables: page.tables.map((table) => ({ ...table, caption: plain(table.caption) })),
  };
}

/** Whether the best cell for lease payments of 2026 is in two tables; `other` is what the second one says. */
function confirms(other: string): boolean {
  const page = (number: number, value: string) =>
    makeStatementPage(
      number,
      "Lease payments",
      ["Amount"],
      [
        ["2026", value],
        ["2027", "9"],
      ],
    );
  const pages = [page(1, "12"), page(2, other)];
  const request = readTextRequest("Lease payments due in 2026?", () => null, 2024);
  const terms = weighTerms(request.terms, () => 1);
  const tables = new Map(pages.map((one) => [one.page, readTables(one)]));
  const cells = findCells(request, terms, { pages, tablesOf: (at) => tables.get(at) ?? [], nearness: null });
  return cells[0] !== undefined && isConfirmed(cells[0], cells);
}

it("takes a cell as confirmed where another table has the same value in a row of the same name", () => {
  expect(confirms("12")).toBe(true);
  expect(confirms("13")).toBe(false);
});

describe("a question for a cell of any table", () => {
  it("gets no cell of another name where the name asked for is nowhere near", () => {
    const page = makeStatementPage(
      1,
      "Ferry passengers revenue",
      ["2024", "2023"],
      [
        ["Ferry passengers revenue at Bergen", "12", "10"],
        ["Ferry passengers revenue at Stavanger", "14", "11"],
      ],
    );
    expect(ask("Ferry passengers revenue at Bergen in 2024?", [page]).text).toContain("12 million");
    expect(ask("Ferry passengers revenue at Tromsø in 2024?", [page]).kind).toBe("not_found");
  });

  it("takes no count of options for an amount paid", () => {
    const pay = makeStatementPage(
      1,
      "Directors",
      ["Salary $", "Total $"],
      [["Ann Lee", "110,000", "130,296"]],
    );
    const options = makeStatementPage(2, "Directors", ["Options (direct) No."], [["Ann Lee", "8,000,000"]]);
    const { text } = ask("What was Ann Lee paid in total?", [options, pay]);
    expect(text).toContain("130,296");
  });

  it("reads millions printed in full, and gives no number of a smaller one, where no scale is named", () => {
    const page = withoutScale(
      makeStatementPage(
        1,
        "Revenue by customer type",
        ["2024", "2023"],
        [
          ["Hotel customers", "$2,731,439", "$1,110,303"],
          ["Office customers", "$86,033", "$103,672"],
        ],
      ),
    );
    expect(ask("Revenue from hotel customers in 2024?", [page]).text).toMatch(/^\$2,731,439\. /);
    expect(ask("Revenue from office customers in 2024?", [page]).text).not.toContain("86,033");
  });
});
