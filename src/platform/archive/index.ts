/** An archive as gzipped tar, which any machine can open without Florin. */
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

const BLOCK = 512;
const ENTRY_BYTES_MAX = 8 * 2 ** 30 - 1;

export interface ArchiveWriter {
  add: (name: string, bytes: Uint8Array) => Promise<void>;
  /** For content too large for memory; `bytes` must be the length of the stream. */
  addStream: (name: string, bytes: number, content: AsyncIterable<Uint8Array>) => Promise<void>;
  finish: () => Promise<void>;
}

export function openArchive(target: Writable): ArchiveWriter {
  // The lowest level: tables already shrink a lot, and reports are compressed.
  const gzip = createGzip({ level: 1 });
  gzip.pipe(target);
  // A target that fails or closes must end the writing, not leave it waiting for drain.
  let failure: Error | null = null;
  gzip.on("error", (error) => {
    failure = error;
  });
  target.once("error", (error) => gzip.destroy(error));
  target.once("close", () => gzip.destroyed || gzip.destroy(new Error("the archive's target was closed")));
  const write = async (bytes: Uint8Array) => {
    if (failure) throw failure;
    if (!gzip.write(bytes)) await once(gzip, "drain");
  };

  const writer: ArchiveWriter = {
    add: (name, bytes) => writer.addStream(name, bytes.byteLength, single(bytes)),
    async addStream(name, bytes, content) {
      await write(header(name, bytes));
      let written = 0;
      for await (const piece of content) {
        written += piece.byteLength;
        await write(piece);
      }
      if (written !== bytes) throw new Error(`${name} changed while it was being read`);
      if (written % BLOCK > 0) await write(Buffer.alloc(BLOCK - (written % BLOCK)));
    },
    async finish() {
      await write(Buffer.alloc(2 * BLOCK));
      gzip.end();
      await finished(target);
    },
  };
  return writer;
}

async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function header(name: string, bytes: number): Buffer {
  if (Buffer.byteLength(name) > 100 || bytes > ENTRY_BYTES_MAX) throw new Error(`${name} does not fit a tar`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  block.write(name, 0);
  block.write(octal(0o600, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(bytes, 12), 124);
  block.write(octal(Math.floor(Date.now() / 1_000), 12), 136);
  block.write("        0", 148);
  block.write("ustar\u000000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

export interface ArchiveEntry {
  name: string;
  bytes: number;
  /** Must be read to its end before requesting the next entry. */
  content: () => AsyncGenerator<Buffer>;
}

/** The entries in the order they were written. Throws when the archive is truncated or invalid. */
export async function* readArchive(source: Readable): AsyncGenerator<ArchiveEntry> {
  const gunzip = createGunzip();
  source.once("error", (error) => gunzip.destroy(error));
  const pieces = new ChunkReader(source.pipe(gunzip));
  for (;;) {
    const block = await pieces.take(BLOCK);
    const name = textOf(block, 0, 100);
    if (name === "") return;
    const bytes = Number.parseInt(textOf(block, 124, 12), 8);
    if (textOf(block, 257, 5) !== "ustar" || !Number.isSafeInteger(bytes)) {
      throw new Error("the file is not a backup, or is damaged");
    }
    let isRead = false;
    async function* content(): AsyncGenerator<Buffer> {
      isRead = true;
      yield* pieces.upTo(bytes);
      await pieces.take((BLOCK - (bytes % BLOCK)) % BLOCK);
    }
    yield { name, bytes, content };
    if (!isRead) for await (const _piece of content());
  }
}

const textOf = (block: Buffer, from: number, length: number) =>
  block.toString("utf8", from, from + length).replace(/[\0 ].*$/s, "");

/** A stream of chunks, re-split to the sizes its reader needs. */
class ChunkReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async take(bytes: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.upTo(bytes)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  async *upTo(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      if (this.#rest.length === 0) {
        const next = await this.#source.next();
        if (next.done) throw new Error("the backup ends in the middle");
        this.#rest = next.value;
      }
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
}
