import { describe, expect, it } from "vitest";
import type { PageRecord } from "../../reports/index.ts";
import { makeStatementPage, makeTextPage } from "../made-up-pages.ts";
import { ReportReader } from "../report-reader.ts";
import { readSuperlative } from "./superlative.ts";

type Rows = [string, ...string[]][];

const FILLER = Array.from({ length: 12 }, (_, at) =>
  makeTextPage(
    at + 20,
    "The weather was mild and the harbour stayed open throughout the season under review.",
  ),
);

function askPages(question: string, own: PageRecord[]) {
  const pages = [...own, ...FILLER];
  return new ReportReader({ reportId: "r", sha256: "0".repeat(64), names: [], pages }).ask(question);
}

function ask(question: string, heads: string[], rows: Rows, title = "Revenue by region") {
  return askPages(question, [makeStatementPage(1, title, heads, rows)]);
}

/** Gives the rows of a page their sections, in order. */
function withSections(page: PageRecord, sections: (string | null)[]): PageRecord {
  return { ...page, rows: page.rows.map((row, at) => ({ ...row, section: sections[at] ?? null })) };
}

const YEARS = ["2024", "2023"];
const REGIONS: Rows = [
  ["Nordic countries", "400", "100"],
  ["Central Europe", "600", "500"],
  ["Asia", "150", "160"],
  ["Total revenue", "1,150", "760"],
];

