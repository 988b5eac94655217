/** An archive as gzipped tar, which any machine can open without Florin. */
import { pipeline, Readable, type Writable } from "node:stream";
import { pipeline as pipelineToEnd } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { createTarDecoder, createTarPacker } from "modern-tar";

export interface ArchiveWriter {
  add: (name: string, bytes: Uint8Array) => Promise<void>;
  /** For content too large for memory; `bytes` must be the length of the stream. */
  addStream: (name: string, bytes: number, content: AsyncIterable<Uint8Array>) => Promise<void>;
  finish: () => Promise<void>;
}

export function openArchive(target: Writable): ArchiveWriter {
  const { readable, controller } = createTarPacker();
  // The lowest level: tables already shrink a lot, and reports are compressed.
  const written = pipelineToEnd(readable, createGzip({ level: 1 }), target);
  // A target that fails makes the next write fail; without one, `finish` reports it.
  written.catch(() => {});

  const writer: ArchiveWriter = {
    add: (name, bytes) => writer.addStream(name, bytes.byteLength, Readable.from([bytes])),
    async addStream(name, bytes, content) {
      const entry = controller.add({ name, size: bytes, mode: 0o600 }).getWriter();
      for await (const piece of content) await entry.write(piece);
      await entry.close();
    },
    async finish() {
      controller.finalize();
      await written;
    },
  };
  return writer;
}

export interface ArchiveEntry {
  name: string;
  bytes: number;
  /** Must be read to its end before requesting the next entry, or not at all. */
  content: () => AsyncIterable<Uint8Array>;
}

/** The entries in the order they were written. Throws when the archive is truncated or invalid. */
export async function* readArchive(source: Readable): AsyncGenerator<ArchiveEntry> {
  // Errors reach the reader of the unpacked bytes.
  const unpacked = Readable.toWeb(pipeline(source, createGunzip(), () => {}));
  // The same stream, which Node.js and the types of browsers describe differently.
  const tar = unpacked as unknown as ReadableStream<Uint8Array>;
  for await (const { header, body } of tar.pipeThrough(createTarDecoder({ strict: true }))) {
    yield { name: header.name, bytes: header.size, content: () => body };
    await body.cancel();
  }
}
