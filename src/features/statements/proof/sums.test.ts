import { describe, expect, it } from "vitest";
import { findSums } from "./sums.ts";

const row = (...amounts: (number | null)[]) => ({ amounts, isTotal: false, signedPartsMax: 9 });
const total = (...amounts: (number | null)[]) => ({ amounts, isTotal: true, signedPartsMax: 0 });

describe("findSums", () => {
  it("finds nested totals and uses each in place of its rows", () => {
    const rows = [row(10, 8), row(5, 4), total(15, 12), row(7, 6), total(7, 6), total(22, 18)];
    const sums = findSums(rows, { unit: 1 });
    expect(sums.map(({ total, parts }) => [total, parts.map((part) => part.row)])).toEqual([
      [2, [0, 1]],
      [4, [3]],
      [5, [2, 4]],
    ]);
  });

  it("recognizes which printed amounts are costs", () => {
    const rows = [row(1_000, 900), row(600, 500), row(30, 25), row(430, 425)];
    const [sum] = findSums(rows, { unit: 1 });
    expect(sum).toEqual({
      total: 3,
      parts: [
        { row: 0, sign: 1 },
        { row: 1, sign: -1 },
        { row: 2, sign: 1 },
      ],
    });
  });

  it("rejects a sum that holds in only one year", () => {
    expect(findSums([row(10, 8), row(5, 4), row(15, 99)], { unit: 1 })).toEqual([]);
  });

  it("allows for the rounding of each row", () => {
    expect(findSums([row(10.1), row(5.2), total(15.4)], { unit: 0.1 })).toHaveLength(1);
    expect(findSums([row(10.1), row(5.2), total(15.9)], { unit: 0.1 })).toEqual([]);
  });
});
