import { describe, expect, it } from "vitest";
import { readStatements } from "./read-statements.ts";
import { makePage } from "./testing/statement-pages.ts";

type Row = [string, ...string[]];

const INCOME: Row[] = [
  ["Revenue", "1,000", "900"],
  ["Cost of sales", "600", "500"],
  ["Gross profit", "400", "400"],
  ["Administrative expenses", "250", "240"],
  ["Operating profit", "150", "160"],
  ["Finance costs", "30", "20"],
  ["Profit before tax", "120", "140"],
  ["Income tax expense", "20", "40"],
  ["Profit for the year", "100", "100"],
];
const BALANCE: Row[] = [
  ["Current assets"],
  ["Cash and cash equivalents", "80", "70"],
  ["Trade receivables", "120", "110"],
  ["Total current assets", "200", "180"],
  ["Property, plant and equipment", "300", "320"],
  ["Total assets", "500", "500"],
  ["Trade payables", "100", "150"],
  ["Borrowings", "150", "150"],
  ["Total liabilities", "250", "300"],
  ["Share capital", "50", "50"],
  ["Retained earnings", "200", "150"],
  ["Total equity", "250", "200"],
  ["Total equity and liabilities", "500", "500"],
];
const HEAD = ["Consolidated income statement", "For the year ended 30 June 2024"];
const UNIT = "in thousands of euros";

const income = (rows: Row[] = INCOME, lines = [...HEAD, UNIT], heads = ["2024", "2023"]) =>
  makePage(1, lines, heads, rows);
const balance = (rows: Row[] = BALANCE, lines = ["Consolidated balance sheet", "As at 30 June 2024", UNIT]) =>
  makePage(2, lines, ["2024", "2023"], rows);

function read(...pages: Parameters<typeof readStatements>[0]["pages"][number][]) {
  const result = readStatements({ pages });
  const value = (concept: string, year = 2024) =>
    result.figures.find((one) => one.concept === concept && one.period.fiscalYear === year)?.value ?? null;
  return { ...result, value };
}

