import { describe, expect, it } from "vitest";
import { type Bar, groupByTradingDay, summarizePrices, tableBars } from "./chart-view.ts";

const bar = (date: string, close: number): Bar => ({
  date,
  close,
  open: null,
  high: null,
  low: null,
  volume: 1,
});
const report = (day: string) => ({ day, kind: "report" as const, title: day });

describe("events on the price chart", () => {
  const days = ["2025-06-26", "2025-06-27", "2025-06-30"];

  it("are drawn on their trading day, and those of a weekend on the next one", () => {
    const grouped = groupByTradingDay(days, [
      report("2025-06-27"),
      report("2025-06-28"),
      report("2025-06-29"),
    ]);
    expect([...grouped].map(([day, events]) => [day, events.map(({ title }) => title)])).toEqual([
      ["2025-06-27", ["2025-06-27"]],
      ["2025-06-30", ["2025-06-28", "2025-06-29"]],
    ]);
  });

  it("are left out before the first and after the last price", () => {
    expect(groupByTradingDay(days, [report("2025-07-04"), report("2025-06-25")]).size).toBe(0);
  });

  it("are left out when there are no prices", () => {
    expect(groupByTradingDay([], [report("2025-07-04")]).size).toBe(0);
  });
});

describe("the price chart in words", () => {
  it("states first, last, lowest and highest close and the change between first and last", () => {
    const bars = [bar("2025-01-01", 10), bar("2025-01-02", 8), bar("2025-01-03", 14), bar("2025-01-06", 12)];
    const summary = summarizePrices(bars);
    expect([summary?.first.close, summary?.last.close, summary?.low.close, summary?.high.close]).toEqual([
      10, 12, 8, 14,
    ]);
    expect(summary?.change).toBeCloseTo(0.2);
    expect(summarizePrices([])).toBeNull();
  });

  it("has a row for each day of a month, and a row for each month of a longer window, the latest first", () => {
    const month = Array.from({ length: 20 }, (_none, index) =>
      bar(`2025-01-${String(index + 1).padStart(2, "0")}`, 1),
    );
    expect(tableBars(month).map(({ date }) => date)).toEqual(month.map(({ date }) => date).toReversed());
    const year = ["01", "02", "03"].flatMap((part) =>
      month.map((day) => bar(day.date.replace("-01-", `-${part}-`), 1)),
    );
    expect(tableBars(year).map(({ date }) => date)).toEqual(["2025-03-20", "2025-02-20", "2025-01-20"]);
  });
});
