import { describe, expect, it } from "vitest";
import { isIsin, isLei, normaliseCik, normaliseIsin, normaliseTicker } from "./identifiers.ts";
import { readTicker } from "./ticker-notations.ts";

describe("isin", () => {
  it("accepts published numbers and refuses one changed digit", () => {
    expect(["US0378331005", "GB0002634946", "DE0007164600", "JP3633400001"].filter(isIsin)).toHaveLength(4);
    expect(isIsin("US0378331006")).toBe(false);
    expect(isIsin("US037833100")).toBe(false);
    expect(isIsin("us0378331005")).toBe(false);
  });

  it("is read in whatever form it was pasted", () => {
    expect(normaliseIsin(" us 037833100-5 ")).toBe("US0378331005");
  });
});

describe("lei", () => {
  it("accepts published codes and refuses swapped characters", () => {
    expect(isLei("HWUPKR0MPOU8FGXBT394")).toBe(true);
    expect(isLei("HWUPKR0MPOU8FGXBT349")).toBe(false);
    expect(isLei("HWUPKR0MPOU8FGXBT39")).toBe(false);
  });
});

it("pads a CIK to ten digits", () => {
  expect(["320193", "CIK0000320193", " 0000320193 "].map(normaliseCik)).toEqual(Array(3).fill("0000320193"));
  expect(normaliseCik("32O193")).toBeNull();
});

describe("tickers", () => {
  it("compare equal regardless of case, class separator and leading zeros", () => {
    expect(new Set(["brk.a", "BRK/A", "BRK A", "BRK-A"].map(normaliseTicker))).toEqual(new Set(["BRK-A"]));
    expect(normaliseTicker("0005")).toBe("5");
    expect(normaliseTicker("0A3N")).toBe("0A3N");
    expect(normaliseTicker("000")).toBe("0");
  });

  it("are read with a market before or after them, and always as written", () => {
    expect(readTicker("MC.PA")).toEqual([
      { ticker_key: "MC", mics: ["XPAR"] },
      { ticker_key: "MC-PA", mics: null },
    ]);
    expect(readTicker("nyse:ibm")).toEqual([{ ticker_key: "IBM", mics: ["XNYS"] }]);
    expect(readTicker("IBM.XNYS")[0]).toEqual({ ticker_key: "IBM", mics: ["XNYS"] });
    expect(readTicker("AAPL")).toEqual([{ ticker_key: "AAPL", mics: null }]);
  });
});
