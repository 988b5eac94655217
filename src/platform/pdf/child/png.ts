import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const BITS_PER_SAMPLE = 8;
const GRAY = 0;
const COLOR = 2;
/** Each row is stored as its difference from the row above, which makes pages of text much smaller. */
const FILTER_UP = 2;

/** Encodes pixels of four bytes (blue, green, red, unused) as a PNG, in colour or greyscale. */
export function encodePng(
  pixels: Uint8Array,
  size: { width: number; height: number; gray: boolean },
): Uint8Array {
  const { width, height, gray } = size;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = BITS_PER_SAMPLE;
  header[9] = gray ? GRAY : COLOR;
  const rows = gray ? filterGray(pixels, width, height) : filterColor(pixels, width, height);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 6 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
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

function chunk(type: string, data: Uint8Array): Buffer {
  const written = Buffer.alloc(12 + data.length);
  written.writeUInt32BE(data.length, 0);
  written.write(type, 4, "latin1");
  written.set(data, 8);
  written.writeUInt32BE(crc32(written.subarray(4, 8 + data.length)), 8 + data.length);
  return written;
}
