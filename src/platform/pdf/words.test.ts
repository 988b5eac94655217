import { describe, expect, it } from "vitest";
import { buildPdf, mapLetters, type TestPage, text } from "./testing/pdf-builder.ts";
import { testFolder, testReader, type WordsResult } from "./testing/test-reader.ts";

const reader = testReader();
const save = testFolder();
let files = 0;

async function readPage(
  page: TestPage,
  file: Partial<Parameters<typeof buildPdf>[0]> = {},
): Promise<WordsResult> {
  const results: WordsResult[] = [];
  const saved = save(`${files++}.pdf`, buildPdf({ pages: [page], ...file }));
  const reading = await reader.read(saved, { onPage: ({ result }) => void results.push(result) });
  expect(reading.outcome).toBe("ok");
  const [first] = results;
  if (!first) throw new Error("the page was not read");
  return first;
}

const texts = ({ words }: WordsResult) => words.map((word) => word.text);

describe("the words of a page", () => {
  it("have boxes in points from the top-left corner", async () => {
    const page = await readPage({ content: text(72, 700, "Net sales", { size: 20 }), height: 800 });
    expect(page).toMatchObject({ width: 612, height: 800 });
    expect(texts(page)).toEqual(["Net", "sales"]);
    const [net] = page.words;
    expect(net?.x0).toBeCloseTo(72, 0);
    // The baseline is 100 points below the top; letters of 20 points sit on it.
    expect(net?.y0).toBeGreaterThan(75);
    expect(net?.y1).toBeGreaterThan(100);
    expect(net?.y1).toBeLessThan(108);
  });

  it("keep the digits of a number together when the file has zero-width spaces between them", async () => {
    const page = await readPage({
      content: "BT /F1 10 Tf 72 700 Td [(6 ) 278 (, ) 278 (8 ) 278 (9 ) 278 (3)] TJ ET",
    });
    expect(texts(page)).toEqual(["6,893"]);
  });

  it("are split where the file has a gap but no space", async () => {
    const page = await readPage({ content: "BT /F1 10 Tf 72 700 Td [(2018) -3000 (2017)] TJ ET" });
    expect(texts(page)).toEqual(["2018", "2017"]);
  });

  it("have plain letters where the file has ligatures", async () => {
    const encoding = "/Encoding << /Type /Encoding /Differences [1 /fi] >>";
    const font = `/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica ${encoding} >> >>`;
    const page = await readPage({ content: text(72, 700, "pro\u0001ts") }, { resources: font });
    expect(texts(page)).toEqual(["profits"]);
  });

  it("distinguish bold from regular", async () => {
    const page = await readPage({
      content: text(72, 700, "Total", { font: "F2" }) + text(200, 700, "assets"),
    });
    expect(page.words.map(({ text, bold }) => ({ text, bold }))).toEqual([
      { text: "Total", bold: true },
      { text: "assets", bold: false },
    ]);
  });

  it("are positioned as a reader sees them on a rotated page", async () => {
    // Turned clockwise by a quarter: what was at the left edge is now at the top.
    const page = await readPage({ content: text(72, 700, "Sideways"), extra: "/Rotate 90" });
    expect(page).toMatchObject({ width: 792, height: 612 });
    const [word] = page.words;
    expect(word).toMatchObject({ text: "Sideways", turn: 90 });
    expect(word?.y0).toBeCloseTo(72, 0);
    expect(word?.x0).toBeGreaterThan(690);
    expect(word?.x1).toBeLessThan(712);
  });

  it.each([
    [90, "0 -1 1 0"],
    [180, "-1 0 0 -1"],
    [270, "0 1 -1 0"],
  ] as const)("are whole when they are rotated by %i degrees themselves", async (turn, matrix) => {
    const page = await readPage({ content: `BT /F1 10 Tf ${matrix} 300 400 Tm (Upside words) Tj ET` });
    expect(page.words.map((word) => ({ text: word.text, turn: word.turn }))).toEqual([
      { text: "Upside", turn },
      { text: "words", turn },
    ]);
  });

  it("are positioned from the corner of the visible part of the page", async () => {
    const page = await readPage({ content: text(172, 600, "Cropped"), extra: "/CropBox [100 100 500 700]" });
    expect(page).toMatchObject({ width: 400, height: 600 });
    expect(page.words[0]?.x0).toBeCloseTo(72, 0);
    expect(page.words[0]?.y1).toBeLessThan(105);
  });

  it("are left out when they lie outside the page", async () => {
    const far = text(1e6, 700, "away") + text(72, -5000, "below");
    expect(texts(await readPage({ content: far + text(72, 700, "here") }))).toEqual(["here"]);
  });
});

