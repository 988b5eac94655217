import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { makeId } from "../../../kernel/ids.ts";
import { OperatorError } from "../../../kernel/operator-error.ts";
import { openArchive } from "../../../platform/archive/index.ts";
import { type Database, pieceName, type TableCount, withSnapshot } from "../../../platform/db/index.ts";
import type { Storage } from "../../../platform/storage/index.ts";
import { findChainEnd, verifyAccountLedger } from "../../credits/index.ts";
import { type MoveContents, type MoveManifest, toJson } from "./move-file.ts";
import {
  closeAccount,
  listFilesOf,
  listMovedShapes,
  listUnfinished,
  openAccount,
  rowsOf,
  setLedgerClosed,
} from "./store.ts";

export interface MoveOutOptions {
  /** How long work in progress may take to end. */
  waitSeconds: number;
  /** How long a node may still let a caller in after the account was closed. */
  settleSeconds: number;
  progress: (text: string) => void;
}

const PIECE_BYTES = 4 * 2 ** 20;
const LOOK_MILLISECONDS = 250;

/**
 * Writes everything of an account to one stream, for another installation. It is closed first and stays closed: what was
 * acknowledged is in the file, and nothing is acknowledged afterwards. When it fails, an
 * account that was open is open again.
 */
export async function moveOut(
  { db, storage }: { db: Database; storage: Storage },
  { accountId, target }: { accountId: string; target: Writable },
  options: MoveOutOptions,
): Promise<MoveManifest> {
  const wasOpen = await closeAccount(db, accountId);
  try {
    await waitUntilQuiet(db, accountId, options);
    await setLedgerClosed(db, accountId, true);
    return await write({ db, storage }, { accountId, target }, options.progress);
  } catch (error) {
    // One that an earlier move has closed may live elsewhere by now.
    if (wasOpen) await reopenAccount(db, accountId);
    throw error;
  }
}

/** Undoes a move that was not imported anywhere. */
export async function reopenAccount(db: Database, accountId: string): Promise<void> {
  await setLedgerClosed(db, accountId, false);
  await openAccount(db, accountId);
}

async function waitUntilQuiet(
  db: Database,
  accountId: string,
  { waitSeconds, settleSeconds, progress }: MoveOutOptions,
): Promise<void> {
  const deadline = Date.now() + waitSeconds * 1_000;
  // Nodes remember a credential for a moment: only then is what they still run all there is.
  await sleep(settleSeconds * 1_000);
  for (;;) {
    const unfinished = await listUnfinished(db, accountId);
    if (unfinished.length === 0) return;
    const text = unfinished.map(({ kind, count }) => `${count} × ${kind}`).join(", ");
    if (Date.now() > deadline)
      throw new OperatorError(
        `The account has work in progress (${text}); nothing was exported. Try later, or with a longer --wait.`,
      );
    progress(`waiting for ${text}`);
    await sleep(LOOK_MILLISECONDS);
  }
}

async function write(
  { db, storage }: { db: Database; storage: Storage },
  { accountId, target }: { accountId: string; target: Writable },
  progress: (text: string) => void,
): Promise<MoveManifest> {
  const { faults } = await verifyAccountLedger(db, accountId);
  if (faults[0]) throw new OperatorError(`The ledger of the account has a fault: ${faults[0].fault}.`);
  const end = await findChainEnd(db, accountId);
  if (!end) throw new OperatorError("The account has no balance.");
  const archive = openArchive(target);
  const shapes = await listMovedShapes(db);
  const contents: MoveContents = { format: 1, move_id: makeId("job"), account_id: accountId, tables: shapes };
  await archive.add("contents.json", toJson(contents));
  const tables = await withSnapshot(db, async (snapshot) => {
    const counts: TableCount[] = [];
    for (const shape of shapes) {
      progress(shape.name);
      const query = { text: (account: string) => rowsOf(shape, account), value: accountId };
      const copy = (take: (bytes: Buffer) => Promise<void>) => snapshot.copyQuery(shape.name, query, take);
      counts.push(await copyLines(copy, (piece, bytes) => archive.add(pieceName(shape, piece), bytes)));
    }
    return counts;
  });
  const files: MoveManifest["files"] = [];
  for (const sha256 of await listFilesOf(db, accountId)) {
    const bytes = await storage.size(sha256);
    if (bytes === null) continue;
    progress(`file ${files.length + 1}`);
    await archive.addStream(`files/${sha256}`, bytes, await storage.read(sha256));
    files.push({ sha256, bytes });
  }
  const ledger = { last_sequence: end.last_sequence, last_hash: end.last_hash.toString("hex") };
  const manifest = { tables, files, ledger };
  await archive.add("manifest.json", toJson(manifest));
  await archive.finish();
  return manifest;
}

/** Collects the rows of a table into pieces of whole lines, which can be inserted one by one. */
async function copyLines(
  copy: (take: (bytes: Buffer) => Promise<void>) => Promise<TableCount>,
  add: (piece: number, bytes: Buffer) => Promise<void>,
): Promise<TableCount> {
  let rest: Buffer = Buffer.alloc(0);
  let piece = 0;
  const count = await copy(async (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    if (rest.length < PIECE_BYTES) return;
    const end = rest.lastIndexOf(10) + 1;
    if (end > 0) await add(piece++, rest.subarray(0, end));
    rest = rest.subarray(end);
  });
  if (rest.length > 0) await add(piece, rest);
  return count;
}
