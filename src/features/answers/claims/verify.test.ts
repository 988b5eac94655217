import { describe, expect, it } from "vitest";
import type { PageRecord } from "../../reports/index.ts";
import { listNumbers, rereads } from "./verify.ts";

type Word = PageRecord["words"][number];

function pageOf(...words: Word[]): PageRecord {
  return { page: 1, width: 612, height: 792, text: "", blocks: [], lines: [], tables: [], rows: [], words };
}

const SIGN: Word = { text: "$", box: [100, 50, 105, 60] };
const NUMBER: Word = { text: "25,530", box: [110, 50, 140, 60] };
const BOX = [100, 50, 140, 60] as const;

describe("reading a box again", () => {
  it("finds the number, whether the sign or the digits are drawn first", () => {
    expect(rereads(pageOf(SIGN, NUMBER), BOX, 25_530)).toBe(true);
    expect(rereads(pageOf(NUMBER, SIGN), BOX, 25_530)).toBe(true);
  });

  it("finds no other number, and none outside the box", () => {
    expect(rereads(pageOf(SIGN, NUMBER), BOX, 25_531)).toBe(false);
    expect(rereads(pageOf(SIGN, NUMBER), [100, 80, 140, 90], 25_530)).toBe(false);
  });
});

it("expands a short fiscal year to four digits", () => {
  expect(listNumbers("revenue of FY19 and FY'20")).toEqual(["19", "20", "2019", "2020"]);
});
