import { describe, expect, it } from "vitest";
import { layOutPage, type PageWord } from "./layout.ts";
import { at, endingAt, PAGE } from "./testing/page-builder.ts";

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

describe("a table whose labels are at the right", () => {
  /** The label's words as they are printed, so from the left the last one first; it ends at the right margin. */
  const row = (y: number, label: string, latest: string, earlier: string): PageWord[] => [
    ...endingAt(120, y, earlier),
    ...endingAt(220, y, latest),
    ...endingAt(560, y, label),
  ];
  const table = [
    ...row(100, "ח״ש אלפי", "2024", "2023"),
    ...endingAt(560, 114, "שוטפים: נכסים"),
    ...row(128, "מזומנים מזומנים ושווי", "1,250", "(980)"),
    ...row(142, "לקוחות", "340", "–"),
    ...row(156, "EBITDA", "96.5", "88.1"),
  ];
  const page = layOutPage(table, PAGE);

  it("gives each row its label in the order of reading, and its cells from the right", () => {
    expect(page.rows.map(({ label, cells }) => [label, ...cells.map(({ text }) => text)])).toEqual([
      ["ושווי מזומנים מזומנים", "1,250", "(980)"],
      ["לקוחות", "340", "–"],
      ["EBITDA", "96.5", "88.1"],
    ]);
    expect(page.rows.map(({ section }) => section)).toEqual(Array(3).fill("נכסים שוטפים"));
  });

  it("gives each column its head and its position on the page", () => {
    const [found] = page.tables;
    expect(found?.columns.map(({ head }) => head)).toEqual(["2024", "2023"]);
    expect(found?.caption).toBe("אלפי ח״ש");
    expect(found?.columns[0]).toMatchObject({ x1: 220 });
    expect(page.rows[0]?.cells[1]).toMatchObject({ value: -980, x1: 120, column: 1 });
    expect(page.lines.at(-1)).toMatchObject({ text: "EBITDA  96.5  88.1", x1: 560 });
  });

  it("reads its label at the left when the words on the page are mostly Latin", () => {
    const latin = [
      ...at(50, 100, "Revenue of the group"),
      ...endingAt(400, 100, "10"),
      ...endingAt(480, 100, "9"),
    ];
    const [read] = layOutPage([...latin, ...endingAt(560, 100, "הכנסות")], PAGE).rows;
    expect(read?.label).toBe("Revenue of the group");
  });
});

it("reads the right column of Hebrew or Arabic text before the left one", () => {
  const lines = Array.from({ length: 14 }, (_, at) => 100 + at * 12);
  const words = lines.flatMap((y, line) => [
    ...endingAt(290, y, `${"דוחות ".repeat(7)}שני${line}`),
    ...endingAt(560, y, `${"החברה ".repeat(7)}ראשון${line}`),
  ]);
  const { text } = layOutPage(words, PAGE);
  expect(text.indexOf("ראשון13")).toBeLessThan(text.indexOf("שני0"));
});

it("reads columns of Japanese from the right", () => {
  const columns = [place("東京電力の", 300, 12, 60), place("売上高", 282, 12, 36)];
  expect(layOutPage(columns, PAGE).text).toBe("東京電力の売上高");
});
