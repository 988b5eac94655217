import { deflateSync, inflateSync } from "node:zlib";
import { openPdfReader } from "../../pdf/index.ts";
import { buildPdf, type TestPage } from "../../pdf/testing/pdf-builder.ts";

const DPI = 200;
const POINTS_PER_INCH = 72;
const PNG_HEAD_BYTES = 8;

/** Simulates a scanner: a PDF with images of the given pages in the given order, and `others` after them. */
export async function scanPages(
  filePath: string,
  pages: readonly number[],
  others: readonly TestPage[] = [],
): Promise<Buffer> {
  return wrap(await photographPages(filePath, pages), others);
}

interface Picture {
  png: Uint8Array;
  width: number;
  height: number;
}

/** Images of pages, as a scanner takes them. */
export async function photographPages(filePath: string, pages: readonly number[]): Promise<Picture[]> {
  const reader = openPdfReader({
    transform: {
      module: new URL("../../pdf/testing/words-transform.ts", import.meta.url),
      parse: (result) => result,
    },
    workersMax: 1,
    cpuSecondsMax: 60,
    memoryMegabytesMax: 900,
    pagesMax: 1_000,
    charactersMax: 10_000_000,
    pixelsMax: 20_000_000,
  });
  try {
    const pictures = [];
    for (const page of pages) {
      const picture = await reader.renderPage(filePath, page, { dpi: DPI, gray: true });
      if (picture.outcome === "failed") throw new Error(picture.detail);
      pictures.push(picture);
    }
    return pictures;
  } finally {
    await reader.close();
  }
}

function wrap(pictures: readonly Picture[], others: readonly TestPage[]): Buffer {
  const names = pictures.map((_, at) => `/Im${at} ${100 + at} 0 R`).join(" ");
  const points = (pixels: number) => (pixels * POINTS_PER_INCH) / DPI;
  return buildPdf({
    pages: [
      ...pictures.map(({ width, height }, at) => ({
        width: points(width),
        height: points(height),
        content: `q ${points(width)} 0 0 ${points(height)} 0 0 cm /Im${at} Do Q`,
      })),
      ...others,
    ],
    resources: `/XObject << ${names} >>`,
    streams: pictures.map(({ png, width, height }) => ({
      entries:
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray ` +
        `/BitsPerComponent 8 /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors 1 /Columns ${width} >>`,
      // PNG image data is what PDF calls Flate with a predictor.
      bytes: deflateSync(inflateSync(pictureData(Buffer.from(png)))),
    })),
  });
}

function pictureData(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = PNG_HEAD_BYTES; at < png.length; ) {
    const bytes = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + bytes));
    at += bytes + 12;
  }
  return Buffer.concat(parts);
}
