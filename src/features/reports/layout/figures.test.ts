import { describe, expect, it } from "vitest";
import { countMarks, isYear, readFigure } from "./figures.ts";

describe("readFigure", () => {
  it.each([
    ["1,577", 1_577],
    ["(1,577)", -1_577],
    ["$(1,577)", -1_577],
    ["$ (1,577.5)", -1_577.5],
    ["-12", -12],
    ["−12", -12],
    ["△1,234", -1_234],
    ["US$5", 5],
    [".25", null],
    ["0.25", 0.25],
    ["1 234 567", 1_234_567],
    ["12,34,567", 1_234_567],
    ["1'234", 1_234],
    ["1,577)", -1_577],
    ["1,234 (a)", 1_234],
    ["1,234*", 1_234],
    ["600-", -600],
    ["1,577.5−", -1_577.5],
    ["2019-", null],
    ["600 -", null],
    ["5-6", null],
    ["12.3p", 12.3],
    ["(4.5)p", -4.5],
    ["(4.5p)", -4.5],
    ["12p", 12],
    ["12.3c", 12.3],
    ["10c", null],
    ["25¢", 25],
    ["2018", 2_018],
    ["12/31", null],
    ["Level 1", null],
    ["A1", null],
    ["", null],
    ["1,2,3", null],
  ])("reads %j as %s", (text, value) => {
    expect(readFigure(text, ".")?.value ?? null).toBe(value);
  });

  it.each(["—", "-", "–", "$—", "$ —", "—%"])("reads the dash %j as nil, never as a minus", (text) => {
    expect(readFigure(text, ".")).toMatchObject({ kind: "nil", value: 0 });
  });

  it("reads a percentage with its sign", () => {
    expect(readFigure("(3.2)%", ".")).toEqual({ kind: "number", value: -3.2, percent: true });
  });

  it("reads points and commas in the convention of the page", () => {
    expect(readFigure("1.234", ",")?.value).toBe(1_234);
    expect(readFigure("1.234", ".")?.value).toBe(1.234);
    expect(readFigure("1.234,5", ",")?.value).toBe(1_234.5);
    expect(readFigure("1,5", ",")?.value).toBe(1.5);
    // Only one reading is possible, so the style of the page does not matter.
    expect(readFigure("1.234,5", ".")?.value).toBe(1_234.5);
  });

  it("infers the decimal mark from figures that allow only one", () => {
    const count = (...texts: string[]) => countMarks(texts.map((text) => ({ text })));
    expect(count("1,234.5", "12.5", "1,234")).toEqual({ ".": 2, ",": 0 });
    expect(count("1.234,5", "1.234.567", "12,5", "1.234")).toEqual({ ".": 0, ",": 3 });
  });

  it("recognizes the years that head columns", () => {
    expect(["2018", "FY2018", "FY 2018", "2024E", "2018(a)", "Q1 2023"].every(isYear)).toBe(true);
    expect(["1812", "20189", "2,018"].some(isYear)).toBe(false);
  });
});
