import { expect, test } from "vitest";
import { LineScanner } from "./line-scanner.ts";

/** A line with a number in the place of the value. */
function readNumber(text: string): number {
  const scanner = new LineScanner();
  scanner.open(`["2025-03-01", ${text}, "EUR"]`, 1);
  scanner.text();
  return scanner.number();
}

test("numbers are read as JSON reads them", () => {
  const random = Array.from({ length: 2_000 }, (_, index) => Math.sin(index + 1) * 10 ** ((index % 24) - 4));
  const texts = [
    "0",
    "-0.5",
    "1500000000",
    "0.1",
    "123456789012345678",
    "1e+21",
    "-4.35e-7",
    "999999999999999",
  ];
  for (const text of [...texts, ...random.map(String), ...random.map((one) => one.toFixed(2))])
    expect(readNumber(text), text).toBe(JSON.parse(text));
});

test("a text that begins like that of the line before is read whole", () => {
  const scanner = new LineScanner();
  const lines = ['["US", 1, "a"]', '["USD", 1, "b bb"]', '[null, 1, "c"]', '["US", 1, "d"]'];
  const read = lines.map((line) => {
    scanner.open(line, 1);
    return [scanner.text(), scanner.number(), scanner.lastWords()];
  });
  expect(read).toEqual([
    ["US", 1, ["a"]],
    ["USD", 1, ["b", "bb"]],
    [null, 1, ["c"]],
    ["US", 1, ["d"]],
  ]);
});
