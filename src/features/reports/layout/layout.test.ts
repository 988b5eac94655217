import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startStopwatch } from "../../../../test/stopwatch.ts";
import { layOutPage, type PageLayout, type PageWord } from "./layout.ts";
import { at, endingAt, PAGE, paragraph, row } from "./testing/page-builder.ts";
import { holdUpright, rotateBack, type Turn } from "./turned.ts";

const layOut = (...words: PageWord[][]): PageLayout => layOutPage(words.flat(), PAGE);
const printed = ({ rows }: PageLayout) =>
  rows.map(({ label, cells }) => [label, ...cells.map((cell) => cell.text)]);

const incomeStatement = [
  at(50, 50, "Consolidated Statements of Income", { bold: true, height: 14 }),
  at(50, 70, "(In millions)"),
  at(400, 84, "Years ended December 31,"),
  row(98, "", "2018", "2017", "2016"),
  row(112, "Net sales", "$ 32,765", "$ 31,657", "$ 30,109"),
  row(126, "Cost of sales", "16,682", "16,055", "15,118"),
  row(140, "Gain on sale of businesses", "(547)", "—", "(111)"),
];

describe("the rows of a table", () => {
  it("keep their label and all their figures in order", () => {
    expect(printed(layOut(...incomeStatement))).toEqual([
      ["Net sales", "$32,765", "$31,657", "$30,109"],
      ["Cost of sales", "16,682", "16,055", "15,118"],
      ["Gain on sale of businesses", "(547)", "—", "(111)"],
    ]);
  });

  it("state the value of each figure, with a dash as nil", () => {
    const [, , gain] = layOut(...incomeStatement).rows;
    expect(gain?.cells.map(({ kind, value }) => [kind, value])).toEqual([
      ["number", -547],
      ["nil", 0],
      ["number", -111],
    ]);
  });

  it("refer to their columns, and the columns to their headings", () => {
    const { tables, rows } = layOut(...incomeStatement);
    expect(tables).toHaveLength(1);
    expect(tables[0]?.caption).toBe("(In millions)");
    expect(tables[0]?.columns.map((column) => column.head)).toEqual([
      "Years ended December 31, 2018",
      "Years ended December 31, 2017",
      "Years ended December 31, 2016",
    ]);
    expect(rows.map((found) => found.cells.map((cell) => cell.column))).toEqual([
      [0, 1, 2],
      [0, 1, 2],
      [0, 1, 2],
    ]);
  });

  it("keep a figure in its column when others of the row are missing", () => {
    const { rows } = layOut(...incomeStatement, [...at(50, 154, "Other"), ...endingAt(560, 154, "7")]);
    expect(rows.at(-1)).toMatchObject({ label: "Other", cells: [{ text: "7", column: 2 }] });
  });

  it("join figures with detached signs", () => {
    const apart = [
      ...at(50, 154, "Margin"),
      ...at(360, 154, "$"),
      ...at(380, 154, "(1,577"),
      ...at(414, 154, ")"),
    ];
    const { rows } = layOut(...incomeStatement, [
      ...apart,
      ...endingAt(480, 154, "12"),
      ...at(484, 154, "%"),
    ]);
    expect(rows.at(-1)?.cells).toMatchObject([
      { text: "$(1,577)", value: -1_577 },
      { text: "12%", value: 12, percent: true },
    ]);
  });

  it("are whole when a label spans several lines, with its figures on the last or the first", () => {
    const { rows } = layOut(
      ...incomeStatement,
      at(50, 154, "Proceeds from maturities and sale of marketable securities and"),
      row(165, "investments", "2,497", "1,354", "1,247"),
      row(179, "Common stock, par value $.01 per share, 944,033,056 shares", "9", "9", "9"),
      at(50, 190, "issued and outstanding"),
      row(204, "Total", "1", "2", "3"),
    );
    expect(rows.slice(3).map(({ label }) => label)).toEqual([
      "Proceeds from maturities and sale of marketable securities and investments",
      "Common stock, par value $.01 per share, 944,033,056 shares issued and outstanding",
      "Total",
    ]);
  });

  it("know their sections from the indentation", () => {
    const { rows } = layOut(
      row(50, "", "2018", "2017"),
      at(50, 64, "Current assets:"),
      at(60, 78, "Cash").concat(row(78, "", "10", "11")),
      at(60, 92, "Inventories"),
      at(70, 106, "Finished goods").concat(row(106, "", "20", "21")),
      at(60, 120, "Prepaids").concat(row(120, "", "30", "31")),
      row(134, "Goodwill", "40", "41"),
    );
    expect(rows.map(({ label, section }) => [label, section])).toEqual([
      ["Cash", "Current assets"],
      ["Finished goods", "Current assets > Inventories"],
      ["Prepaids", "Current assets"],
      ["Goodwill", null],
    ]);
  });

  it("use the years as labels in a table of maturities", () => {
    const { rows } = layOut(
      row(50, "Year", "Leases", "Debt"),
      [...at(50, 64, "2024"), ...row(64, "", "100", "200")],
      [...at(50, 78, "2025"), ...row(78, "", "300", "400")],
    );
    expect(printed({ rows } as PageLayout)).toEqual([
      ["2024", "100", "200"],
      ["2025", "300", "400"],
    ]);
  });

  it("are not made from footnotes and numbered lists", () => {
    const { rows, tables } = layOut(
      ...incomeStatement,
      [...at(50, 160, "(1)"), ...at(80, 160, "Excludes stores that were closed during the year.")],
      [...at(50, 174, "(2)"), ...at(80, 174, "Reported in thousands of square feet.")],
    );
    expect(rows).toHaveLength(3);
    expect(tables[0]?.columns).toHaveLength(3);
  });

  it("keep a line number in the label", () => {
    const { rows } = layOut(...incomeStatement, [
      ...at(50, 154, "4"),
      ...row(154, "", "1", "2"),
      ...at(80, 154, "Wages"),
    ]);
    expect(printed({ rows } as PageLayout).at(-1)).toEqual(["4 Wages", "1", "2"]);
  });

  it("have columns for words between figures, such as units", () => {
    const { tables, rows } = layOut(
      [
        ...at(50, 50, "Haemoglobin"),
        ...endingAt(300, 50, "159"),
        ...at(350, 50, "g/L"),
        ...endingAt(480, 50, "130"),
      ],
      [
        ...at(50, 64, "Haematocrit"),
        ...endingAt(300, 64, "47.6"),
        ...at(350, 64, "percent"),
        ...endingAt(480, 64, "40"),
      ],
    );
    expect(tables[0]?.columns).toHaveLength(3);
    expect(rows[1]?.cells.map(({ text, column }) => [text, column])).toEqual([
      ["47.6", 0],
      ["percent", 1],
      ["40", 2],
    ]);
  });

  it("of a German table are read in the German number format", () => {
    const { rows } = layOutPage(
      [...row(50, "Umsatz", "1.234", "1.100"), ...row(64, "Kosten", "12,5", "—")],
      PAGE,
      ",",
    );
    expect(rows.map((found) => found.cells.map((cell) => cell.value))).toEqual([
      [1_234, 1_100],
      [12.5, 0],
    ]);
  });
});

