import { expect, it } from "vitest";
import { isPlausibleText } from "./text-plausibility.ts";

const PROSE =
  "Revenue of the group increased by eleven percent to forty million because demand for lighthouse lamps recovered in " +
  "every region while costs of materials and freight remained stable throughout the financial year under review";
const words = (text: string) => text.split(" ").map((word) => ({ text: word }));
/** What a program reads when a font stores each letter as the one `offset` places away. */
const shift = (text: string, offset: number) =>
  [...text]
    .map((letter) => (letter === " " ? letter : String.fromCodePoint(letter.charCodeAt(0) + offset)))
    .join("");

it("accepts text in any script, tables of figures and pages with a few words", () => {
  const cyrillic = "Выручка группы выросла на одиннадцать процентов до сорока миллионов ".repeat(4).trim();
  for (const text of [
    PROSE,
    PROSE.toUpperCase(),
    cyrillic,
    "1,250 (3.4) 2024 ".repeat(30).trim(),
    "HLDG PLC",
  ])
    expect(isPlausibleText(words(text)), text.slice(0, 30)).toBe(true);
});

it.each([-29, 0xe000 - 0x61, 3])("rejects text whose letters are stored %i places away", (offset) => {
  expect(isPlausibleText(words(shift(PROSE, offset)))).toBe(false);
});
