import { describe, expect, it } from "vitest";
import { readStatements } from "./read-statements.ts";
import { incomeRows, makePage } from "./testing/statement-pages.ts";

type Row = [string, ...string[]];

const UNIT = "in thousands of euros";
const YEARS = ["2024", "2023"];

function read(title: string, rows: Row[], { heads = YEARS, lines = [UNIT] } = {}) {
  const pages = [makePage(1, [title, "For the year ended 31 December 2024", ...lines], heads, rows)];
  const { figures } = readStatements({ pages });
  return (concept: string, year = 2024) =>
    figures.find((one) => one.concept === concept && one.period.fiscalYear === year)?.value ?? null;
}

const income = (rows: Row[], options?: Parameters<typeof read>[2]) =>
  read("Consolidated income statement", rows, options);

describe("income before the costs of running the business", () => {
  const value = income([
    ["Fee income", "1,580", "1,342"],
    ["Fee expense", "(114)", "(167)"],
    ["Net income", "1,466", "1,175"],
    ["Other income", "4", "5"],
    ["Net operating income", "1,470", "1,180"],
    ["Employment expenses", "(666)", "(580)"],
    ["Occupancy expenses", "(483)", "(444)"],
    ["Net profit before income tax", "321", "156"],
    ["Income tax expense", "(76)", "(35)"],
    ["Net profit attributable to ordinary shareholders", "245", "121"],
  ]);

  it("is not the net income, which follows the tax", () => {
    expect(value("net_income")).toBe(245_000);
    expect(value("net_income", 2023)).toBe(121_000);
  });

  it("is not the operating income", () => {
    expect(value("operating_income")).toBeNull();
  });
});

describe("the revenue above a total with other income in it", () => {
  it("is the revenue", () => {
    const value = income([
      ["Revenue", "1,098", "1,153"],
      ["Other income", "17", "5"],
      ["Total revenue and other income", "1,115", "1,158"],
      ["Employee benefits expense", "(877)", "(928)"],
      ["Profit before income tax", "238", "230"],
      ["Income tax expense", "(86)", "(46)"],
      ["Profit after income tax", "152", "184"],
    ]);
    expect(value("revenue")).toBe(1_098_000);
  });
});

describe("what is left after the tax", () => {
  const rows = (name: string): Row[] => [
    ["Revenue", "1,000", "900"],
    ["Administrative expenses", "(1,200)", "(1,000)"],
    ["Loss before tax", "(200)", "(100)"],
    ["Tax expense", "(30)", "(20)"],
    [name, "(230)", "(120)"],
  ];

  it("is the result, also where it is called comprehensive", () => {
    expect(income(rows("Net comprehensive loss for the year"))("net_income")).toBe(-230_000);
  });

  it("is not that of a part of the company", () => {
    expect(income(rows("Loss from continuing operations before others"))("net_income")).toBeNull();
  });
});

describe("the cost of revenue", () => {
  it("is that above the result, and not a remark of the same name below it", () => {
    const value = income([
      ["Revenue", "1,000", "900"],
      ["Cost of revenues (1)", "600", "500"],
      ["Administrative expenses", "200", "200"],
      ["Income before income taxes", "200", "200"],
      ["Income tax expense", "50", "50"],
      ["Net income", "150", "150"],
      ["(1) Includes share-based compensation:"],
      ["Cost of revenues", "34", "30"],
      ["Administrative expenses", "20", "19"],
    ]);
    expect(value("cost_of_revenue")).toBe(600_000);
  });
});

describe("a balance sheet with a total above and one below", () => {
  it("has total assets, also where some rows are parts of others", () => {
    const value = read("Consolidated balance sheet", [
      ["Assets"],
      ["Cash and cash equivalents", "75", "50"],
      ["Trade receivables", "296", "299"],
      ["of which pledged as collateral", "3", "4"],
      ["Property, plant and equipment", "29", "21"],
      ["Total", "400", "370"],
      ["Equity and liabilities"],
      ["Trade payables", "350", "330"],
      ["of which secured", "20", "10"],
      ["Other liabilities", "19", "11"],
      ["Equity", "31", "29"],
      ["Total", "400", "370"],
    ]);
    expect(value("total_assets")).toBe(400_000);
  });
});

describe("earnings per share of a company that sold a part", () => {
  const rows: Row[] = [
    ["Revenue", "1,000", "900"],
    ["Operating expenses", "800", "750"],
    ["Income before income taxes", "200", "150"],
    ["Income tax expense", "50", "40"],
    ["Net income", "150", "110"],
  ];
  const parts = (name: string, basic: string, diluted: string): Row[] => [
    [`Net income per common share${name}:`],
    ["Basic", basic, basic],
    ["Diluted", diluted, diluted],
  ];

  it("are those of all of it, whichever is printed first", () => {
    const value = income([
      ...rows,
      ...parts(" from continuing operations", "1.39", "1.38"),
      ...parts(" from discontinued operations", "(0.04)", "(0.03)"),
      ...parts("", "1.35", "1.34"),
    ]);
    expect(value("eps_basic")).toBe(1.35);
    expect(value("eps_diluted")).toBe(1.34);
  });

  it("may be called those of both", () => {
    const value = income([
      ...rows,
      ...parts(" from continuing operations", "1.39", "1.38"),
      ...parts(" from continuing and discontinued operations", "1.35", "1.34"),
    ]);
    expect(value("eps_basic")).toBe(1.35);
  });
});

