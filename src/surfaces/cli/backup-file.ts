import type { Readable, Writable } from "node:stream";
import { z } from "zod";
import { OperatorError } from "../../kernel/operator-error.ts";
import {
  type ArchiveEntry,
  type ArchiveWriter,
  openArchive,
  readArchive,
} from "../../platform/archive/index.ts";
import {
  type Database,
  isInBackup,
  pieceName,
  TABLES_FOLDER,
  type TableCount,
  type TableShape,
  withRestoration,
  withSnapshot,
} from "../../platform/db/index.ts";
import type { Storage } from "../../platform/storage/index.ts";

const FORMAT = 1;
const PIECE_BYTES = 4 * 2 ** 20;
/** Rows in these tables mean that a database is in use; the program itself fills others. */
const IN_USE_TABLES = ["account", "company", "report", "article"];

/** At the start: what must be known before the first row can be inserted. */
const Contents = z.object({
  format: z.literal(FORMAT),
  created_at: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })),
});
type Contents = z.output<typeof Contents>;

/** At the end: what must exist when everything has been inserted. */
const Manifest = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.number(), sha256: z.string() })),
  files: z.array(z.object({ sha256: z.string(), bytes: z.number() })),
});
export type Manifest = z.output<typeof Manifest>;

export interface Place {
  db: Database;
  /** Null when the files are not part of the backup. */
  storage: Storage | null;
}

/** Writes a snapshot of the database, and the files, to one stream. */
export async function writeBackup(
  { db, storage }: Place,
  target: Writable,
  progress: (text: string) => void,
): Promise<Manifest> {
  const archive = openArchive(target);
  const tables = await withSnapshot(db, async (snapshot) => {
    const { tables, sequences, migrations } = snapshot;
    const contents: Contents = {
      format: FORMAT,
      created_at: new Date().toISOString(),
      migrations: [...migrations],
      tables: [...tables],
      sequences: [...sequences],
    };
    await archive.add("contents.json", toJson(contents));
    const counts: TableCount[] = [];
    for (const table of tables) {
      progress(table.name);
      const pieces = collectPieces(archive, table);
      counts.push(await snapshot.copyOut(table, pieces.take));
      await pieces.finish();
    }
    return counts;
  });
  const files = storage ? await addFiles(archive, storage, progress) : [];
  const manifest = { tables, files };
  await archive.add("manifest.json", toJson(manifest));
  await archive.finish();
  return manifest;
}

function collectPieces(archive: ArchiveWriter, table: TableShape) {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let piece = 0;
  async function finish(): Promise<void> {
    if (bytes > 0) await archive.add(pieceName(table, piece++), Buffer.concat(waiting));
    waiting = [];
    bytes = 0;
  }
  return {
    finish,
    async take(part: Buffer): Promise<void> {
      waiting.push(part);
      bytes += part.length;
      if (bytes >= PIECE_BYTES) await finish();
    },
  };
}

async function addFiles(
  archive: ArchiveWriter,
  storage: Storage,
  progress: (text: string) => void,
): Promise<Manifest["files"]> {
  const files: Manifest["files"] = [];
  for await (const file of storage.list()) {
    progress(`file ${files.length + 1}`);
    await archive.addStream(`files/${file.sha256}`, file.bytes, await storage.read(file.sha256));
    files.push(file);
  }
  return files;
}

/** Prepares a database for the rows of a backup. */
export type PrepareTables = (db: Database, migrations: readonly string[]) => Promise<void>;

/** Restores a backup into an empty database and reads everything back; a mismatch is rolled back and rejected. */
export async function readBackup(
  { db, storage }: Place,
  source: Readable,
  { prepare, progress }: { prepare: PrepareTables; progress: (text: string) => void },
): Promise<Manifest> {
  const entries = readArchive(source);
  const first = await next(entries);
  if (first?.name !== "contents.json") throw new OperatorError("The file is not a backup of Florin.");
  const contents = Contents.parse(await readJson(first));
  const shapes = contents.tables.filter(isInBackup);
  await prepare(db, contents.migrations);
  const plan = { expected: shapes, mustBeEmpty: IN_USE_TABLES };
  return withRestoration(db, plan, async (restoring) => {
    const byFolder = new Map(shapes.map((table) => [folderOf(pieceName(table, 0)), table]));
    const files: Manifest["files"] = [];
    let entry = await next(entries);
    /** A table's chunks are one stream: a row may start in one and end in the next. */
    async function* piecesIn(folder: string): AsyncGenerator<Uint8Array> {
      for (; entry && folderOf(entry.name) === folder; entry = await next(entries)) yield* entry.content();
    }
    while (entry && entry.name !== "manifest.json") {
      progress(entry.name);
      const table = byFolder.get(folderOf(entry.name));
      if (table) {
        await restoring.copyIn(table, piecesIn(folderOf(entry.name)));
        continue;
      }
      // Earlier versions also saved tables that are made again.
      if (!entry.name.startsWith(TABLES_FOLDER)) files.push(await restoreFile(storage, entry));
      entry = await next(entries);
    }
    if (!entry) throw new OperatorError("The backup has no manifest: it is incomplete.");
    const saved = Manifest.parse(await readJson(entry));
    const wanted = { ...saved, tables: saved.tables.filter(isInBackup) };
    await restoring.setSequences(contents.sequences);
    const tables: TableCount[] = [];
    for (const shape of shapes) {
      progress(`checking ${shape.name}`);
      tables.push(await restoring.readBack(shape));
    }
    return requireSame(wanted, { tables, files });
  });
}

async function restoreFile(storage: Storage | null, entry: ArchiveEntry): Promise<Manifest["files"][number]> {
  if (!storage) throw new OperatorError("The backup contains files, but there is no file storage.");
  const writer = await storage.openWriter({ contentType: "application/octet-stream", contentEncoding: null });
  for await (const piece of entry.content()) await writer.write(piece);
  return writer.finish();
}

/** Row by row and byte by byte: the hashes cover everything in the tables and files. */
function requireSame(wanted: Manifest, found: Manifest): Manifest {
  for (const list of ["tables", "files"] as const) {
    for (const [index, item] of wanted[list].entries()) {
      if (JSON.stringify(item) !== JSON.stringify(found[list][index])) {
        throw new OperatorError(
          `The restored data differs from the backup: ${JSON.stringify(item)}. Nothing was kept.`,
        );
      }
    }
  }
  return found;
}

const folderOf = (name: string) => name.slice(0, name.lastIndexOf("/"));
const toJson = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

async function next(entries: AsyncGenerator<ArchiveEntry>): Promise<ArchiveEntry | null> {
  const { value, done } = await entries.next();
  return done ? null : value;
}

async function readJson(entry: ArchiveEntry): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  for await (const piece of entry.content()) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString("utf8"));
}