describe("the statements of a report", () => {
  it("gives figures in single units, with period, currency and proof", () => {
    const { value, statements, metadata } = read(income(), balance());
    expect(value("revenue")).toBe(1_000_000);
    expect(value("revenue", 2023)).toBe(900_000);
    expect(value("total_debt")).toBe(150_000);
    expect(statements.map(({ columns }) => columns[0]?.sums.failed)).toEqual([0, 0]);
    expect(metadata).toMatchObject({
      currency: "EUR",
      scale: 1_000,
      periodEnd: "2024-06-30",
      fiscalYear: 2024,
    });
  });

  it("ends a year of whole weeks on the day of its balance sheet", () => {
    const page = makePage(
      2,
      ["Consolidated balance sheets", UNIT],
      ["May 31, 2020", "May 26, 2019"],
      BALANCE.filter(([, figure]) => figure !== undefined),
    );
    const year = income(INCOME, ["Consolidated statements of income", UNIT], ["2020", "2019"]);
    const { statements } = read(year, page);
    expect(statements[0]?.columns.map(({ period }) => [period.start, period.end])[0]).toEqual([
      "2019-05-27",
      "2020-05-31",
    ]);
  });

  it("calls a year that ends in the first days of January by the year before", () => {
    const page = makePage(
      2,
      ["Consolidated balance sheets", "At January 1, 2023 and January 2, 2022", UNIT],
      ["2022", "2021"],
      BALANCE.filter(([, figure]) => figure !== undefined),
    );
    const year = income(INCOME, ["Consolidated statements of income", UNIT], ["2022", "2021"]);
    const { statements, metadata } = read(year, page);
    expect(statements[0]?.columns.map(({ period }) => [period.fiscalYear, period.end])).toEqual([
      [2022, "2023-01-01"],
      [2021, "2022-01-02"],
    ]);
    expect(metadata).toMatchObject({ fiscalPeriod: "FY", fiscalYear: 2022, periodEnd: "2023-01-01" });
  });

  it.each([
    [["February 3,\n2024", "January 28,\n2023"], ["2023", "2022"], "2024-02-03", "2023-01-28"],
    [["March 31,\n2024", "March 31,\n2023"], ["FY2023", "FY2022"], "2024-03-31", "2023-03-31"],
    [["January 1,\n2023", "January 2,\n2022"], ["2022", "2021"], "2023-01-01", "2022-01-02"],
  ])(
    "ends a year that is called by the one it begins in on the day %j of its balance sheet",
    (days, years, last, before) => {
      const rows = BALANCE.filter(([, figure]) => figure !== undefined);
      const page = makePage(2, ["Consolidated balance sheets", UNIT], days, rows);
      const { figures, metadata } = read(
        income(INCOME, ["Consolidated statements of income", UNIT], years),
        page,
      );
      const year = Number(years[0]?.slice(-4));
      const periods = (concept: string) =>
        figures
          .filter((one) => one.concept === concept)
          .map(({ period, value }) => [period.fiscalYear, period.end, value]);
      expect(periods("revenue")).toEqual([
        [year, last, 1_000_000],
        [year - 1, before, 900_000],
      ]);
      expect(periods("cash")).toEqual([
        [year, last, 80_000],
        [year - 1, before, 70_000],
      ]);
      expect(metadata).toMatchObject({ fiscalYear: year, periodEnd: last });
    },
  );

  it("gives both years of whole weeks that end in one calendar year", () => {
    const heads = ["52 weeks ended\nDecember 31, 2023", "52 weeks ended\nJanuary 1, 2023"];
    const { figures } = read(income(INCOME, ["Consolidated statements of income", UNIT], heads));
    const revenue = figures.filter(({ concept }) => concept === "revenue");
    expect(revenue.map(({ period, value }) => [period.fiscalYear, period.end, value])).toEqual([
      [2023, "2023-12-31", 1_000_000],
      [2022, "2023-01-01", 900_000],
    ]);
  });

  it("gives what a share earns, and how many there are, in single units in the table as well", () => {
    const rows: Row[] = [
      ...INCOME,
      ["Earnings per share (pence)"],
      ["Basic", "12.5", "12.5"],
      ["Diluted", "12.0", "12.0"],
      ["Weighted average number of shares", "800", "800"],
    ];
    const cellOf = (all: Row[], label: string) =>
      read(income(all, [...HEAD, "£'000"])).statements[0]?.rows.find((row) => row.label === label)?.cells[0];
    expect(cellOf(rows, "Diluted")).toMatchObject({ text: "12.0", printed: 12, value: 0.12 });
    // The profit of 100 thousand is 12.5 pence for each of 800 thousand.
    expect(cellOf(rows, "Weighted average number of shares")).toMatchObject({ printed: 800, value: 800_000 });
    const unknown: Row[] = [...INCOME, ["Weighted average number of shares", "800", "800"]];
    expect(cellOf(unknown, "Weighted average number of shares")).toMatchObject({ printed: 800, value: null });
    const plain: Row[] = [...INCOME, ["Basic earnings per share", "12.5", "12.5"]];
    expect(cellOf(plain, "Basic earnings per share")).toMatchObject({ printed: 12.5, value: null });
  });

  it("recognizes a tax benefit by the net income it leads to", () => {
    const rows = INCOME.slice(0, 7);
    const { value } = read(
      income([...rows, ["Income tax", "20", "(40)"], ["Profit for the year", "140", "100"]]),
    );
    expect(value("income_tax")).toBe(-20_000);
    expect(value("income_tax", 2023)).toBe(40_000);
  });

  it("gives earnings per share printed in cents in whole currency", () => {
    const { value } = read(income([...INCOME, ["Earnings per share (cents)"], ["Diluted", "3.26", "1.64"]]));
    expect(value("eps_diluted")).toBe(0.0326);
  });

  it.each([
    ["12.3p", 0.123],
    ["(4.5p)", -0.045],
    ["(4.5)p", -0.045],
  ])("gives earnings per share printed as %s in whole currency", (printed, expected) => {
    const { value } = read(income([...INCOME, ["Diluted earnings per share", printed, "1.64p"]]));
    expect(value("eps_diluted")).toBe(expected);
  });

  it("reads which earnings per share a row gives from the brackets of its label", () => {
    const rows: Row[] = [...INCOME, ["Ergebnis je Aktie in € (unverwässert und verwässert)", "1.09", "2.29"]];
    expect(read(income(rows)).value("eps_basic")).toBe(1.09);
    expect(read(income(rows)).value("eps_diluted")).toBe(1.09);
  });

  it("takes earnings per share without another word for the basic ones", () => {
    const { value } = read(income([...INCOME, ["1 株当たり当期純利益(円)", "153.20", "136.26"]]));
    expect(value("eps_basic")).toBe(153.2);
    expect(value("eps_diluted")).toBeNull();
  });

  it("reads the net income from the owners' share where the statement has no other", () => {
    const rows: Row[] = [...INCOME.slice(0, -1), ["親会社株主に帰属する当期純利益", "100", "100"]];
    expect(read(income(rows)).value("net_income")).toBe(100_000);
    expect(read(income(rows)).value("net_income_attributable")).toBe(100_000);
  });

  it("ends a company's name where its legal form ends", () => {
    const cover = makePage(1, ["灯台飲料株式会社は架空の会社です。", "有価証券報告書"], [], []);
    expect(read(cover, income(), balance()).metadata.company).toBe("灯台飲料株式会社");
  });

  it("gives no earnings per share where pence and pounds cannot be told apart", () => {
    const lines = [...HEAD, "£'000"];
    const unsaid: Row[] = [...INCOME, ["Earnings per share"], ["Diluted", "3.26", "1.64"]];
    expect(read(income(unsaid, lines)).value("eps_diluted")).toBeNull();
    const said: Row[] = [...INCOME, ["Earnings per share (pence)"], ["Diluted", "3.26", "1.64"]];
    expect(read(income(said, lines)).value("eps_diluted")).toBe(0.0326);
  });

  it("gives a loss that is printed without a sign as a loss, and what lowers it as a tax benefit", () => {
    const { value } = read(
      income([
        ["Exploration expenses", "400", "300"],
        ["Administrative expenses", "120", "110"],
        ["Loss before tax", "520", "410"],
        ["Income tax", "20", "10"],
        ["Net loss", "500", "400"],
      ]),
    );
    expect(value("pretax_income")).toBe(-520_000);
    expect(value("income_tax")).toBe(-20_000);
    expect(value("net_income")).toBe(-500_000);
  });

  it("reads parts and sums that are set in columns of their own as one year", () => {
    const rows = BALANCE.slice(1).map(([label, now = "", before = ""]): Row => {
      return label.startsWith("Total") ? [label, "", now, "", before] : [label, now, "", before, ""];
    });
    const page = makePage(2, ["Consolidated balance sheet", UNIT], ["2024", "2024", "2023", "2023"], rows);
    const { value, statements } = read(income(), page);
    expect(value("cash")).toBe(80_000);
    expect(value("total_assets", 2023)).toBe(500_000);
    expect(statements[1]?.columns[0]?.sums.failed).toBe(0);
  });

  it("reads liabilities printed in brackets as their amount", () => {
    const { value } = read(
      income(),
      balance([
        ["Cash", "80", "70"],
        ["Total assets", "80", "70"],
        ["Creditors", "(30)", "(20)"],
        ["Total liabilities", "(30)", "(20)"],
        ["Net assets", "50", "50"],
      ]),
    );
    expect(value("total_liabilities")).toBe(30_000);
    expect(value("total_equity")).toBe(50_000);
  });

  it("reads the group's columns when those of the parent company are next to them", () => {
    const rows = INCOME.map(([label, ...figures]): Row => [label, ...figures, "7", "8"]);
    const lines = [...HEAD, UNIT, "Consolidated Parent"];
    const { value } = read(income(rows, lines, ["2024", "2023", "2024", "2023"]));
    expect(value("revenue")).toBe(1_000_000);
    expect(value("revenue", 2023)).toBe(900_000);
  });

  it("names a total without a label by the heading whose rows it sums up", () => {
    const { value } = read(
      income([
        ["Revenues"],
        ["Rooms", "700", "600"],
        ["Casino", "300", "300"],
        ["", "1,000", "900"],
        ...INCOME.slice(3),
      ]),
    );
    expect(value("revenue")).toBe(1_000_000);
  });

  it("does not end a statement at a row that mentions one", () => {
    const rows: Row[] = [...BALANCE];
    rows.splice(3, 0, ["Financial assets at fair value through profit or loss", "0", "0"]);
    const { statements } = read(income(), balance(rows));
    expect(statements.find(({ kind }) => kind === "balance")?.rows).toHaveLength(rows.length - 1);
  });
});

