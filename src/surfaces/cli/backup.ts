import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { PassThrough } from "node:stream";
import { Command } from "commander";
import { Failure } from "../../kernel/errors.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { type Manifest, readBackup, writeBackup } from "./backup-file.ts";
import type { CommandTools } from "./program.ts";

export function backupCommand({ onDatabase, openStorage, print, progress }: CommandTools): Command {
  return new Command("backup")
    .description("back up the whole service, database and files, to one file, also while it is running")
    .argument("<file>", "file to write, a gzipped tar; it contains all secrets of the service")
    .action((file: string) =>
      onDatabase(async (db) => {
        const part = `${file}.part`;
        try {
          const target = createWriteStream(part, { mode: 0o600 });
          const manifest = await writeBackup({ db, storage: await openStorage() }, target, progress);
          await rename(part, file);
          progress("");
          print(`${describe(manifest)} saved to ${file}.`);
        } finally {
          await rm(part, { force: true });
        }
      }),
    );
}

export function restoreCommand(tools: CommandTools): Command {
  const { onNewDatabase, openStorage, prepareTables, print, progress } = tools;
  return new Command("restore")
    .description("restore a backup into an empty data folder or database, and verify every row and file")
    .argument("<file>", "file that `florin backup` wrote")
    .action(async (file: string) => {
      if (!existsSync(file)) throw new OperatorError(`File not found: ${file}.`);
      await onNewDatabase(async (db) => {
        const source = createReadStream(file);
        const target = { db, storage: await openStorage() };
        const manifest = await readBackup(target, source, { prepare: prepareTables, progress }).catch(
          (error: unknown) => refuseBackup(file, error),
        );
        progress("");
        print(`${describe(manifest)} restored and verified.`);
      });
    });
}

/** A truncated or modified file fails in many ways, which all mean the same to the operator. */
function refuseBackup(file: string, error: unknown): never {
  if (error instanceof OperatorError || error instanceof Failure) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  throw new OperatorError(`${file} is damaged or incomplete (${reason}). Nothing was restored.`, {
    cause: error,
  });
}

export function moveCommand(tools: CommandTools): Command {
  const { onStoppedDatabase, onOtherDatabase, prepareTables, print, progress } = tools;
  return new Command("move")
    .description("move the database to a PostgreSQL server; files stay where they are")
    .requiredOption("--to <url>", "postgres:// URL of an empty database")
    .action(({ to }: { to: string }) =>
      onStoppedDatabase((from) =>
        onOtherDatabase(to, async (target) => {
          const pipe = new PassThrough();
          const writing = writeBackup({ db: from, storage: null }, pipe, progress);
          // A failing writer must not leave the reader waiting for more.
          writing.catch((error: Error) => pipe.destroy(error));
          const reading = readBackup({ db: target, storage: null }, pipe, {
            prepare: prepareTables,
            progress,
          });
          reading.catch(() => pipe.destroy());
          // Both have released their connections before either database is closed.
          await Promise.allSettled([reading, writing]);
          const [manifest] = await Promise.all([reading, writing]);
          progress("");
          print(`${describe(manifest)} moved and verified. Start the service with DATABASE_URL from now on.`);
        }),
      ),
    );
}

function describe({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0).toLocaleString("en-US");
  return `${rows} rows of ${tables.length} tables and ${files.length.toLocaleString("en-US")} files`;
}