describe("running text", () => {
  const left = Array.from({ length: 14 }, (_, line) => `left column has words in line ${line}`);
  const right = Array.from({ length: 14 }, (_, line) => `right column has words in line ${line}`);

  it("is read column by column, below a title that spans them", () => {
    const { lines } = layOut(
      at(50, 20, "A title that goes right across the whole of the page and both of its columns as well"),
      paragraph(50, 50, left),
      paragraph(320, 50, right),
    );
    expect(lines.map((line) => line.text)).toEqual([expect.stringContaining("A title"), ...left, ...right]);
  });

  const narrow = Array.from(
    { length: 4 },
    (_, line) => `a column of running text with words in line ${line}`,
  );

  it("is read column by column even when only a few lines are side by side", () => {
    const right = narrow.map((line) => line.replace("running", "further"));
    const { lines } = layOut(paragraph(50, 50, narrow), paragraph(320, 50, right));
    expect(lines.map((line) => line.text)).toEqual([...narrow, ...right]);
  });

  it("is read before a small table next to it", () => {
    const left = [...narrow, ...narrow];
    const shares = ["Founding family", "Employees", "Own shares held", "Public"].map((holder, line) => [
      ...at(320, 50 + line * 12, holder),
      ...endingAt(560, 50 + line * 12, `${line}4.2%`),
    ]);
    const alongside = paragraph(320, 98, [
      "The shares of the company are traded",
      "in two places at once and in",
      "both of them",
      "every day",
    ]);
    const page = layOut(paragraph(50, 50, left), ...shares, alongside);
    expect(page.lines.slice(0, 8).map((line) => line.text)).toEqual(left);
    expect(printed(page)).toContainEqual(["Founding family", "04.2%"]);
  });

  it("is not split into columns when its lines are rows of words and figures", () => {
    const instruments = Array.from({ length: 10 }, (_, line) => [
      ...at(50, 50 + line * 14, "Foreign exchange contracts"),
      ...endingAt(300, 50 + line * 14, `(${line}6)`),
      ...at(330, 50 + line * 14, "Cost of products sold in the year"),
    ]);
    expect(layOut(...instruments).rows[3]?.cells.map((cell) => cell.text)).toEqual([
      "(36)",
      "Cost of products sold in the year",
    ]);
  });

  it("is not split into columns when it is a table", () => {
    const statement = Array.from({ length: 14 }, (_, line) =>
      row(50 + line * 14, `Item number ${line} of many`, "1,234", "5,678"),
    );
    expect(printed(layOut(...statement))).toHaveLength(14);
  });

  it("is divided into headings and paragraphs", () => {
    const { blocks } = layOut(
      at(50, 50, "Risk factors", { bold: true }),
      paragraph(50, 66, ["The first paragraph begins here and goes on", "to a second line."]),
      paragraph(50, 110, ["The second one stands further down."]),
    );
    expect(blocks.map(({ kind, level, text }) => [kind, level, text])).toEqual([
      ["heading", 3, "Risk factors"],
      ["text", null, "The first paragraph begins here and goes on to a second line."],
      ["text", null, "The second one stands further down."],
    ]);
  });

  it("rejoins words hyphenated at the end of a line, but not compounds", () => {
    const { blocks } = layOut(
      paragraph(50, 50, ["The opera-", "tions of a long-", "term plan; a term is long when it is."]),
    );
    expect(blocks[0]?.text).toBe("The operations of a long-term plan; a term is long when it is.");
  });
});

