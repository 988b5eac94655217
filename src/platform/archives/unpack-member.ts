import { createWriteStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import yauzl from "yauzl";

/** What an archive from outside may hold. */
export interface ArchiveLimits {
  entriesMax: number;
  /** Of the unpacked file. */
  bytesMax: number;
  /** How many times larger the unpacked file may be. */
  ratioMax: number;
}

export interface UnpackOptions {
  target: string;
  limits: ArchiveLimits;
  /** The one file to unpack, out of all names; otherwise why there is none. */
  choose: (names: readonly string[]) => { name: string } | { refused: string };
}

/** Nothing is known to be wrong with ratios below this size. */
const RATIO_COUNTS_FROM_BYTES = 10_000_000;
const ARCHIVE_NAME = /\.(?:zip|jar|7z|rar|tar|t?gz|bz2|xz|zst)$/i;

/**
 * Unpacks one file of a zip archive that anyone may have made. Every other file stays packed. Archives within the
 * archive, names that lead out of it, encrypted files, and sizes that no honest file has are refused with a reason.
 */
export async function unpackMember(
  path: string,
  { target, limits, choose }: UnpackOptions,
): Promise<{ name: string } | { refused: string }> {
  let archive: yauzl.ZipFile;
  try {
    archive = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true });
  } catch {
    return { refused: "it cannot be read as a zip archive" };
  }
  try {
    const entries = await listEntries(archive, limits.entriesMax);
    if ("refused" in entries) return entries;
    const chosen = choose(entries.list.map(({ fileName }) => fileName));
    if ("refused" in chosen) return chosen;
    const entry = entries.list.find(({ fileName }) => fileName === chosen.name);
    if (!entry) return { refused: `it has no file ${chosen.name}` };
    const refused = whyTooLarge(entry, limits) ?? (await writeEntry(archive, entry, { target, limits }));
    return refused === null ? chosen : { refused };
  } finally {
    archive.close();
  }
}

async function listEntries(
  archive: yauzl.ZipFile,
  entriesMax: number,
): Promise<{ list: yauzl.Entry[] } | { refused: string }> {
  const tooMany = { refused: `it holds more than ${entriesMax} files` };
  if (archive.entryCount > entriesMax) return tooMany;
  const list: yauzl.Entry[] = [];
  try {
    for await (const entry of archive.eachEntry()) {
      if (list.length === entriesMax) return tooMany;
      if (ARCHIVE_NAME.test(entry.fileName)) return { refused: "it holds another archive" };
      if (entry.isEncrypted()) return { refused: "it holds an encrypted file" };
      list.push(entry);
    }
  } catch {
    return { refused: "it is damaged, or holds a file whose name leads out of it" };
  }
  return new Set(list.map(({ fileName }) => fileName)).size === list.length
    ? { list }
    : { refused: "it holds two files of one name" };
}

function whyTooLarge(entry: yauzl.Entry, { bytesMax, ratioMax }: ArchiveLimits): string | null {
  const { uncompressedSize, compressedSize } = entry;
  if (uncompressedSize > bytesMax) return `its report has more than ${bytesMax / 1_048_576} MB`;
  const isBomb = uncompressedSize > RATIO_COUNTS_FROM_BYTES && uncompressedSize > compressedSize * ratioMax;
  return isBomb ? `its report is packed more than ${ratioMax} times smaller than it is` : null;
}

/** The size an archive claims for a file may be wrong, so bytes are counted. */
async function writeEntry(
  archive: yauzl.ZipFile,
  entry: yauzl.Entry,
  { target, limits }: Pick<UnpackOptions, "target" | "limits">,
): Promise<string | null> {
  let left = limits.bytesMax;
  const meter = new Transform({
    transform(piece: Buffer, _encoding, done) {
      left -= piece.length;
      done(left < 0 ? new Error("larger than it claims") : null, piece);
    },
  });
  const file = createWriteStream(target, { flags: "wx", mode: 0o600 });
  try {
    const packed = await archive.openReadStreamPromise(entry);
    await pipeline(packed, meter, file);
    return null;
  } catch {
    file.destroy();
    return "its report is damaged";
  }
}