describe("a question for the highest or lowest", () => {
  it("names the member with the highest value of the year asked for, its cell, and the next one", () => {
    const { text, claims } = ask("Which region had the highest revenue in 2024?", YEARS, REGIONS);
    expect(text).toBe(
      "Central Europe. $600 million. Source: Central Europe, 2024 (page 1). " +
        "Next: Nordic countries. $400 million. Source: Nordic countries, 2024 (page 1). ",
    );
    expect(claims).toMatchObject([
      { value: 600, unit: "USD", scale: "million", page: 1 },
      { value: 400, unit: "USD", scale: "million", page: 1 },
    ]);
  });

  it("takes the rest of a list for no member of it", () => {
    const rows: Rows = [
      ["Europe", "400", "100"],
      ["Asia", "500", "400"],
      ["Other countries", "700", "660"],
      ["Total revenue", "1,600", "1,160"],
    ];
    expect(ask("Which region had the highest revenue in 2024?", YEARS, rows).text).toMatch(/^Asia\. /);
  });

  it("takes no total of all parts for one of them, and no place for a customer", () => {
    const rows: Rows = [
      ["Operating profit of segments", "900", "700"],
      ["Rent that is due later", "-100", "-90"],
      ["Head office", "-200", "-160"],
      ["Operating profit", "600", "450"],
    ];
    const asked = "Which segment made the highest operating profit in 2024?";
    expect(ask(asked, YEARS, rows, "Operating profit by segment").kind).toBe("not_found");
    expect(ask("Which customer made up the largest part of 2024 revenue?", YEARS, REGIONS).kind).toBe(
      "not_found",
    );
  });

  it("compares all years of a range, and the only row that has what is asked for", () => {
    const heads = ["2024", "2023", "2022"];
    const rows: Rows = [
      ["Towage", "14", "19", "12"],
      ["Loss after income tax", "(4)", "(9)", "(3)"],
    ];
    const asked = (question: string) => ask(question, heads, rows, "Review of the years").text;
    expect(asked("In which of the years 2022 to 2024 was towage highest?")).toMatch(/^2023\. /);
    expect(asked("In which year was the loss after tax the biggest?")).toMatch(/^2023\. /);
  });

  it("names no part of the business where a place is asked for", () => {
    const rows: Rows = [
      ["Europe", "400", "100"],
      ["Asia", "600", "500"],
      ["Africa", "70", "60"],
      ["Latin America", "80", "60"],
      ["Oceania", "90", "60"],
      ["Shared services", "5", "4"],
      ["Total revenue", "1,245", "784"],
    ];
    expect(ask("Which region had the highest revenue in 2024?", YEARS, rows).text).toMatch(/^Asia\. /);
    expect(ask("Which region had the lowest revenue in 2024?", YEARS, rows).kind).toBe("not_found");
  });

  it("compares the total where the columns are parts of it, of states as well", () => {
    const heads = ["Revenues Freight", "Revenues Storage", "Revenues Total"];
    const rows: Rows = [
      ["Ohio", "90", "10", "100"],
      ["Texas", "30", "40", "70"],
      ["Total", "120", "50", "170"],
    ];
    const { text } = ask("Which state had the highest revenues in 2024?", heads, rows, "Revenues in 2024");
    expect(text).toMatch(/^Ohio\. \$100 million/);
  });

  it("passes over a table that divides one of the members further", () => {
    const whole = makeStatementPage(2, "Net sales by segment", YEARS, [
      ["Harbours", "$300", "$280"],
      ["Railways", "700", "650"],
      ["Ports", "200", "190"],
      ["Total net sales", "$1,200", "$1,120"],
    ]);
    const units = makeStatementPage(1, "Net sales of the railways segment", YEARS, [
      ["Freight", "$450", "$400"],
      ["Passengers", "250", "250"],
      ["Total net sales", "$700", "$650"],
    ]);
    const { text } = askPages("Which segment had the largest net sales in 2024?", [units, whole]);
    expect(text).toMatch(/^Railways\. /);
  });

  it("compares changes in percent, not amounts, when growth is asked for", () => {
    const grew = ask("Which region's revenue grew the fastest in 2024?", YEARS, REGIONS);
    expect(grew.text).toMatch(/^Nordic countries\. /);
    const fell = ask("Which region's revenue fell the most in 2024?", YEARS, REGIONS);
    expect(fell.text).toMatch(/^Asia\. /);
  });

  it("names nothing that fell where everything rose", () => {
    const rows: Rows = [
      ["Europe", "400", "100"],
      ["Asia", "170", "160"],
      ["Total revenue", "570", "260"],
    ];
    expect(ask("Which region's revenue fell the most in 2024?", YEARS, rows).kind).toBe("not_found");
  });

  it("takes the size of a segment to be its revenue", () => {
    const rows: Rows = [
      ["Harbours", "400", "100"],
      ["Ferries", "600", "500"],
      ["Total revenue", "1,000", "600"],
    ];
    expect(ask("Which division is the largest?", YEARS, rows, "Segment revenue").text).toMatch(/^Ferries\. /);
  });

  it("names no member of a list whose rows do not add up to a total", () => {
    const mixed: Rows = [
      ["Revenue", "400", "100"],
      ["Employees", "600", "500"],
      ["Margin points", "15", "16"],
    ];
    expect(ask("Which region had the highest revenue in 2024?", YEARS, mixed).kind).toBe("not_found");
  });

  it("compares rates that add up to nothing, in a section that is called what is asked for", () => {
    const rows: Rows = [
      ["Ferries", "1,100", "1,090"],
      ["Tugs", "1,070", "1,060"],
      ["Ferries", "300", "290"],
      ["Tugs", "270", "260"],
      ["Ferries", "35.6%", "40.0%"],
      ["Tugs", "48.2%", "41.0%"],
    ];
    const sections = ["Towage", "Towage", "Costs", "Costs", "Towage yield", "Towage yield"];
    const page = withSections(makeStatementPage(1, "Segments", YEARS, rows), sections);
    expect(askPages("Which segment had the highest towage yield in 2024?", [page]).text).toMatch(
      /^Tugs\. [^$]*$/,
    );
    expect(askPages("Which segment had the highest dredging yield in 2024?", [page]).kind).toBe("not_found");
  });

  it("names no subtotal where its parts are listed", () => {
    const rows: Rows = [
      ["Norway", "310", "100"],
      ["Germany", "300", "500"],
      ["Europe", "610", "600"],
      ["Asia", "450", "160"],
      ["Total revenue", "1,060", "760"],
    ];
    expect(ask("Which region had the highest revenue in 2024?", YEARS, rows).text).toMatch(/^Asia\. /);
  });

  it("names the groups of a segment table, not the repeated lines within them", () => {
    const rows: Rows = [
      ["Tickets", "310", "100"],
      ["Freight", "300", "500"],
      ["", "610", "600"],
      ["Tickets", "400", "60"],
      ["Freight", "50", "100"],
      ["", "450", "160"],
      ["Total revenue", "1,060", "760"],
    ];
    const page = makeStatementPage(1, "Segment revenue", YEARS, rows);
    const sections = ["Ferries", "Ferries", "Ferries", "Harbours", "Harbours", "Harbours", null];
    const { text } = askPages("Which segment had the highest revenue in 2024?", [
      withSections(page, sections),
    ]);
    expect(text).toMatch(/^Ferries\. \$610 million/);
  });

  it("gives no place for a segment, and no segment for a place", () => {
    expect(ask("Which segment had the highest revenue in 2024?", YEARS, REGIONS).kind).toBe("not_found");
    const segments: Rows = [
      ["Ferries", "400", "100"],
      ["Harbours", "600", "500"],
      ["Total revenue", "1,000", "600"],
    ];
    const asked = ask("Which region had the highest revenue in 2024?", YEARS, segments, "Segment revenue");
    expect(asked.kind).toBe("not_found");
  });

  it("leaves out what reconciles segments with the whole", () => {
    const rows: Rows = [
      ["Ferries", "400", "100"],
      ["Harbours", "600", "500"],
      ["Depreciation and amortization", "(700)", "(100)"],
      ["Corporate", "(50)", "(20)"],
      ["Total operating profit", "250", "480"],
    ];
    const { text } = ask(
      "Which segment had the lowest operating profit in 2024?",
      YEARS,
      rows,
      "Segment results",
    );
    expect(text).toMatch(/^Ferries\. \$400 million/);
  });

  it("gives no answer where what may be no segment would decide", () => {
    const rows: Rows = [
      ["Ferries", "400", "100"],
      ["Harbours", "600", "500"],
      ["Joint ventures", "50", "20"],
      ["Total operating profit", "1,050", "620"],
    ];
    const asked = (wanted: string) =>
      ask(`Which segment had the ${wanted} operating profit in 2024?`, YEARS, rows, "Segment results");
    expect(asked("lowest").kind).toBe("not_found");
    expect(asked("highest").text).toMatch(/^Harbours\. /);
  });

  it("takes the table of the whole before one of a part of it, wherever they are", () => {
    const part: Rows = [
      ["Mortgages", "4", "1"],
      ["Consumer credit", "2", "1"],
      ["Total loans past due", "6", "2"],
    ];
    const whole: Rows = [
      ["Mortgages", "900", "800"],
      ["Consumer credit", "700", "300"],
      ["Total loans", "1,600", "1,100"],
    ];
    const { text } = askPages("Which loan type grew the most in dollars in 2024?", [
      makeStatementPage(1, "Loans past due", YEARS, part),
      makeStatementPage(9, "Loans", YEARS, whole),
    ]);
    expect(text).toMatch(/^Consumer credit\. \$700 million/);
  });

  it("names the column with the largest balance of a day", () => {
    const rows: Rows = [
      ["Balance at December 31, 2023", "300", "500", "800"],
      ["Acquisitions", "400", "10", "410"],
      ["Balance at December 31, 2024", "700", "510", "1,210"],
    ];
    const { text } = ask(
      "Which segment had the most goodwill at the end of 2024?",
      ["Ferries", "Harbours", "Total"],
      rows,
      "Goodwill by segment",
    );
    expect(text).toMatch(/^Ferries\. \$700 million/);
  });

  it("names no result of a statement and no grade of risk as a member", () => {
    const results: Rows = [
      ["Total revenue", "1,000", "900"],
      ["Cost of revenue", "400", "300"],
      ["Gross profit", "600", "600"],
    ];
    expect(ask("Which revenue line grew the fastest?", YEARS, results, "Results").kind).toBe("not_found");
    const grades: Rows = [
      ["Pass", "900", "800"],
      ["Special mention", "60", "50"],
      ["Total loans", "960", "850"],
    ];
    expect(ask("Which loan category is the largest?", YEARS, grades, "Loans").kind).toBe("not_found");
  });

  it("recognises a column of changes by its numbers", () => {
    const rows: Rows = [
      ["Ferry tickets", "1,300", "1,200", "100"],
      ["Harbour fees", "700", "790", "(90)"],
      ["Cargo fees", "300", "290", "10"],
      ["Total fee income", "2,300", "2,280", "20"],
    ];
    const { text } = ask(
      "Which fee income line dropped the most in 2024?",
      ["2024", "2023", "2024 $"],
      rows,
      "Fees",
    );
    expect(text).toMatch(/^Harbour fees\. -\$90 million/);
  });

  it("reads members in columns where they add up to the total column, and only there", () => {
    const heads = ["Ferries", "Harbours", "Total"];
    const asked = "Which segment holds the most assets?";
    const rows: Rows = [
      ["Revenue", "900", "1,100", "2,000"],
      ["Total assets", "5,000", "4,000", "9,000"],
    ];
    const whole = ask(asked, heads, rows, "Segment reporting");
    expect(whole.text).toMatch(/^Ferries\. \$5,000 million/);
    const other: Rows = rows.map(([label, first, second]) => [label, first ?? "", second ?? "", "7,777"]);
    expect(ask(asked, heads, other, "Segment reporting").kind).toBe("not_found");
  });

  it("compares only the members that are called what is asked for, where several are", () => {
    const rows: Rows = [
      ["Ferry expenses", "60", "50"],
      ["Deferred fares", "90", "30"],
      ["Tug expenses", "40", "39"],
      ["Total expenses", "190", "119"],
    ];
    expect(ask("Which expense rose the most in percent in 2024?", YEARS, rows, "Expenses").text).toMatch(
      /^Ferry expenses/,
    );
  });

  it("compares shares where a table has no amounts", () => {
    const rows: Rows = [
      ["Nordic countries", "40%", "30%"],
      ["Central Europe", "45%", "50%"],
      ["Asia", "15%", "20%"],
      ["Total", "100%", "100%"],
    ];
    const page = makeStatementPage(1, "Revenue by region", YEARS, rows);
    for (const { cells } of page.rows) for (const cell of cells) cell.percent = true;
    expect(askPages("What was the smallest region by revenue in 2023?", [page]).text).toMatch(/^Asia/);
  });

  it("takes the column that the question names before the total", () => {
    const rows: Rows = [
      ["Ferries", "5", "95", "100"],
      ["Tugboats", "9", "31", "40"],
      ["Total", "14", "126", "140"],
    ];
    const heads = ["Watched", "Sound", "Total"];
    expect(ask("Which loan type has the most watched loans?", heads, rows, "Loans by type").text).toMatch(
      /^Tugboats/,
    );
  });

  it("takes an adjective for what it compares", () => {
    const rows: Rows = [
      ["Ann Lee", "40", "10"],
      ["Bo Dahl", "90", "50"],
      ["", "130", "60"],
    ];
    const { text } = ask("Who was the highest paid in 2024?", YEARS, rows, "Remuneration of directors");
    expect(text).toMatch(/^Bo Dahl\. /);
  });
});

