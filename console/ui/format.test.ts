import { afterEach, describe, expect, it, vi } from "vitest";

/** The formats of a page in this language and region. */
async function loadFormats(lang: string) {
  vi.resetModules();
  vi.stubGlobal("document", { documentElement: { lang } });
  return import("./format.ts");
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("the formats of the console", () => {
  it("print every percentage of a column with one decimal", async () => {
    const { formatChange, formatPercent } = await loadFormats("en-GB");
    expect([0.14, 0.162].map(formatPercent)).toEqual(["14.0\u00a0%", "16.2\u00a0%"]);
    expect([0.08, -0.054, 0].map(formatChange)).toEqual(["+8.0\u00a0%", "-5.4\u00a0%", "0.0\u00a0%"]);
  });

  it("print every amount of a column with one decimal", async () => {
    const { formatMoney } = await loadFormats("en-GB");
    const amounts = [30e9, 23.4e9, 801_300_000].map((value) =>
      formatMoney(value, "JPY").replaceAll("\u00a0", " "),
    );
    expect(amounts).toEqual(["JPY 30.0bn", "JPY 23.4bn", "JPY 801.3m"]);
  });

  it("print a day with its month where it is recent, else the month with its year", async () => {
    const { formatBriefDay } = await loadFormats("en-GB");
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 5) });
    expect(["2025-12-30", "2025-04-29T10:00:00Z", "2024-12-30", null].map(formatBriefDay)).toEqual([
      "30 Dec",
      "29 Apr",
      "Dec 2024",
      "–",
    ]);
  });

  it("print every time by the 24-hour clock, also where a language has another", async () => {
    const { formatClock, formatMoment, formatSecond } = await loadFormats("en-US");
    const evening = new Date(2026, 0, 5, 18, 5, 9).toISOString();
    expect(formatClock(18, 5)).toBe("18:05");
    expect(formatMoment(evening)).toBe("Jan 5, 2026, 18:05");
    expect(formatSecond(evening)).toBe("Jan 5, 2026, 18:05:09");
  });
});
