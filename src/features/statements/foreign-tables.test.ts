import { describe, expect, it } from "vitest";
import { readStatements } from "./read-statements.ts";
import { incomeRows, makePage } from "./testing/statement-pages.ts";

type Row = [string, ...string[]];

function readRevenue(lines: string[], heads: string[], factors: number[]) {
  const title = ["Consolidated income statement", "For the year ended 31 March 2024"];
  const pages = [makePage(1, [...title, ...lines], heads, incomeRows(...factors))];
  const { figures } = readStatements({ pages });
  return figures
    .filter(({ concept }) => concept === "revenue")
    .map(({ period, value, currency }) => [period.fiscalYear, value / 1_000, currency]);
}

describe("the unit above a table", () => {
  it.each([
    ["(₹ in crore)", 1e7, "INR"],
    ["All amounts in INR lakhs", 1e5, "INR"],
    ["(億円)", 1e8, "JPY"],
    ["(百万円)", 1e6, "JPY"],
    ["人民币万元", 1e4, "CNY"],
    ["单位：百万欧元", 1e6, "EUR"],
    ["单位：人民币百万元", 1e6, "CNY"],
    ["单位：亿美元", 1e8, "USD"],
    ["单位：万港元", 1e4, "HKD"],
    ["(in millions of Korean won)", 1e6, "KRW"],
    ["(In thousands of Brazilian reais – R$)", 1e3, "BRL"],
    ["(In Thousands of New Taiwan Dollars)", 1e3, "TWD"],
    ["in PLN million", 1e6, "PLN"],
    ["(Expressed in millions of Rupiah)", 1e6, "IDR"],
    ["(Unit: Thousand Baht)", 1e3, "THB"],
    ["MSEK", 1e6, "SEK"],
    ["TEUR", 1e3, "EUR"],
    ["US$bn", 1e9, "USD"],
    ["in thousands of Canadian dollars, except per share amounts in US dollars", 1e3, "CAD"],
    ["in millions of yen, translated at 150 yen to the US dollar", 1e6, "JPY"],
    ["in thousands of Swiss francs; EUR 1 is CHF 0.95", 1e3, "CHF"],
    ["EUR 1,000", 1e3, "EUR"],
    ["(in 1.000 €)", 1e3, "EUR"],
    ["Bedragen x € 1.000", 1e3, "EUR"],
    ["€ x 1,000,000", 1e6, "EUR"],
    ["(Unit: 1,000 yen)", 1e3, "JPY"],
    ["Amounts in NOK 1000", 1e3, "NOK"],
    ["Mill. EUR", 1e6, "EUR"],
    ["ThUS$", 1e3, "USD"],
    ["(v tisících EUR)", 1e3, "EUR"],
    ["w tys. EUR", 1e3, "EUR"],
    ["тыс. USD", 1e3, "USD"],
    ["Disajikan dalam jutaan USD", 1e6, "USD"],
    ["(unit: 백만원, USD)", 1e6, "USD"],
    ["Belopp i miljoner SEK", 1e6, "SEK"],
  ])("%s says scale and currency", (line, scale, currency) => {
    expect(readRevenue([line], ["2024", "2023"], [1, 2])).toEqual([
      [2024, scale, currency],
      [2023, 2 * scale, currency],
    ]);
  });

  it.each([
    ["RM'000", 1e3, "MYR"],
    ["RM million", 1e6, "MYR"],
    ["Rm", 1e6, "ZAR"],
    ["HK$ million", 1e6, "HKD"],
    ["EUR 1,000", 1e3, "EUR"],
    ["CHF 1,000", 1e3, "CHF"],
    ["x € 1.000", 1e3, "EUR"],
  ])("%s in the heads says scale and currency", (unit, scale, currency) => {
    const [latest] = readRevenue([], [`2024\n${unit}`, `2023\n${unit}`], [1, 2]);
    expect(latest).toEqual([2024, scale, currency]);
  });

  it.each(["The nominal value of shares in EUR 1,000", "M AND", "EUR 1,000 were paid"])(
    "is not said by %s",
    (line) => {
      expect(readRevenue([line], ["2024", "2023"], [1, 2])).toEqual([]);
    },
  );

  it("is that of the line with the scale, and not of a rate above it", () => {
    const lines = ["US dollars are translated at 1.08", "(€ million)"];
    expect(readRevenue(lines, ["2024", "2023"], [1, 2])[0]).toEqual([2024, 1e6, "EUR"]);
  });

  it("is of each column its own where their heads differ", () => {
    expect(readRevenue([], ["2024\n€m", "2023\n€'000"], [1, 2])).toEqual([
      [2024, 1e6, "EUR"],
      [2023, 2e3, "EUR"],
    ]);
  });

  it("leaves the rupee unknown where a report does not say whose it is", () => {
    expect(readRevenue(["Rupees in thousands"], ["2024", "2023"], [1, 2])[0]).toEqual([2024, 1e3, null]);
  });
});