describe("a rotated page", () => {
  it.each([90, 180, 270] as const)(
    "is read as if upright, with its boxes at the printed place (%i degrees)",
    (turn) => {
      const held = turn === 180 ? PAGE : { width: PAGE.height, height: PAGE.width };
      const turned = incomeStatement
        .flat()
        .map((word) => ({ ...word, ...rotateBack(word, turn, PAGE), turn }));
      const page = layOutPage(turned, PAGE);
      expect(printed(page)).toEqual(printed(layOutPage(incomeStatement.flat(), held)));
      const [, cost] = page.rows;
      const word = turned.find(({ text }) => text === "16,682");
      expect(cost?.cells[0]).toMatchObject({ y1: word?.y1, x1: word?.x1 });
    },
  );

  it("keeps the few words that are rotated differently, after the rest", () => {
    const watermark = { ...at(5, 400, "DRAFT")[0], turn: 90 } as PageWord;
    const page = layOutPage([watermark, ...incomeStatement.flat()], PAGE);
    expect(page.text.endsWith("\nDRAFT")).toBe(true);
    expect(page.rows).toHaveLength(3);
  });
});

describe("any page", () => {
  const turn = fc.constantFrom<Turn>(0, 0, 0, 90, 180, 270);
  const token = fc.oneof(
    fc.constantFrom(
      "$",
      "(",
      ")",
      "%",
      "—",
      "-",
      "2018",
      "1,234",
      "(5)",
      "Net",
      "sales,",
      "of",
      "ASSETS:",
      "•",
      "売上",
    ),
    fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text.trim() !== "" && !/\s/.test(text)),
  );
  const word = fc
    .record({
      text: token,
      x: fc.double({ min: 0, max: 600, noNaN: true }),
      y: fc.double({ min: 0, max: 780, noNaN: true }),
      width: fc.double({ min: 0, max: 80, noNaN: true }),
      height: fc.double({ min: 0, max: 30, noNaN: true }),
      bold: fc.boolean(),
      turn,
    })
    .map(({ text, x, y, width, height, bold, turn: turned }): PageWord => {
      return { text, x0: x, y0: y, x1: x + width, y1: y + height, bold, turn: turned };
    });

  it("loses no word, puts every line into one block, and keeps its positions in order", () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 120 }), (words) => {
        const page = layOutPage(words, PAGE);
        const letters = (text: string) => [...text.replace(/\s/g, "")].sort().join("");
        expect(letters(page.text)).toBe(letters(words.map(({ text }) => text).join("")));
        const covered = page.blocks.flatMap(({ firstLine, lastLine }) =>
          Array.from({ length: lastLine - firstLine + 1 }, (_, at) => firstLine + at),
        );
        expect(covered).toEqual([...page.lines.keys()]);
        for (const found of page.rows) {
          const columns = page.tables[found.table]?.columns.length ?? 0;
          expect(found.cells.every((cell) => cell.column >= 0 && cell.column < columns)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("is laid out in time that grows with its words, not with their square", () => {
    const words = Array.from({ length: 40_000 }, (_, number) =>
      at((number * 37) % 560, (number * 13) % 780, "1,234"),
    ).flat();
    const readMilliseconds = startStopwatch();
    layOutPage(words, PAGE);
    expect(readMilliseconds()).toBeLessThan(8_000);
  });

  it("rotates boxes there and back", () => {
    const box = { x0: 10, y0: 20, x1: 30, y1: 50 };
    for (const by of [0, 90, 180, 270] as const) {
      expect(rotateBack(holdUpright(box, by, PAGE), by, PAGE)).toEqual(box);
    }
  });
});
