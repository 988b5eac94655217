import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { Command } from "commander";
import { readAuditMonth, removeArchivedAudit } from "../../features/access/index.ts";
import {
  type ArchiveLine,
  type ChainEnd,
  readMonth,
  removeArchived,
  verifyArchive,
} from "../../features/credits/index.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { type Database, whileLocked } from "../../platform/db/index.ts";
import type { CommandTools } from "./program.ts";

const DAY_MILLISECONDS = 86_400_000;
/** Younger months may still be needed: for refunds, repeated calls and the usage page. */
const DAYS_MIN = 31;

export function archiveCommand({ onDatabase, print }: CommandTools): Command {
  return new Command("archive")
    .description("write the ledger and the audit trail up to the end of a month to files, and remove them")
    .requiredOption("--month <YYYY-MM>", `a month that ended at least ${DAYS_MIN} days ago`)
    .requiredOption("--to <folder>", "where the files are written; keep them, they are the only copy")
    .action(({ month, to }: { month: string; to: string }) =>
      onDatabase(async (db) => {
        const until = endOf(month);
        mkdirSync(to, { recursive: true });
        const done = await whileLocked(db, "archive", async () => {
          for (const line of [
            await archiveLedger(db, month, until, to),
            await archiveAudit(db, month, until, to),
          ])
            print(line);
          return true;
        });
        if (done === null) throw new OperatorError("Another archive is being written.");
      }),
    );
}

function endOf(month: string): Date {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    throw new OperatorError(`--month takes a month such as 2026-01, not "${month}".`);
  const end = new Date(`${month}-01T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + 1);
  if (Date.now() - end.getTime() < DAYS_MIN * DAY_MILLISECONDS)
    throw new OperatorError(`${month} ended less than ${DAYS_MIN} days ago. Nothing was archived.`);
  return end;
}

async function archiveLedger(db: Database, month: string, until: Date, folder: string): Promise<string> {
  const ends: ChainEnd[] = [];
  const file = path.join(folder, `ledger-${month}.jsonl.gz`);
  const { sha256, lines } = await writeLines(file, readMonth(db, until, ends));
  await removeArchived(db, { month: `${month}-01`, sha256 }, ends);
  return `${file}: ${lines - 2 * ends.length} ledger entries of ${ends.length} accounts, SHA-256 ${sha256}`;
}

async function archiveAudit(db: Database, month: string, until: Date, folder: string): Promise<string> {
  const file = path.join(folder, `audit-${month}.jsonl.gz`);
  const { sha256, lines } = await writeLines(file, readAuditMonth(db, until));
  await removeArchivedAudit(db, until);
  return `${file}: ${lines} calls, SHA-256 ${sha256}`;
}

/** The name appears when the file is complete and on disk; a file of an earlier archive is never replaced. */
async function writeLines(
  file: string,
  values: AsyncIterable<unknown>,
): Promise<{ sha256: string; lines: number }> {
  if (existsSync(file)) throw new OperatorError(`${file} exists already. Nothing was archived.`);
  let lines = 0;
  async function* write() {
    for await (const value of values) {
      lines++;
      yield `${JSON.stringify(value)}\n`;
    }
  }
  const partial = `${file}.partial`;
  await pipeline(Readable.from(write()), createGzip(), createWriteStream(partial));
  await flushToDisk(partial);
  const sha256 = await hashFile(partial);
  renameSync(partial, file);
  await flushToDisk(path.dirname(file));
  return { sha256, lines };
}

async function flushToDisk(target: string): Promise<void> {
  const handle = await open(target, "r");
  await handle.sync();
  await handle.close();
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest("hex");
}

/** Verifies a file that `florin db archive` has written. */
export async function verifyArchiveFile(db: Database, file: string) {
  return verifyArchive(db, await hashFile(file), readLines(file));
}

async function* readLines(file: string): AsyncGenerator<ArchiveLine> {
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()) });
  // Written by `archiveLedger`; a changed file has another checksum, so that its chains are not those recorded.
  for await (const line of lines) yield JSON.parse(line) as ArchiveLine;
}
