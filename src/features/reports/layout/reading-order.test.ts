import { expect, it } from "vitest";
import { layOutPage, type PageWord } from "./layout.ts";
import { PAGE } from "./testing/page-builder.ts";

const place = (text: string, x0: number, width: number, height = 10): PageWord => ({
  text,
  x0,
  y0: 100,
  x1: x0 + width,
  y1: 100 + height,
  bold: false,
  turn: 0,
});

it("reads a line of Hebrew or Arabic from the right, with Latin words in their own order", () => {
  const line = [
    place("2024", 240, 20),
    place("בשנת", 263, 24),
    place("Holdings", 290, 40),
    place("Zorvane", 333, 36),
    place("חברת", 372, 24),
  ];
  // On the page, Latin words stand from left to right.
  const [, , second, first] = line;
  if (first && second) [first.text, second.text] = [second.text, first.text];
  expect(layOutPage(line, PAGE).text).toBe("חברת Zorvane Holdings בשנת 2024");
});

it("reads the cells of a right-to-left line from the right", () => {
  const line = [place("1,250", 100, 30), place("הכנסות", 420, 40)];
  expect(layOutPage(line, PAGE).text).toBe("הכנסות  1,250");
});

it("reads columns of Japanese from the right", () => {
  const columns = [place("東京電力の", 300, 12, 60), place("売上高", 282, 12, 36)];
  expect(layOutPage(columns, PAGE).text).toBe("東京電力の売上高");
});