it("reads a debt that falls due as no fall", () => {
  expect(readSuperlative("In which year does most debt fall due?")).toMatchObject({
    of: "level",
    wants: "highest",
  });
  expect(readSuperlative("Which region lost the most revenue?")).toMatchObject({
    of: "change",
    wants: "lowest",
  });
});

describe("a question for a year", () => {
  it("names the year in which a row was highest", () => {
    const { text } = ask(
      "In which of the last three years was revenue the lowest?",
      ["2024", "2023", "2022"],
      [["Total revenue", "1,150", "760", "900"]],
    );
    expect(text).toMatch(/^2023\. /);
  });

  it("joins the rows of two tables that agree on the year they share", () => {
    const page = (number: number, heads: string[], row: [string, ...string[]]) =>
      makeStatementPage(number, "Rates", heads, [row, ["Vessel days", "700", "800"]]);
    const asked = "Which of 2022, 2023 and 2024 had the best charter rate?";
    const newer = page(1, ["2024", "2023"], ["Charter rate", "24", "8"]);
    const older = page(2, ["2023", "2022"], ["Charter rate", "8", "31"]);
    expect(askPages(asked, [newer, older]).text).toMatch(/^2022\. /);
    const disagreeing = page(2, ["2023", "2022"], ["Charter rate", "9", "31"]);
    expect(askPages(asked, [newer, disagreeing]).kind).toBe("not_found");
  });

  it("names the year of the row where rows are years", () => {
    const rows: Rows = [
      ["2025", "12", "3"],
      ["2026", "44", "2"],
      ["2027", "9", "1"],
      ["Total", "65", "6"],
    ];
    const { text } = ask(
      "In which year are the most ferry lease payments due?",
      ["Ferry leases", "Office leases"],
      rows,
      "Lease payments due",
    );
    expect(text).toMatch(/^2026\. \$44 million/);
  });
});

it.each([
  ["Which segment grew the slowest in 2022?", { wants: "lowest", of: "percent_change", direction: null }],
  ["Which line dropped the most?", { wants: "lowest", of: "change", over: "members", direction: -1 }],
  ["In which year were sales the highest?", { wants: "highest", of: "level", over: "periods" }],
  ["In which of the past four years was it lowest?", { over: "periods", periods: 4 }],
  ["Did online or retail sales fall faster?", { wants: "lowest", choices: ["online", "retail"] }],
  ["Which loan type grew the fastest?", { called: "loan type" }],
  ["What is the trust’s largest weighting?", { asksMember: true }],
  ["What was the highest price?", { isLoose: true }],
  ["What was the largest amount drawn?", { isLoose: true }],
  ["Which of the five years to June 2024 was the loss biggest?", { over: "periods", periods: 5 }],
  ["Which quay is worth the most?", { wants: "highest", rest: expect.stringContaining("value") }],
])("reads what is compared: %s", (question, expected) => {
  expect(readSuperlative(question)).toMatchObject(expected);
});
