import { createHash, type Hash } from "node:crypto";
import type { Readable } from "node:stream";
import { OperatorError } from "../../../kernel/operator-error.ts";
import { type ArchiveEntry, readArchive } from "../../../platform/archive/index.ts";
import { type CopyRows, type Database, inTransaction, type Sql } from "../../../platform/db/index.ts";
import type { Storage } from "../../../platform/storage/index.ts";
import { findChainEnd, verifyAccountLedger } from "../../credits/index.ts";
import { MoveContents, MoveManifest } from "./move-file.ts";
import {
  createStaging,
  findMove,
  insertMoved,
  listMissingCompanies,
  listMovedShapes,
  stagingName,
} from "./store.ts";

export interface MoveInResult {
  accountId: string;
  /** False when the same file was imported before. */
  isNew: boolean;
  entries: number;
  files: number;
}

/** Adds an account from the file of a move, all of it or nothing; the same file again changes nothing. */
export async function moveIn(
  { db, storage }: { db: Database; storage: Storage },
  source: Readable,
  progress: (text: string) => void,
): Promise<MoveInResult> {
  const entries = readArchive(source);
  const first = await next(entries);
  if (first?.name !== "contents.json") throw new OperatorError("The file is not the export of an account.");
  const contents = MoveContents.parse(JSON.parse((await readAll(first)).toString()));
  const accountId = contents.account_id;
  try {
    return await inTransaction(db, async (sql, copyRows) => {
      await refuseOtherTables(sql, contents);
      const present = await findMove(sql, accountId);
      if (present?.move_id === contents.move_id) return { accountId, isNew: false, entries: 0, files: 0 };
      if (present) throw new OperatorError(`The account ${accountId} is here already. Nothing was changed.`);
      await createStaging(sql);
      const manifest = await receive({ entries, copyRows, storage, progress }, contents);
      await refuseMissingCompanies(sql);
      progress("adding rows");
      await insertMoved(sql, contents.tables, contents.move_id);
      await requireSameLedger(sql, accountId, manifest);
      return { accountId, isNew: true, entries: manifest.ledger.last_sequence, files: manifest.files.length };
    });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "23505")) throw error;
    const detail = "detail" in error ? String(error.detail) : error.message;
    throw new OperatorError(`Something of the account is here already (${detail}). Nothing was changed.`, {
      cause: error,
    });
  }
}

async function refuseOtherTables(sql: Sql, { tables }: MoveContents): Promise<void> {
  if (JSON.stringify(await listMovedShapes(sql)) === JSON.stringify(tables)) return;
  throw new OperatorError(
    "The file was made by another version of Florin: bring both installations to the same version, and export again.",
  );
}

async function refuseMissingCompanies(sql: Sql): Promise<void> {
  const missing = await listMissingCompanies(sql);
  if (missing.length === 0) return;
  throw new OperatorError(
    `${missing.length} companies that the account refers to are not loaded here (${missing.slice(0, 5).join(", ")}): load the same lists first.`,
  );
}

interface Receiving {
  entries: AsyncGenerator<ArchiveEntry>;
  copyRows: CopyRows;
  storage: Storage;
  progress: (text: string) => void;
}

/** Takes rows and files in, and compares them with the list at the end. */
async function receive(
  { entries, copyRows, storage, progress }: Receiving,
  { tables }: MoveContents,
): Promise<MoveManifest> {
  const digests = new Map<string, Hash>(tables.map(({ name }) => [name, createHash("sha256")]));
  const files: MoveManifest["files"] = [];
  for (let entry = await next(entries); entry; entry = await next(entries)) {
    if (entry.name === "manifest.json") {
      const manifest = MoveManifest.parse(JSON.parse((await readAll(entry)).toString()));
      const isSame =
        manifest.tables.every(({ name, sha256 }) => digests.get(name)?.digest("hex") === sha256) &&
        JSON.stringify(manifest.files) === JSON.stringify(files);
      if (!isSame) throw new OperatorError("The file is damaged: its content differs from its list.");
      return manifest;
    }
    progress(entry.name);
    const table = tables.find(({ name }) => entry?.name.startsWith(`tables/${name}/`));
    if (table) {
      const rows = await readAll(entry);
      digests.get(table.name)?.update(rows);
      await copyRows({ name: stagingName(table.name), columns: table.columns }, rows);
    } else files.push(await storeFile(storage, entry));
  }
  throw new OperatorError("The file is incomplete: its end is missing.");
}

async function storeFile(storage: Storage, entry: ArchiveEntry): Promise<{ sha256: string; bytes: number }> {
  const writer = await storage.openWriter({ contentType: "application/octet-stream", contentEncoding: null });
  for await (const piece of entry.content()) await writer.write(piece);
  const { sha256, bytes } = await writer.finish();
  return { sha256, bytes };
}

async function requireSameLedger(sql: Sql, accountId: string, { ledger }: MoveManifest): Promise<void> {
  const { faults } = await verifyAccountLedger(sql, accountId);
  const end = await findChainEnd(sql, accountId);
  const isSame =
    end?.last_sequence === ledger.last_sequence && end.last_hash.toString("hex") === ledger.last_hash;
  if (faults.length === 0 && isSame) return;
  throw new OperatorError(
    `The ledger in the file does not verify (${faults[0]?.fault ?? "it ends elsewhere"}). Nothing was changed.`,
  );
}

async function next(entries: AsyncGenerator<ArchiveEntry>): Promise<ArchiveEntry | null> {
  const { value, done } = await entries.next();
  return done ? null : value;
}

async function readAll(entry: ArchiveEntry): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of entry.content()) pieces.push(piece);
  return Buffer.concat(pieces);
}
