import { describe, expect, it } from "vitest";
import { readCompanies, readReportDefinitions } from "../catalogue.ts";
import { BALANCE_ACCOUNTS, FLOW_ACCOUNTS } from "./accounts.ts";
import { unitValue } from "./drivers.ts";
import { modelCompany, requirePeriod } from "./periods.ts";
import { roundHalfUp, splitInteger } from "./split.ts";
import { evaluate, printStatements } from "./statements.ts";

const models = new Map(readCompanies().map(({ slug }) => [slug, modelCompany(slug)]));

describe.each([...models])("the model of %s", (slug, { drivers, quarters, periods }) => {
  const years = drivers.years.filter((year) => year.quarters === 4).map((year) => `${year.year}`);

  it("balances at every quarter's end and passes cash from one quarter to the next", () => {
    for (const [index, quarter] of quarters.entries()) {
      const figures = requirePeriod(periods, `${quarter.year}Q${quarter.quarter}`);
      expect(figures.total_assets).toBe((figures.total_liabilities ?? 0) + (figures.equity ?? 0));
      expect(quarter.opening).toEqual(quarters[index - 1]?.closing ?? quarter.opening);
      expect(figures.cash).toBeGreaterThan(0);
    }
  });

  it("reconciles the year's cash flows to the change of cash", () => {
    for (const year of years) {
      const sum = evaluate(
        "operating_cash + investing_cash + financing_cash + fx_cash",
        requirePeriod(periods, year),
      );
      expect(sum).toBe(requirePeriod(periods, year).cash_change);
    }
  });

  it("adds quarters to years, and segments and regions to revenue", () => {
    for (const year of years) {
      const figures = requirePeriod(periods, year);
      const revenueOf = (suffix: string) => requirePeriod(periods, `${year}${suffix}`).revenue ?? 0;
      expect(revenueOf("H1") + revenueOf("H2")).toBe(figures.revenue);
      const partsOf = (pattern: RegExp) =>
        Object.entries(figures).reduce((sum, [name, amount]) => sum + (pattern.test(name) ? amount : 0), 0);
      expect(partsOf(/^segment\..*\.revenue$/)).toBe(figures.revenue);
      expect(partsOf(/^region\./)).toBe(figures.revenue);
    }
  });

  it("divides the profit by the shares", () => {
    for (const year of years) {
      const figures = requirePeriod(periods, year);
      const profit = (figures.net_profit_parent ?? 0) * unitValue(drivers);
      const exact = (profit / ((figures.shares_average ?? 0) * 1_000)) * 10 ** drivers.per_share_decimals;
      expect(figures.eps_basic).toBe(roundHalfUp(exact));
    }
  });

  it("prints statements whose totals are the model's own", () => {
    const keys = years;
    const language = readReportDefinitions().find((report) => report.company === slug)?.language ?? "en";
    const statements = printStatements(slug, { periods, keys, language });
    const printed = (statement: string, id: string, key: string) =>
      statements[statement]?.find((row) => row.id === id)?.values[key];
    for (const key of keys) {
      const figures = requirePeriod(periods, key);
      expect(printed("income", "revenue", key)).toBe(figures.revenue);
      expect(printed("income", "net_profit", key)).toBe(figures.net_profit);
      expect(printed("balance", "total_assets", key)).toBe(figures.total_assets);
      expect(printed("balance", "total_equity_and_liabilities", key)).toBe(figures.total_assets);
      expect(printed("balance", "equity", key)).toBe(figures.equity);
      expect(printed("cash", "operating_cash", key)).toBe(figures.operating_cash);
      expect(printed("cash", "closing_cash", key)).toBe(figures.cash);
    }
  });
});

describe("a restatement", () => {
  it("moves amounts between lines without changing the profit", () => {
    const { periods } = models.get("tessandral") ?? modelCompany("tessandral");
    for (const [before, after] of [
      ["2023", "2023r"],
      ["2022", "2022r"],
    ] as const) {
      const sales = (key: string) =>
        evaluate(
          "segment.process.revenue + segment.lab.revenue + segment.service.revenue",
          requirePeriod(periods, key),
        );
      const profit = (key: string) =>
        evaluate("revenue - cost_of_sales - research - selling - admin", requirePeriod(periods, key));
      expect(sales(after)).toBe(sales(before));
      expect(profit(after)).toBe(profit(before));
      expect(requirePeriod(periods, after).cost_of_sales).not.toBe(
        requirePeriod(periods, before).cost_of_sales,
      );
    }
  });
});

describe("the amounts of the model", () => {
  it("are split without a remainder for any weights, and keep their sign", () => {
    for (const total of [0, 1, 7, -7, 1_000_003]) {
      const parts = splitInteger(total, [0.236, 0.247, 0.249, 0.268]);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
    }
    expect(splitInteger(-4, [1, 1, 1, 1])).toEqual([-1, -1, -1, -1]);
  });

  // Both are merged into one record per period, where a shared name would overwrite the other's amount.
  it("belong to an account that is either a flow or a balance", () => {
    const balances = new Set<string>(BALANCE_ACCOUNTS);
    expect(FLOW_ACCOUNTS.filter((name) => balances.has(name))).toEqual([]);
  });
});