describe("words that are not written from left to right", () => {
  const LETTERS = [..."abcdefghijklmnopqrstuv"];
  const HEBREW = LETTERS.map((_, at) => String.fromCodePoint(0x5d0 + at)).join("");
  const read = (content: string, unicode: string) =>
    readPage({ content }, mapLetters(unicode)).then((page) => page.words.map((word) => word.text));
  const logical = (codes: string) => [...codes].map((code) => HEBREW[LETTERS.indexOf(code)]).join("");

  it("have their letters in the order of reading when the file prints them from the left", async () => {
    const words = await read("BT /F1 20 Tf 72 700 Td (dcba 2024 hgae) Tj ET", HEBREW);
    expect(words.toSorted()).toEqual(["2024", logical("abcd"), logical("eagh")].toSorted());
  });

  it("have their letters in the order of reading when the file prints each on its own from the right", async () => {
    const placed = [..."abcd"].map((code, at) => text(300 - at * 11, 700, code, { size: 20 })).join("");
    expect(await read(placed, HEBREW)).toEqual([logical("abcd")]);
  });

  it("are whole when Japanese characters stand below each other", async () => {
    const column = (x: number, codes: string) =>
      [...codes].map((code, at) => text(x, 700 - at * 21, code, { size: 20 })).join("");
    const words = await read(
      column(300, "abcd") + column(270, "efg"),
      "東京電力売上高百万円東京電力売上高百万円",
    );
    expect(words).toEqual(["東京電力", "売上高"]);
  });
});

describe("reading a file", () => {
  it("returns the file's own metadata", async () => {
    const info = "/Title (Annual report) /Author (Example AG) /CreationDate (D:20240207153012+01'00')";
    const file = save("info.pdf", buildPdf({ pages: [{ content: "" }], info }));
    const { metadata } = await reader.read(file);
    expect(metadata).toMatchObject({
      title: "Annual report",
      author: "Example AG",
      createdAt: "2024-02-07T14:30:12.000Z",
      language: "en-US",
      encrypted: false,
      outline: [],
    });
  });

  it("counts pages without text", async () => {
    const pages = [{ content: text(72, 700, "one") }, { content: "" }, { content: text(72, 700, "three") }];
    const reading = await reader.read(save("blank.pdf", buildPdf({ pages })));
    expect(reading).toMatchObject({
      outcome: "ok",
      pageCount: 3,
      pagesRead: 3,
      pagesWithoutText: [2],
      words: 2,
    });
  });

  it("reads only the requested pages", async () => {
    const pages = ["one", "two", "three", "four"].map((word) => ({ content: text(72, 700, word) }));
    const read: string[] = [];
    const file = save("range.pdf", buildPdf({ pages }));
    const reading = await reader.read(file, {
      pages: { first: 2, last: 3 },
      onPage: ({ result }) => void read.push(...texts(result)),
    });
    expect(read).toEqual(["two", "three"]);
    expect(reading).toMatchObject({ outcome: "ok", pageCount: 4, pagesRead: 2 });
    const beyond = await reader.read(file, { pages: { first: 5 } });
    expect(beyond).toMatchObject({ outcome: "failed", reason: "page_out_of_range" });
  });

  it("opens a file that is encrypted with an empty password", async () => {
    const file = save(
      "empty.pdf",
      buildPdf({ pages: [{ content: text(72, 700, "open") }], userPassword: "" }),
    );
    const reading = await reader.read(file);
    expect(reading).toMatchObject({ outcome: "ok", words: 1, metadata: { encrypted: true } });
  });
});
