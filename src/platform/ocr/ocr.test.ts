import { describe, expect, it } from "vitest";
import { buildPdf, text } from "../pdf/testing/pdf-builder.ts";
import { testFolder, testReader, type WordsResult } from "../pdf/testing/test-reader.ts";
import { type OcrPage, openOcr } from "./index.ts";

const transform = {
  module: new URL("../pdf/testing/words-transform.ts", import.meta.url),
  parse: (result: unknown) => result as WordsResult,
};
const reader = testReader(undefined, { pixelsMax: 10_000_000 });
const file = testFolder();

async function picture(content: string): Promise<OcrPage> {
  const pdf = file("page.pdf", buildPdf({ pages: [{ content, width: 400, height: 300 }] }));
  const rendered = await reader.renderPage(pdf, 1, { dpi: 200, gray: true });
  if (rendered.outcome === "failed") throw new Error(rendered.detail);
  const size = { pixelsWide: rendered.width, width: 400, height: 300 };
  return { png: rendered.png, ...size, number: 1, language: "en", carry: null };
}

describe("recognising a picture", () => {
  it("returns the words with boxes in points from the top-left", async () => {
    const ocr = openOcr({ transform, pageCpuSecondsMax: 60 });
    const page = await picture(
      text(40, 250, "Revenue", { size: 12 }) + text(200, 250, "1,577.5", { size: 12 }),
    );
    const read = await ocr.readPage(page);
    await ocr.close();
    if (read.outcome !== "ok") throw new Error(read.detail);
    expect(read.result.words.map((word) => word.text)).toEqual(["Revenue", "1,577.5"]);
    const [label, figure] = read.result.words;
    expect(Math.abs((label?.x0 ?? 0) - 40)).toBeLessThan(2);
    expect(Math.abs((figure?.x0 ?? 0) - 200)).toBeLessThan(2);
    expect(Math.abs((label?.y1 ?? 0) - 50)).toBeLessThan(2);
    expect([read.words, read.carry]).toEqual([2, 1]);
  });

  it("gives up on a page that takes too long, and reads the next", async () => {
    const slow = openOcr({ transform, pageCpuSecondsMax: 0.001 });
    const page = await picture(text(40, 250, "Revenue and other income for the year", { size: 12 }));
    expect(await slow.readPage(page)).toMatchObject({ outcome: "failed", reason: "time_limit" });
    expect(await slow.readPage(page)).toMatchObject({ outcome: "failed", reason: "time_limit" });
    await slow.close();
  });

  it("fails with a reason when the file is not a picture", async () => {
    const ocr = openOcr({ transform, pageCpuSecondsMax: 60 });
    const page = await picture(text(40, 250, "Revenue", { size: 12 }));
    const broken = await ocr.readPage({ ...page, png: Buffer.from("no picture") });
    expect(broken).toMatchObject({ outcome: "failed", reason: "crashed" });
    expect(await ocr.readPage(page)).toMatchObject({ outcome: "ok", words: 1 });
    await ocr.close();
  });
});
