import { describe, expect, it } from "vitest";
import { CHUNK_START, type Chunk, chunkPage, chunkPages } from "./chunks.ts";
import { layOutPage, type PageWord } from "./layout.ts";
import { at, PAGE, paragraph, row } from "./testing/page-builder.ts";
import { countTokens } from "./tokens.ts";

const chunk = (...pages: PageWord[][][]): Chunk[] => [
  ...chunkPages(pages.map((words, number) => ({ page: number + 1, layout: layOutPage(words.flat(), PAGE) }))),
];

const sentences = (count: number, start = 0) =>
  Array.from(
    { length: count },
    (_, at) => `Sentence ${start + at} tells of sales in a far and quiet country.`,
  );

describe("chunks", () => {
  it("have the size that a model reads well, and lose no text", () => {
    const chunks = chunk([paragraph(50, 50, sentences(40))]);
    const sizes = chunks.map(({ text }) => countTokens(text));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(220);
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThanOrEqual(160);
    expect(chunks.map(({ text }) => text).join(" ")).toBe(sentences(40).join(" "));
  });

  it("begin and end with sentences, and their boxes cover exactly their lines", () => {
    const chunks = chunk([paragraph(50, 50, sentences(40))]);
    expect(chunks.every(({ text }) => text.startsWith("Sentence") && text.endsWith("country."))).toBe(true);
    const lines = chunks.map(({ text }) => text.split("Sentence").length - 1);
    let top = 50;
    for (const [number, { y0, y1 }] of chunks.entries()) {
      expect(y0).toBe(top);
      top += (lines[number] ?? 0) * 12;
      expect(y1).toBe(top - 2);
    }
  });

  it("are numbered through the report and never cross a page", () => {
    const chunks = chunk([paragraph(50, 50, sentences(20))], [paragraph(50, 50, sentences(20, 20))]);
    expect(chunks.map(({ index }) => index)).toEqual([...chunks.keys()]);
    expect(new Set(chunks.map(({ page }) => page))).toEqual(new Set([1, 2]));
    const second = chunks.find(({ page }) => page === 2);
    expect(second?.text.startsWith(sentences(1, 20)[0] ?? "")).toBe(true);
  });

  it("carry the headings above them, also from an earlier page", () => {
    const chunks = chunk(
      [
        at(50, 50, "Item 7. Discussion", { height: 16 }),
        at(50, 80, "Liquidity", { bold: true }),
        paragraph(50, 94, sentences(3)),
      ],
      [
        paragraph(50, 50, sentences(3)),
        at(50, 120, "Item 8. Statements", { height: 16 }),
        paragraph(50, 140, sentences(3)),
      ],
    );
    const headings = chunks.map(({ page, heading }) => [page, heading]);
    expect(headings).toContainEqual([1, "Item 7. Discussion"]);
    expect(headings).toContainEqual([2, "Item 7. Discussion > Liquidity"]);
    expect(headings.at(-1)).toEqual([2, "Item 8. Statements"]);
  });

  it("of a table keep rows whole and repeat its column heads and section", () => {
    const rows = Array.from({ length: 20 }, (_, line) =>
      at(60, 80 + line * 14, `Inventory item number ${line}`).concat(
        row(80 + line * 14, "", "1,234", "5,678"),
      ),
    );
    const chunks = chunk([row(50, "", "2018", "2017"), at(50, 66, "Current assets:"), ...rows]);
    expect(chunks.length).toBeGreaterThan(1);
    for (const { kind, text } of chunks) {
      const [heads, section, ...own] = text.split("\n");
      expect([kind, heads, section]).toEqual(["table", " | 2018 | 2017", "Current assets:"]);
      expect(own.every((line) => /^Inventory item number \d+ \| 1,234 \| 5,678$/.test(line))).toBe(true);
    }
    expect(chunks.flatMap(({ text }) => text.match(/number \d+/g))).toHaveLength(20);
  });

  it("leave out running headers, footers and page numbers", () => {
    const page = (number: number) => [
      at(50, 20, "Example AG annual report"),
      paragraph(50, 60, sentences(4, number * 4)),
      at(300, 770, `${number}`),
    ];
    const chunks = chunk(...[1, 2, 3, 4, 5].map(page));
    expect(chunks.some(({ text }) => / \d$/.test(text))).toBe(false);
    const titled = chunks.filter(({ text }) => text.includes("Example AG")).map(({ page }) => page);
    expect(titled.every((page) => page <= 2)).toBe(true);
    expect(chunks.some(({ page }) => page === 5)).toBe(true);
  });

  it("split an endless sentence between words", () => {
    const endless = Array.from(
      { length: 40 },
      (_, line) => `and then the item ${line} of a list that never stops`,
    );
    const chunks = chunk([paragraph(50, 50, endless)]);
    expect(Math.max(...chunks.map(({ text }) => countTokens(text)))).toBeLessThanOrEqual(220);
    expect(chunks.map(({ text }) => text).join(" ")).toBe(endless.join(" "));
  });

  it("continue from the state of the previous page, even through JSON", () => {
    const layout = layOutPage(paragraph(50, 50, sentences(10)), PAGE);
    const first = chunkPage(1, layout, CHUNK_START);
    const handed = JSON.parse(JSON.stringify(first.state));
    expect(chunkPage(2, layout, handed).chunks[0]?.index).toBe(first.chunks.length);
  });
});

it("counts tokens about as a model's tokenizer does", () => {
  expect(countTokens("")).toBe(0);
  expect(countTokens("Net sales rose")).toBe(3);
  expect(countTokens("1,577")).toBe(3);
  expect(countTokens("売上高")).toBe(3);
  expect(countTokens("internationalization")).toBe(3);
});
