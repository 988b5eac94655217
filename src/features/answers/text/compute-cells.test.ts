import { describe, expect, it } from "vitest";
import type { PageRecord } from "../../reports/index.ts";
import { makeStatementPage, makeTextPage } from "../made-up-pages.ts";
import { ReportReader } from "../report-reader.ts";

function ask(question: string, ...pages: PageRecord[]) {
  const all = [...pages, makeTextPage(20, "The harbour stayed open throughout the season under review.")];
  return new ReportReader({ reportId: "r", sha256: "0".repeat(64), names: [], pages: all }).ask(question);
}

describe("a computation with cells of one table", () => {
  it("is over all years of the table where the question names none", () => {
    const berths = makeStatementPage(
      1,
      "Harbour dues",
      ["2024", "2023", "2022"],
      [
        ["Berth rentals", "$30", "$24", "$21"],
        ["Towage", "9", "8", "7"],
      ],
    );
    const { figure, text } = ask("What was the average berth rentals?", berths);
    expect(figure).toEqual({ value: 25, unit: "USD" });
    expect(text).toContain("FY2022 to FY2024");
  });

  it("is between rows of years in one column", () => {
    const due = makeStatementPage(
      1,
      "Lease payments due",
      ["Quays", "Cranes"],
      [
        ["2026", "$12", "$7"],
        ["2027", "10", "9"],
        ["2028", "8", "9"],
      ],
    );
    expect(ask("What was the change in cranes between 2026 and 2027?", due).figure?.value).toBe(2);
  });

  it("is between rows of a table that names no period", () => {
    const acquired = makeStatementPage(
      1,
      "Assets acquired",
      ["Fair value", "Book value"],
      [
        ["Customer lists", "$215", "$90"],
        ["Trade names", "25", "10"],
      ],
    );
    const { figure, text } = ask(
      "What was the difference in fair value between customer lists and trade names?",
      acquired,
    );
    expect(figure).toEqual({ value: 190, unit: "USD" });
    expect(text).not.toContain("FY0");
  });

  it("takes a total without a name for that of what the table is about", () => {
    const accrued = (total: string) =>
      makeStatementPage(
        1,
        "Accrued liabilities",
        ["2024", "2023"],
        [
          ["Payroll", "$1,659", "$1,433"],
          ["Warranty reserve", "529", "520"],
          ["Commissions", "378", "307"],
          ["", total, "$2,260"],
        ],
      );
    const question = "What is the warranty reserve as a percentage of total accrued liabilities in 2024?";
    expect(ask(question, accrued("$2,566")).figure).toEqual({ value: 20.6, unit: "%" });
    // What the rows above do not add up to is not their total.
    expect(ask(question, accrued("$2,999")).kind).toBe("not_found");
  });

  it("takes a number of things before what each of them is worth", () => {
    const granted = makeStatementPage(
      1,
      "Berth rights",
      ["2024 Number of Rights", "2024 Weighted Average Fair Value"],
      [["Rights granted", "250", "$3.10"]],
    );
    expect(ask("What were the rights granted in 2024?", granted).text).toContain("250");
    expect(ask("What was the fair value of the rights granted in 2024?", granted).text).toContain("3.10");
  });

  it("takes no column of percentages for one of amounts", () => {
    const page = makeStatementPage(
      1,
      "Costs",
      ["2024 Amount", "2024 % of revenue", "2023 Amount %", "2023 revenue"],
      [
        ["Cost of tugs", "$64,798", "9%", "$35,452", "5%"],
        ["Cost of quays", "16,499", "2", "14,783", "2"],
        ["Cost of pilots", "243,053", "34", "246,548", "38"],
      ],
    );
    const rows = page.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => ({ ...cell, percent: cell.text.endsWith("%") })),
    }));
    const { text } = ask("What was the average cost of pilots for 2023 and 2024?", { ...page, rows });
    expect(text).not.toContain("121,545.5");
  });

  it("takes what is due in all where the question names no year", () => {
    const due = makeStatementPage(
      1,
      "Payments due",
      ["Total", "2025", "2026-2027", "Thereafter"],
      [
        ["Crane leases", "$165", "$27", "$38", "$100"],
        ["Dredging", "400", "150", "150", "100"],
      ],
    );
    expect(ask("What is the total crane leases?", due).text).toContain("$165 million");
  });

  it("takes no balance without a name for the total of some of its parts", () => {
    const exposed = makeStatementPage(
      1,
      "Monetary assets and liabilities in foreign currencies",
      ["Krone denominated", "Sterling denominated"],
      [
        ["Monetary assets, current", "27,728", "2,899"],
        ["Monetary assets, non-current", "373", "10"],
        ["Monetary liabilities, current", "(4,273)", "(1,732)"],
        ["", "23,828", "1,177"],
      ],
    );
    expect(ask("What were the total krone denominated monetary assets?", exposed).text).not.toContain(
      "23,828",
    );
  });

  it("gives the growth of a percentage in points", () => {
    const rates = makeStatementPage(
      1,
      "Assumptions",
      ["2024", "2023"],
      [
        ["Discount rate", "3.0%", "2.0%"],
        ["Inflation", "2.1%", "2.2%"],
      ],
    );
    const percents = {
      ...rates,
      rows: rates.rows.map((row) => ({
        ...row,
        cells: row.cells.map((cell) => ({ ...cell, percent: true })),
      })),
    };
    const { figure, text } = ask("What was the percentage change in the discount rate in 2024?", percents);
    expect(figure?.value).toBe(1);
    expect(text).toContain("1 percentage point.");
  });

  it("takes a member for its part of what the table is about", () => {
    const dues = makeStatementPage(
      1,
      "Harbour dues by country",
      ["2024", "2023"],
      [
        ["Norway", "$300", "$240"],
        ["Ireland", "90", "80"],
      ],
    );
    expect(ask("What was the change in harbour dues in Ireland between 2023 and 2024?", dues).figure).toEqual(
      {
        value: 10,
        unit: "USD",
      },
    );
  });

  it("gives both names the word that is said once", () => {
    const rents = makeStatementPage(
      1,
      "Leases",
      ["2024", "2023"],
      [
        ["Inner berth rentals", "$30", "$24"],
        ["Outer berth rentals", "9", "8"],
      ],
    );
    const question = "What is the difference between the inner and outer berth rentals in 2024?";
    expect(ask(question, rents).figure?.value).toBe(21);
  });

  it("takes the total of a part, or of what is other, for no other total", () => {
    const income = makeStatementPage(
      1,
      "Harbour income",
      ["2024", "2023"],
      [
        ["Berths", "$300", "$240"],
        ["Other dues", "50", "45"],
        ["Total dues", "350", "285"],
        ["Land", "150", "115"],
        ["Total", "$500", "$400"],
      ],
    );
    const question = (name: string) => `What was the percentage change in ${name} between 2023 and 2024?`;
    expect(ask(question("total harbour income"), income).figure?.value).toBe(25);
    expect(ask(question("other dues"), income).figure?.value).toBe(11.1);
  });

  it("takes a share of a total from the column of the part", () => {
    const due = makeStatementPage(
      1,
      "Obligations",
      ["Less than 1 year", "Later", "Total"],
      [
        ["Leases", "$773", "$2,055", "$2,828"],
        ["Licences", "2,000", "2,000", "4,000"],
        ["Total obligations", "2,773", "4,055", "6,828"],
      ],
    );
    const question = (part: string) => `What are ${part} as a percentage of total obligations?`;
    expect(ask(question("leases of less than 1 year"), due).figure?.value).toBe(27.9);
    const own = "What is the percentage of licences of less than 1 year in the total licences?";
    expect(ask(own, due).figure?.value).toBe(50);
  });

  it("takes a movement between two balances for that of the year it ends in", () => {
    const awards = makeStatementPage(
      1,
      "Unvested awards",
      ["Shares", "Fair value"],
      [
        ["Unvested at December 31, 2023", "1,000", "$40.10"],
        ["Granted", "500", "$53.50"],
        ["Unvested at December 31, 2024", "1,250", "$45.40"],
      ],
    );
    const share = (year: number) =>
      ask(`What are unvested shares granted as a percentage of total unvested shares in ${year}?`, awards);
    expect(share(2024).figure?.value).toBe(40);
    expect(share(2023).kind).toBe("not_found");
  });

  it("is in no currency where something is measured in another unit", () => {
    const power = makeStatementPage(
      1,
      "Turbines",
      ["2024 (MW)", "2023 (MW)"],
      [
        ["Installed offshore", "1,634", "1,500"],
        ["Installed onshore", "200", "150"],
      ],
    );
    const { figure } = ask("What was the change in installed offshore between 2023 and 2024?", power);
    expect(figure).toEqual({ value: 134, unit: null });
  });

  it("adds up the rows of a part", () => {
    const property = makeStatementPage(
      1,
      "Property",
      ["2024", "2023"],
      [
        ["Quays", "$60", "$55"],
        ["Cranes", "20", "15"],
        ["Sheds", "120", "110"],
        ["Total property", "200", "180"],
      ],
    );
    const question = "What are quays and cranes as a percentage of total property in 2024?";
    expect(ask(question, property).figure).toEqual({ value: 40, unit: "%" });
  });

  it("is a ratio of what is named first", () => {
    const property = makeStatementPage(1, "Property", ["2024", "2023"], [["Sheds", "$120", "$60"]]);
    expect(ask("What is the ratio of sheds in 2024 to 2023?", property).figure?.value).toBe(2);
    expect(ask("What is the ratio of sheds in 2023 to 2024?", property).figure?.value).toBe(0.5);
  });

  it("takes what is due over several years for none of them", () => {
    const due = makeStatementPage(
      1,
      "Payments due",
      ["Total", "2025-2026", "Thereafter"],
      [
        ["Harbour leases", "$650", "$380", "$270"],
        ["Crane leases", "90", "50", "40"],
      ],
    );
    expect(ask("What are the harbour leases due in 2026?", due).kind).toBe("not_found");
    expect(ask("What were the harbour leases due in 2025-2026?", due).claims[0]?.value).toBe(380);
  });

  it("takes of two days of a year the one asked for", () => {
    const acquired = makeStatementPage(
      1,
      "Assets acquired",
      ["August 1, 2024", "December 31, 2024"],
      [
        ["Berthing licences", "$540", "$545"],
        ["Goodwill", "90", "80"],
      ],
    );
    const { claims } = ask("What were the berthing licences acquired as of December 31, 2024?", acquired);
    expect(claims[0]?.value).toBe(545);
  });

  it("goes by what is said at a table before what is said near it", () => {
    const title = "Towage. Our harbours earned a profit from berthing.";
    const sales = makeStatementPage(1, title, ["2024", "2023"], [["Northgate", "$700", "$500"]]);
    const profits = makeStatementPage(
      2,
      "Profit from berthing",
      ["2024", "2023"],
      [["Northgate", "$70", "$60"]],
    );
    const question = "What was the change in profit from berthing in Northgate between 2023 and 2024?";
    const before = {
      ...sales,
      blocks: sales.blocks.map((block) => (block.kind === "heading" ? { ...block, text: "Towage" } : block)),
      lines: sales.lines.toSpliced(1, 0, ...sales.lines.slice(0, 2)),
    };
    expect(ask(question, before, profits).figure?.value).toBe(10);
  });

  it("counts in the scale that the head of the column gives", () => {
    const customers = makeStatementPage(
      1,
      "Customers of the harbours",
      ["Dues", "Number of customers (in thousands)"],
      [
        ["Northgate", "$700", "502"],
        ["Southgate", "300", "192"],
      ],
    );
    const { claims } = ask("How many customers does the company have in Northgate?", customers);
    expect(claims[0]).toMatchObject({ value: 502, scale: "thousand", unit: null });
  });
});

describe("a share of what is divided", () => {
  const table = (page: number, online: string) =>
    makeStatementPage(
      page,
      "Revenue",
      ["2024"],
      [
        ["Ferries", online],
        ["Harbours", "59"],
        ["Total revenue", "268"],
      ],
    );

  it("names its part by what is divided", () => {
    const asked = "What proportion of 2024 revenue was ferries?";
    expect(ask(asked, table(1, "209")).figure?.value).toBe(78);
    expect(ask(asked, table(1, "209"), table(2, "209"), table(3, "201")).figure?.value).toBe(78);
    expect(ask(asked, table(1, "209"), table(3, "201")).figure?.value).not.toBe(78);
  });

  it("is that of a place as well", () => {
    const regions = makeStatementPage(
      1,
      "Sales by customer",
      ["2024"],
      [
        ["Europe", "17"],
        ["Asia", "83"],
        ["Total sales", "100"],
      ],
    );
    expect(ask("What percentage of 2024 sales went to Europe?", regions).figure?.value).toBe(17);
  });
});
