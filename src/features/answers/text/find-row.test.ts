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

  it("gives shares in the scale that the table gives for them", () => {
    const page = makeStatementPage(
      1,
      "Earnings (shares in thousands)",
      ["2024", "2023"],
      [
        ["Profit attributable to owners", "$1,887", "$1,236"],
        ["Weighted average number of harbour shares issued at the quay", "442,319", "439,606"],
      ],
    );
    const { text } = ask("Number of harbour shares issued at the quay in 2024?", [page]);
    expect(text).not.toMatch(/^442,319\./);
  });

  it("takes the closing balance, unless the opening one is asked for", () => {
    const page = makeStatementPage(
      1,
      "Carrying amount of vessels",
      ["Tugs", "Total"],
      [
        ["Carrying amount at 1 January", "40", "90"],
        ["Carrying amount at 31 December", "50", "95"],
      ],
    );
    expect(ask("Carrying amount of tugs at the end of the year?", [page]).text).toContain("50 million");
    expect(ask("Opening carrying amount of tugs at 1 January?", [page]).text).not.toContain("50 million");
  });

  it("takes the column of the part of a year that is asked for", () => {
    const heads = ["Three months ended June 30, 2024", "Six months ended June 30, 2024"];
    const page = makeStatementPage(1, "Revenue by product", heads, [
      ["Brinewax revenue", "12", "31"],
      ["Kelpine revenue", "14", "33"],
    ]);
    expect(ask("Brinewax revenue in the second quarter of 2024?", [page]).text).toContain("12 million");
    expect(ask("Brinewax revenue in the first six months of 2024?", [page]).text).toContain("31 million");
    expect(ask("Brinewax revenue in 2024?", [page]).kind).toBe("not_found");
  });

  it("takes the value that most tables have, where several are called alike", () => {
    const page = (number: number, title: string, value: string) =>
      makeStatementPage(
        number,
        title,
        ["2024", "2023"],
        [
          ["Ferry licences", value, "3"],
          ["Tug licences", "7", "6"],
        ],
      );
    const own = [page(1, "Licences", "12"), page(2, "Licences", "12"), page(3, "Licences", "15")];
    expect(ask("Ferry licences in 2024?", own).text).toContain("12 million");
    expect(ask("Ferry licences in 2024?", own.slice(1)).kind).toBe("not_found");
  });

  it("finds a row by its name on a page that is not near the topic", () => {
    const far = makeStatementPage(19, "Portfolio", ["Cost", "Value"], [["Quillhaven Ltd", "12", "15"]]);
    const near = Array.from({ length: 14 }, (_, at) =>
      makeTextPage(at + 1, "The value of the holding is carried forward. Value and holding carried."),
    );
    expect(ask("What value is the Quillhaven holding carried at?", [...near, far]).text).toContain(
      "15 million",
    );
  });

  it("does not take the amount of a sentence that disagrees with the cells of the tables", () => {
    const page = (number: number, value: string) =>
      makeStatementPage(number, "Dredging charges", ["2024", "2023"], [["Dredging charges", value, "9"]]);
    const text = makeTextPage(3, "Dredging charges of the harbour in 2024 include a refund of $77 million.");
    expect(
      ask("What were the dredging charges in 2024?", [page(1, "12"), page(2, "14"), text]).text,
    ).not.toContain("77");
  });

  it("takes no amount on another basis of measurement", () => {
    const page = makeStatementPage(1, "Holdings", ["2024", "2023"], [["Harbour bonds", "12", "10"]]);
    expect(ask("Harbour bonds in 2024?", [page]).text).toContain("12 million");
    expect(ask("Fair value of the harbour bonds in 2024?", [page]).kind).toBe("not_found");
  });
});

describe("a question for the change of a row", () => {
  const page = makeStatementPage(
    1,
    "Charges by harbour",
    ["2024", "2023"],
    [
      ["Dredging charges", "14", "9"],
      ["Mooring charges", "(4)", "(6)"],
    ],
  );

  it("gets the difference of the two years, computed from both cells", () => {
    const { text, claims } = ask("How far did harbour dredging charges rise in 2024, and why?", [page]);
    expect(text).toContain("An increase of $5 million, from $9 million to $14 million");
    expect(claims.find(({ verdict }) => verdict === "computed")?.expression).toBe("14 - 9");
  });

  it("gets no direction of amounts that are printed as negative", () => {
    expect(ask("How far did harbour mooring charges rise in 2024, and why?", [page]).text).not.toMatch(
      /increase|decrease/i,
    );
  });
});

describe("the columns of a row", () => {
  const page = makeStatementPage(
    1,
    "Loans by what is left of their term",
    ["Within 1 year", "After 5 years through 15 years", "After 15 years"],
    [
      ["Harbour loans", "12", "34", "56"],
      ["Ferry loans", "11", "33", "55"],
    ],
  );

  it("are distinguished by their numbers", () => {
    expect(ask("Harbour loans due after 15 years?", [page]).text).toContain("56 million");
    expect(ask("Harbour loans due within 1 year?", [page]).text).toContain("12 million");
  });

  it("are not taken of the day on which a year begins", () => {
    const opening = makeStatementPage(
      1,
      "Adoption of the standard",
      ["January 1, 2024 Loans"],
      [["Harbour", "9"]],
    );
    expect(ask("Harbour loans in 2024?", [opening]).text).not.toContain("9 million");
  });
});

it("distinguishes members that differ by a letter", () => {
  const page = makeStatementPage(
    1,
    "Freight by shipper",
    ["2024", "2023"],
    [
      ["Shipper A", "14", "21"],
      ["Shipper B", "9", "13"],
    ],
  );
  expect(ask("What was the freight of shipper A in 2023?", [page]).text).toContain("21 million");
});

it("reads the number of things from a column that says nothing but that it is one", () => {
  const page = makeStatementPage(
    1,
    "The employees of the harbour",
    ["2024 No.", "2023 No."],
    [
      ["Dredging", "63", "52"],
      ["Towage", "24", "22"],
    ],
  );
  expect(ask("How many dredging employees were there in 2024?", [page]).text).toMatch(/^63\./);
});

it("gives a share that a table prints, where nothing is computed", () => {
  const page = makeStatementPage(
    1,
    "Holdings in percent",
    ["Percentage held"],
    [
      ["Quayside Towage", "40.0%"],
      ["Northgate Dredging", "12.5%"],
    ],
  );
  expect(ask("What percentage of Quayside Towage does the trust hold?", [page]).text).toMatch(/^40\.0%/);
});

it("gives a percentage by the name that only its head has", () => {
  const page = makeStatementPage(
    1,
    "Associates",
    ["Carrying value", "Economic ownership in %"],
    [
      ["Quayside Towage", "173", "21.3"],
      ["Northgate Dredging", "85", "14.1"],
    ],
  );
  expect(ask("Economic ownership in Quayside Towage?", [page]).text).toMatch(/^21\.3/);
  expect(ask("Carrying value of Quayside Towage?", [page]).text).toContain("173 million");
});