describe("a fiscal year of two calendar years", () => {
  it.each([
    ["2023/24", "2022/23"],
    ["2023/2024", "2022/2023"],
    ["2023-2024", "2022-2023"],
    ["2023–24", "2022–23"],
    ["FY23/24", "FY22/23"],
  ])("is that of its last day: %s", (...heads) => {
    expect(readRevenue(["in thousands of euros"], heads, [1, 2])).toEqual([
      [2024, 1e3, "EUR"],
      [2023, 2e3, "EUR"],
    ]);
  });
});

describe("of several columns for one year", () => {
  const years = (heads: string[], factors: number[]) =>
    readRevenue(["in thousands of pounds"], heads, factors).map(([year, value]) => [
      year,
      Number(value) / 1e3,
    ]);

  it.each([
    [["Group\n2024", "Group\n2023", "Company\n2024", "Company\n2023"]],
    [["Group\n2024", "Company\n2024", "Group\n2023", "Company\n2023"]],
    [["Company\n2024", "Company\n2023", "Group\n2024", "Group\n2023"]],
  ])("the group's are given: %s", (heads) => {
    const factors = heads.map((head) => (head.startsWith("Group") ? 1 : 7) * (head.endsWith("2024") ? 1 : 2));
    expect(years(heads, factors)).toEqual([
      [2024, 1],
      [2023, 2],
    ]);
  });

  it.each(["Budget", "Plan", "Forecast", "Prognose", "予想"])(
    "what was planned is not given: %s",
    (planned) => {
      expect(years([`${planned}\n2024`, "2024", "2023"], [6, 1, 2])).toEqual([
        [2024, 1],
        [2023, 2],
      ]);
      expect(years([`${planned}\n2025`, "2024", "2023"], [6, 1, 2])).toEqual([
        [2024, 1],
        [2023, 2],
      ]);
    },
  );

  it.each(["Non-GAAP", "Non-IFRS", "Constant currency", "Like-for-like"])(
    "what is not the company's own result is not given: %s",
    (other) => {
      expect(years([`${other}\n2024`, "As reported\n2024", "As reported\n2023"], [6, 1, 2])).toEqual([
        [2024, 1],
        [2023, 2],
      ]);
    },
  );

  it("none is given where each has a name and none is that of the whole", () => {
    const heads = ["Europe\n2024", "Asia\n2024", "2023"];
    expect(years(heads, [6, 1, 2])).toEqual([[2023, 2]]);
    expect(years(["Predecessor\n2024", "Successor\n2024", "2023"], [6, 1, 2])).toEqual([[2023, 2]]);
    expect(years(["Europe\n2024", "Group\n2024", "2023"], [6, 1, 2])[0]).toEqual([2024, 1]);
  });

  it("the sum of many years is not given", () => {
    expect(years(["2020–2024", "2024", "2023"], [6, 1, 2])).toEqual([
      [2024, 1],
      [2023, 2],
    ]);
    expect(years(["2020-2024", "2024", "2023"], [6, 1, 2])).toEqual([
      [2024, 1],
      [2023, 2],
    ]);
  });

  it("the total is given, and not what is before exceptional items", () => {
    const heads = ["Underlying\n2024", "Exceptional\n2024", "Total\n2024", "Total\n2023"];
    expect(years(heads, [1, 2, 3, 4])).toEqual([
      [2024, 3],
      [2023, 4],
    ]);
  });

  it("the currency of the other years is given, and not a translation of the latest", () => {
    expect(readRevenue(["in millions"], ["2024\nUS$", "2024\nRMB", "2023\nRMB"], [1, 7, 14])).toEqual([
      [2024, 7e6, "CNY"],
      [2023, 14e6, "CNY"],
    ]);
  });
});

