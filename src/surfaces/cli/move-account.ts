/** Moving an account between two installations. */
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import type { Command } from "commander";
import { requireAccount } from "../../features/accounts/index.ts";
import { moveIn, moveOut, reopenAccount } from "../../features/rights/index.ts";
import { indexingJob } from "../../features/search/index.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { Database } from "../../platform/db/index.ts";
import type { CommandTools } from "./program.ts";

/** Nodes let in whom they know for 3 seconds more; a call that began then needs a moment to show. */
const SETTLE_SECONDS = 5;

export function addMoveCommands(accounts: Command, tools: CommandTools): void {
  const { onDatabase, print } = tools;
  accounts
    .command("import <file>")
    .description("add an account from a file of `florin accounts export --to`")
    .action((file: string) =>
      onDatabase(async (db) => {
        const place = { db, storage: await tools.openStorage() };
        const { accountId, isNew, entries, files } = await moveIn(
          place,
          createReadStream(file),
          tools.progress,
        );
        // The vectors of its reports are not in the index of this installation.
        if (isNew)
          await tools.withJobs(db, (jobs) => jobs.send(db, indexingJob, {}, { key: `import ${accountId}` }));
        print(
          isNew
            ? `${accountId} imported: ${entries} ledger entries verified, ${files} files.`
            : `${accountId} was imported from this file before: nothing was changed.`,
        );
      }),
    );

  accounts
    .command("reopen <account>")
    .description("open an account again that was exported and not imported anywhere")
    .action((idOrName: string) =>
      onDatabase(async (db) => {
        const { id, name } = await requireAccount(db, idOrName);
        await reopenAccount(db, id);
        print(`${name} is open.`);
      }),
    );
}

export async function moveTo(
  { openStorage, print, progress }: CommandTools,
  db: Database,
  { id, to, waitSeconds }: { id: string; to: string; waitSeconds: number },
): Promise<void> {
  if (!Number.isFinite(waitSeconds)) throw new OperatorError("--wait takes a number of seconds.");
  if (existsSync(to)) throw new OperatorError(`${to} exists already.`);
  const part = `${to}.part`;
  try {
    const target = createWriteStream(part, { mode: 0o600 });
    const options = { waitSeconds, settleSeconds: SETTLE_SECONDS, progress };
    const { tables, files, ledger } = await moveOut(
      { db, storage: await openStorage() },
      { accountId: id, target },
      options,
    );
    renameSync(part, to);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    print(
      `${id} written to ${to}: ${rows} rows, ${files.length} files, ${ledger.last_sequence} ledger entries. It is ` +
        "closed here. The file holds secrets. After the import, erase the account here; without one, `florin accounts reopen` opens it.",
    );
  } finally {
    rmSync(part, { force: true });
  }
}
