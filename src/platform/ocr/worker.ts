import { parentPort, workerData } from "node:worker_threads";
import type { PageTransform, PdfWord } from "../pdf/index.ts";
import { lowerPriority } from "../priority/index.ts";
import type { OcrPage } from "./ocr.ts";
import { Tesseract } from "./tesseract.ts";

export interface OcrReply {
  words: number;
  characters: number;
  result: unknown;
  body: Uint8Array;
  carry: unknown;
}

// Linux sets priority per thread; elsewhere this would slow down the whole service.
if (process.platform === "linux") lowerPriority();

const { transformUrl } = workerData as { transformUrl: string };
const { transformPage }: { transformPage: PageTransform } = await import(transformUrl);
const tesseract = await Tesseract.open();

parentPort?.on("message", (page: OcrPage & { png: Uint8Array }) => {
  try {
    const reply = readPage(page);
    parentPort?.postMessage(reply, [reply.body.buffer as ArrayBuffer]);
  } catch (error) {
    parentPort?.postMessage({ error: String(error) });
  }
});
parentPort?.postMessage("ready");

function readPage({ png, number, width, height, pixelsWide, language, carry }: OcrPage): OcrReply {
  const points = width / pixelsWide;
  const seen = tesseract.read(png, { language, dpi: Math.round(72 / points) });
  const words = seen.map(({ text, x0, y0, x1, y1 }): PdfWord => {
    return {
      text,
      x0: x0 * points,
      y0: y0 * points,
      x1: x1 * points,
      y1: y1 * points,
      bold: false,
      turn: 0,
    };
  });
  const made = transformPage({ number, width, height, words, ocr: true }, carry);
  return {
    words: words.length,
    characters: words.reduce((sum, { text }) => sum + text.length, 0),
    result: made.result,
    // A copy, since its memory is transferred.
    body: new Uint8Array(Buffer.from(made.body)),
    carry: made.carry,
  };
}
