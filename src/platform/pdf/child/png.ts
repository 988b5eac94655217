import { encodePng } from "../../../kernel/png.ts";

/** Each row is stored as its difference from the row above, which makes pages of text much smaller. */
const FILTER_UP = 2;

/** Encodes pixels of four bytes (blue, green, red, unused) as a PNG, in colour or greyscale. */
export function encodePixels(
  pixels: Uint8Array,
  { width, height, gray }: { width: number; height: number; gray: boolean },
): Uint8Array {
  return gray
    ? encodePng({ width, height, colors: "gray", rows: filterGray(pixels, width, height) })
    : encodePng({ width, height, colors: "color", rows: filterColor(pixels, width, height) });
}

function filterColor(pixels: Uint8Array, width: number, height: number): Buffer {
  const stride = width * 4;
  const rows = Buffer.alloc((width * 3 + 1) * height);
  let at = 0;
  for (let y = 0; y < height; y++) {
    rows[at++] = FILTER_UP;
    for (let from = y * stride, end = from + stride; from < end; from += 4) {
      for (let part = 2; part >= 0; part--) {
        const above = y === 0 ? 0 : (pixels[from + part - stride] ?? 0);
        rows[at++] = (pixels[from + part] ?? 0) - above;
      }
    }
  }
  return rows;
}

function filterGray(pixels: Uint8Array, width: number, height: number): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  let above = new Uint8Array(width);
  let row = new Uint8Array(width);
  let at = 0;
  for (let y = 0; y < height; y++) {
    rows[at++] = FILTER_UP;
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4;
      // The usual luminance weights of blue, green and red, in 256ths.
      const light = 28 * (pixels[from] ?? 0) + 151 * (pixels[from + 1] ?? 0) + 77 * (pixels[from + 2] ?? 0);
      row[x] = light >> 8;
      rows[at++] = (row[x] ?? 0) - (above[x] ?? 0);
    }
    [above, row] = [row, above];
  }
  return rows;
}
