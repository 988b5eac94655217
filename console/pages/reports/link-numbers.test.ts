import { describe, expect, it } from "vitest";
import { linkNumbers, printChange, type RecordClaim } from "./link-numbers.ts";

const record = (text: string, field: string, value: number | string): RecordClaim => ({
  text,
  operation_id: "prices.eod_price",
  field,
  record: value,
});
const RECORDS = [
  record("42.90", "prices.9.close", 42.9),
  record("2025-06-30", "prices.9.date", "2025-06-30"),
  record("57.7", "prices.0.close → prices.9.close", 57.66),
  record("27.21", "prices.0.close", 27.21),
];
const ANSWER = "Mill closed at USD 42.90 on 2025-06-30, up 57.7 % from USD 27.21. 142.90 is no price.";

describe("an answer from records", () => {
  it("links each of its numbers, but neither dates nor parts of longer numbers", () => {
    const pieces = linkNumbers(ANSWER, { spans: [], claims: [], record_claims: RECORDS });
    expect(pieces.map(({ text }) => text).join("")).toBe(ANSWER);
    expect(pieces.filter(({ record }) => record).map(({ text }) => text)).toEqual(["42.90", "57.7", "27.21"]);
    for (const { text, at } of pieces) expect(ANSWER.slice(at, at + text.length)).toBe(text);
  });

  it("gives the formula of a change with the numbers as printed", () => {
    expect(RECORDS.map((one) => printChange(one, RECORDS))).toEqual([null, null, "42.90 ÷ 27.21 − 1", null]);
  });
});