describe("note numbers next to the amounts", () => {
  it("say nothing about the sign of a cost", () => {
    const rows: Row[] = [
      ["Revenue", "17,27", "2,937", "2,635"],
      ["Cost of sales", "", "1,339", "691"],
      ["Gross profit", "", "1,598", "1,944"],
      ["Administrative expenses", "19", "1,923", "1,721"],
      ["Other income", "21", "(15)", "(45)"],
      ["Operating loss", "", "(310)", "268"],
      ["Finance costs", "22", "(573)", "(574)"],
      ["Loss before tax", "", "(883)", "(306)"],
      ["Income tax expense", "24", "-", "(18)"],
      ["Loss for the year", "", "(883)", "(324)"],
    ];
    const value = income(rows, { heads: ["Notes", ...YEARS] });
    expect(value("interest_expense")).toBe(573_000);
  });
});

describe("depreciation and amortization in two rows", () => {
  const flow = (rows: Row[]) =>
    read("Consolidated statement of cash flows", [
      ["Cash flows from operating activities:"],
      ["Net income", "100", "90"],
      ...rows,
      ["Net cash from operating activities", "180", "160"],
      ["Purchases of property and equipment", "(60)", "(50)"],
      ["Net cash used in investing activities", "(60)", "(50)"],
    ]);

  it("are added up, the first of them next to its heading too", () => {
    const rows: Row[] = [
      ["Adjustments to reconcile to net cash provided-"],
      ["Depreciation", "30", "28"],
      ["Amortization", "50", "42"],
    ];
    expect(flow(rows)("depreciation_and_amortization")).toBe(80_000);
  });

  it("are not given where only the amortization is understood", () => {
    const rows: Row[] = [
      ["Vessel depreciation and dry-docking", "30", "28"],
      ["Amortization", "50", "42"],
    ];
    expect(flow(rows)("depreciation_and_amortization")).toBeNull();
  });
});

describe("the years in the heads", () => {
  const rows: Row[] = incomeRows(10, 9);

  it("are read with the mark of a remark", () => {
    const value = income(rows, { heads: ["2024", "20231"] });
    expect([value("revenue"), value("revenue", 2023)]).toEqual([10_000_000, 9_000_000]);
  });

  it.each(["Notes", "Note(s)"])("are those of the line of note numbers: %s", (name) => {
    const heads = ["Year ended\nDecember 31,", "Year ended\nDecember 31,"];
    const value = income([[name, ...YEARS], ...rows], { heads });
    expect([value("revenue"), value("revenue", 2023)]).toEqual([10_000_000, 9_000_000]);
  });

  it("are those of a line that begins with the unit", () => {
    const value = income([["€m Notes", "2024", "20231"], ...rows], { heads: ["", ""], lines: [] });
    expect([value("revenue"), value("revenue", 2023)]).toEqual([10_000_000_000, 9_000_000_000]);
  });

  it("are not guessed from an amount of five digits", () => {
    const value = income(rows, { heads: ["20241", "30500"] });
    expect([value("revenue"), value("revenue", 2023)]).toEqual([null, null]);
  });
});

describe("the statements of an investment trust", () => {
  it("are read by what a trust calls its result", () => {
    const value = income([
      ["Income", "1,996", "1,815"],
      ["Management fee", "(689)", "(687)"],
      ["Net return before taxation", "1,307", "1,128"],
      ["Taxation", "(200)", "(181)"],
      ["Net return after taxation", "1,107", "947"],
      ["Return per ordinary share (pence)", "8.54", "6.57"],
    ]);
    expect([value("pretax_income"), value("income_tax"), value("net_income")]).toEqual([
      1_307_000, 200_000, 1_107_000,
    ]);
    expect(value("eps_basic")).toBe(0.0854);
  });

  it("are read by the unit behind the name", () => {
    const value = income([...incomeRows(10, 9), ["Earnings per share in pence", "0.15", "0.01"]]);
    expect(value("eps_basic")).toBe(0.0015);
  });

  it("have no current liabilities where only what is left of them is named", () => {
    const value = read("Statement of financial position", [
      ["Fixed assets"],
      ["Investments", "99,576", "117,711"],
      ["Current assets"],
      ["Debtors", "1,154", "916"],
      ["Cash at bank", "264", "528"],
      ["", "1,418", "1,444"],
      ["Bank loans", "(10,634)", "(11,147)"],
      ["Other creditors", "(430)", "(570)"],
      ["", "(11,064)", "(11,717)"],
      ["Net current liabilities", "(9,646)", "(10,273)"],
      ["Net assets", "89,930", "107,438"],
    ]);
    expect(value("current_liabilities")).toBeNull();
    expect(value("total_equity")).toBe(89_930_000);
  });
});
