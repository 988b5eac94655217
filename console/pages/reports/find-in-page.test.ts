import { describe, expect, it } from "vitest";
import { findInPage } from "./find-in-page.ts";

const piece = (text: string, left: number, top: number) => ({
  text,
  left,
  top,
  width: text.length * 5,
  height: 10,
});

describe("finding words on a page", () => {
  const pieces = [
    piece("Net sales grew", 10, 20),
    piece("by 8 percent", 90, 20),
    piece("Sales in Europe", 10, 40),
  ];

  it("gives the box of each match, whatever its case", () => {
    expect(findInPage(pieces, "SALES")).toEqual([[[30, 20, 55, 30]], [[10, 40, 35, 50]]]);
  });

  it("finds words that continue in the next piece", () => {
    expect(findInPage(pieces, "grew by")).toEqual([
      [
        [60, 20, 80, 30],
        [90, 20, 100, 30],
      ],
    ]);
  });

  it("takes signs literally, and finds nothing for nothing", () => {
    expect(findInPage(pieces, "s.l")).toEqual([]);
    expect(findInPage(pieces, "  ")).toEqual([]);
  });
});