describe("a point before three digits", () => {
  const readGerman = (rows: Row[]) => {
    const lines = ["Gewinn- und Verlustrechnung", "vom 1. Januar bis 31. Dezember 2024", "TEUR"];
    const { figures } = readStatements({ pages: [makePage(1, lines, ["2024", "2023"], rows)] });
    const value = (concept: string) => figures.find((one) => one.concept === concept)?.value ?? null;
    return [value("revenue"), value("pretax_income"), value("income_tax")];
  };

  it("parts thousands where every point of the statement is before three digits", () => {
    const rows: Row[] = [
      ["Umsatzerlöse", "10.000", "9.000"],
      ["Materialaufwand", "-7.100", "-6.390"],
      ["Abschreibungen", "-500", "-450"],
      ["Ergebnis vor Ertragsteuern", "2.400", "2.160"],
      ["Ertragsteuern", "-700", "-650"],
      ["Konzernjahresüberschuss", "1.700", "1.510"],
    ];
    expect(readGerman(rows)).toEqual([10e6, 2.4e6, 0.7e6]);
  });

  it("is a decimal point where another amount has fewer digits after it", () => {
    const rows: Row[] = [
      ["Umsatzerlöse", "10.125", "9.250"],
      ["Materialaufwand", "-7.5", "-6.5"],
      ["Ergebnis vor Ertragsteuern", "2.625", "2.750"],
      ["Ertragsteuern", "-0.625", "-0.75"],
      ["Konzernjahresüberschuss", "2.0", "2.0"],
    ];
    expect(readGerman(rows)).toEqual([10_125, 2_625, 625]);
  });
});

describe("earnings per share", () => {
  it.each([
    ["RM'000", "Basic earnings per share (sen)", 0.123],
    ["₦'000", "Basic earnings per share (kobo)", 0.123],
    ["AED'000", "Basic earnings per share (fils)", 0.123],
    ["KWD thousand", "Basic earnings per share (fils)", undefined],
    ["OMR thousand", "Basic earnings per share (baisas)", 0.0123],
    ["in thousands of euros", "Basic earnings per share (eurocents)", 0.123],
    ["en milliers d'euros", "Basic earnings per share (centimes)", 0.123],
    ["MSEK", "Basic earnings per share, öre", 0.123],
    ["NIS in thousands", "Basic earnings per share (in agorot)", 0.123],
    ["HK$ million", "Basic earnings per share 港仙", 0.123],
    ["in thousands of euros and cents per share", "Basic earnings per share", 0.123],
    ["INR lakhs", "Basic earnings per share (rupees and paise)", 12.3],
    ["¥ million", "Basic earnings per share (yen and sen)", 12.3],
    ["HK$ million", "Basic earnings per share (HK$)", 12.3],
    ["S$'000", "Basic earnings per share", undefined],
    ["RM'000", "Basic earnings per share", undefined],
  ])("in %s, called “%s”, are given in whole currency or not at all", (line, label, value) => {
    const title = ["Consolidated income statement", "For the year ended 31 March 2024"];
    const rows: Row[] = [...incomeRows(1, 2), [label, "12.3", "11.9"]];
    const { figures } = readStatements({ pages: [makePage(1, [...title, line], ["2024", "2023"], rows)] });
    expect(figures.find(({ concept }) => concept === "eps_basic")?.value).toBe(value);
  });
});
