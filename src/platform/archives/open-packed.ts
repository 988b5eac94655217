import { createReadStream, type ReadStream, statSync } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import yauzl from "yauzl";
import { OperatorError } from "../../kernel/operator-error.ts";

const PIECE_BYTES = 1 << 18;

export interface PackedFile {
  /** The name of the file inside, or of the file itself when it is not compressed. */
  name: string;
  totalUnits: number;
  /** From the start, each time. `unitsRead` is the progress of the latest stream, out of `totalUnits`. */
  stream: () => Promise<AsyncIterable<Uint8Array>>;
  unitsRead: () => number;
}

/**
 * A file that may be gzipped or zipped, detected by its first bytes. From an archive with several files, takes the
 * largest whose name matches. Nothing is unpacked to disk, and archives beyond 4 GB work.
 */
export async function openPacked(path: string, wanted = /\.(csv|json|jsonl|txt|xml)$/i): Promise<PackedFile> {
  const start = await readStart(path);
  if (start.startsWith("504b0304") || start.startsWith("504b0506")) return openZipped(path, wanted);
  return openPlain(path, start.startsWith("1f8b"));
}

async function readStart(path: string): Promise<string> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead).toString("hex");
  } catch (cause) {
    throw new OperatorError(`The file ${path} cannot be read.`, { cause });
  }
}

function openPlain(path: string, isGzipped: boolean): PackedFile {
  let file: ReadStream | null = null;
  return {
    name: path,
    totalUnits: statSync(path).size,
    async stream() {
      const opened = createReadStream(path, { highWaterMark: PIECE_BYTES });
      file = opened;
      if (!isGzipped) return readToEnd(path, opened);
      const unpacked = createGunzip();
      opened.on("error", (error) => unpacked.destroy(error));
      return readToEnd(path, opened.pipe(unpacked));
    },
    unitsRead: () => file?.bytesRead ?? 0,
  };
}

async function openZipped(path: string, wanted: RegExp): Promise<PackedFile> {
  const members = await listMembers(path);
  const [member] = members
    .filter(({ fileName }) => wanted.test(fileName))
    .toSorted((a, b) => b.uncompressedSize - a.uncompressedSize);
  if (!member) throw new OperatorError(`The archive ${path} contains no file that matches ${wanted.source}.`);
  let read = 0;
  return {
    name: member.fileName,
    totalUnits: member.uncompressedSize,
    async stream() {
      read = 0;
      const archive = await yauzl.openPromise(path, { autoClose: false, lazyEntries: true });
      const packed = await archive.openReadStreamPromise(member).catch((cause: unknown) => {
        archive.close();
        return brokenArchiveError(path, cause);
      });
      packed.once("close", () => archive.close());
      return readToEnd(path, packed, (bytes) => {
        read += bytes;
      });
    },
    unitsRead: () => read,
  };
}

/** The chunks of a file; throws one sentence when it is truncated or not in its declared format. */
async function* readToEnd(
  path: string,
  bytes: Readable,
  count?: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const pieces = bytes[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await pieces.next().catch((cause: unknown) => brokenArchiveError(path, cause));
      if (done) return;
      count?.(value.length);
      yield value;
    }
  } finally {
    bytes.destroy();
  }
}

function brokenArchiveError(path: string, cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new OperatorError(`The file ${path} cannot be read to its end: ${reason}.`, { cause });
}

async function listMembers(path: string): Promise<yauzl.Entry[]> {
  try {
    const archive = await yauzl.openPromise(path, { lazyEntries: true });
    return await Array.fromAsync(archive.eachEntry());
  } catch (cause) {
    return notReadable(path, cause);
  }
}

function notReadable(path: string, cause: unknown): never {
  throw new OperatorError(`The archive ${path} cannot be read.`, { cause });
}

const MEMBER_BYTES_MAX = 500_000_000;

/** The files of an archive in order; each is decompressed only when it is read. */
export async function* readZipMembers(
  path: string,
  wanted: RegExp,
): AsyncGenerator<{ name: string; read: () => Promise<Buffer> }> {
  const archive = await yauzl
    .openPromise(path, { lazyEntries: true, autoClose: false })
    .catch((cause: unknown) => notReadable(path, cause));
  try {
    for await (const entry of archive.eachEntry()) {
      if (!wanted.test(entry.fileName)) continue;
      yield {
        name: entry.fileName,
        async read() {
          if (entry.uncompressedSize > MEMBER_BYTES_MAX)
            throw new OperatorError(`${entry.fileName} in ${path} is larger than ${MEMBER_BYTES_MAX} bytes.`);
          const name = `${path}, ${entry.fileName}`;
          const packed = await archive
            .openReadStreamPromise(entry)
            .catch((cause: unknown) => brokenArchiveError(name, cause));
          return Buffer.concat(await Array.fromAsync(readToEnd(name, packed)));
        },
      };
    }
  } finally {
    archive.close();
  }
}
