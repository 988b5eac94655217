import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readCompanies } from "../catalogue.ts";
import { modelCompany, requirePeriod } from "../model/periods.ts";
import { actionsCsv, buildPrices, FIRST_DAY, LAST_DAY, pricesCsv, sharesCsv } from "./build.ts";

const { rows, actions } = buildPrices();
const committed = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
const closeOf = (ticker: string, date: string) =>
  rows.find((row) => row.company.ticker === ticker && row.date === date)?.close;

describe("the demo prices", () => {
  it("match the committed files", () => {
    expect(pricesCsv(rows)).toBe(committed("../prices.csv"));
    expect(actionsCsv(actions)).toBe(committed("../corporate-actions.csv"));
    expect(sharesCsv(actions)).toBe(committed("shares.csv"));
  });

  it("cover every weekday once for each company, with plausible bars", () => {
    for (const { ticker } of readCompanies()) {
      const days = rows.filter((row) => row.company.ticker === ticker);
      expect([days[0]?.date, days.at(-1)?.date, days.length]).toEqual([FIRST_DAY, LAST_DAY, 911]);
      for (const { open, high, low, close, volume } of days) {
        expect(low).toBeGreaterThan(0);
        expect(low).toBeLessThanOrEqual(Math.min(open, close));
        expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
        expect(volume).toBeGreaterThan(0);
      }
    }
  });

  // The reports speak of these closes.
  it("match the closes that reports and news mention", () => {
    expect(closeOf("ORVK", "2023-12-29")).toBe(22.1);
    expect(closeOf("ORVK", "2024-12-31")).toBe(16.85);
    const optIn = (closeOf("PLRN", "2025-06-26") ?? 0) / (closeOf("PLRN", "2025-06-25") ?? 1);
    expect(Math.round((optIn - 1) * 100)).toBe(11);
  });

  it("halve at the two-for-one split and nowhere else", () => {
    const [split, ...others] = actions.filter((action) => action.type === "split");
    expect([split?.company.ticker, split?.exDate, split?.ratio, others.length]).toEqual([
      "OSTL",
      "2024-09-16",
      2,
      0,
    ]);
    for (const [index, row] of rows.entries()) {
      const before = rows[index - 1];
      if (before?.company.ticker !== row.company.ticker) continue;
      const isSplit = row.company.ticker === split?.company.ticker && row.date === split?.exDate;
      const move = row.close / before.close;
      if (isSplit) expect(move).toBeCloseTo(0.5, 1);
      else expect(Math.abs(move - 1), `${row.company.ticker} ${row.date}`).toBeLessThan(0.2);
    }
  });
});

describe("the demo dividends", () => {
  it("add up to the dividends per share of each fiscal year in the model", () => {
    for (const { slug, fiscal_year_end } of readCompanies()) {
      const { drivers, periods } = modelCompany(slug);
      for (const { year } of drivers.years.filter((one) => one.quarters === 4)) {
        const last = `${year}-${fiscal_year_end}`;
        const first = `${year - 1}-${fiscal_year_end}`;
        const paid = actions
          .filter(
            (action) =>
              action.company.slug === slug && action.paymentDate > first && action.paymentDate <= last,
          )
          .reduce((sum, action) => sum + (action.amount ?? 0), 0);
        const perShare =
          (requirePeriod(periods, `${year}`).dividend_per_share ?? 0) / 10 ** drivers.per_share_decimals;
        expect(paid, `${slug} ${year}`).toBeCloseTo(perShare, 6);
      }
    }
  });
});
