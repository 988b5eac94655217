import { describe, expect, it } from "vitest";
import { findQuote } from "../console/pages/reports/find-quote.ts";

const PAGE = `Revenue rose to 4,217 in the year.
Consolidated income statement
2024 2023
Revenue 4,217 3,984
Cost of sales (2,530) (2,411)
Net income (loss) per
share 1.50 14,217`;

function quoted(quote: string): string | null {
  const span = findQuote(PAGE, quote);
  return span && `${PAGE.slice(0, span[0]).split("\n").length}:${PAGE.slice(...span)}`;
}

describe("a quote on the page it was read from", () => {
  it("is found word by word, however its lines are broken", () => {
    expect(quoted("Revenue 4,217")).toBe("4:Revenue 4,217");
    expect(quoted("net income (loss) per share 1.50")).toBe("6:Net income (loss) per\nshare 1.50");
  });

  it("from a table row is the figure after its label", () => {
    expect(quoted("Revenue 3,984")).toBe("4:3,984");
    expect(quoted("Cost of sales (2,411)")).toBe("5:2,411");
  });

  it("is never part of a longer figure, and is absent when nothing matches", () => {
    expect(quoted("Depreciation 4,217")).toBe("1:4,217");
    expect(quoted("Depreciation 217")).toBeNull();
    expect(quoted("Dividends were not paid")).toBeNull();
  });
});
