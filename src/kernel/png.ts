import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const BITS_PER_SAMPLE = 8;
const COLOR_TYPES = { gray: 0, color: 2, palette: 3 };

export interface PngImage {
  width: number;
  height: number;
  colors: keyof typeof COLOR_TYPES;
  /** Each row starts with the number of its filter. */
  rows: Uint8Array;
  /** Of a palette: red, green and blue of each colour, the first of which is transparent. */
  palette?: readonly number[];
}

/** Encodes rows of samples of eight bits as a PNG. */
export function encodePng({ width, height, colors, rows, palette }: PngImage): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = BITS_PER_SAMPLE;
  header[9] = COLOR_TYPES[colors];
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    ...(palette ? [chunk("PLTE", Buffer.from(palette)), chunk("tRNS", Buffer.from([0]))] : []),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const written = Buffer.alloc(12 + data.length);
  written.writeUInt32BE(data.length, 0);
  written.write(type, 4, "latin1");
  written.set(data, 8);
  written.writeUInt32BE(crc32(written.subarray(4, 8 + data.length)), 8 + data.length);
  return written;
}