describe("total debt", () => {
  const debtOf = (...labels: string[]) => {
    const rows: Row[] = [
      ["Total assets", "500", "400"],
      ...labels.map((label): Row => [label, "30", "20"]),
      ["Other liabilities", String(400 - 30 * labels.length), String(300 - 20 * labels.length)],
      ["Total liabilities", "400", "300"],
      ["Total equity", "100", "100"],
      ["Total liabilities and equity", "500", "400"],
    ];
    return read(income(), balance(rows)).value("total_debt");
  };

  it("has rows that name two kinds of borrowings at once", () => {
    expect(debtOf("Short-term debt and current portion of long-term debt", "Long-term debt")).toBe(60_000);
  });

  it("is not given where a row speaks of borrowings and is not understood", () => {
    expect(debtOf("Long-term debt")).toBe(30_000);
    expect(debtOf("Long-term debt", "Project finance debt of the northern ports")).toBeNull();
    expect(debtOf("Long-term debt", "Unamortized debt issuance costs")).toBe(30_000);
  });
});

describe("the scale of a statement", () => {
  it("is its own where two statements differ", () => {
    const lines = ["Consolidated balance sheet", "As at 30 June 2024", "in millions of euros"];
    const { value } = read(income(), balance(BALANCE, lines));
    expect(value("revenue")).toBe(1_000_000);
    expect(value("total_assets")).toBe(500_000_000);
  });

  it("is proven by earnings per share where nothing is said", () => {
    const rows: Row[] = [
      ...INCOME,
      ["Basic earnings per share", "0.05", "0.05"],
      ["Weighted average number of shares", "2,000,000", "2,000,000"],
    ];
    const { value, metadata } = read(income(rows, HEAD));
    expect(metadata.scale).toBe(1_000);
    expect(value("revenue")).toBe(1_000_000);
  });

  it("stays unknown where nothing is said and the amounts are small", () => {
    expect(read(income(INCOME, HEAD)).figures).toEqual([]);
  });

  it("stays unknown, and gives no figure, where the others differ and the statement says nothing", () => {
    const cash = makePage(
      3,
      ["Consolidated cash flow statement", "For the year ended 30 June 2024"],
      ["2024", "2023"],
      [
        ["Profit for the year", "100", "100"],
        ["Depreciation", "10", "10"],
        ["Net cash from operating activities", "110", "110"],
        ["Purchase of property and equipment", "(60)", "(60)"],
        ["Net cash used in investing activities", "(60)", "(60)"],
      ],
    );
    const lines = ["Consolidated balance sheet", "As at 30 June 2024", "in millions of euros"];
    const { value, statements } = read(income(), balance(BALANCE, lines), cash);
    expect(statements.find(({ kind }) => kind === "cash_flow")?.columns[0]?.scale).toBeNull();
    expect(value("cash_from_operations")).toBeNull();
  });
});
