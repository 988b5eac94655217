import { Command } from "commander";
import {
  createAccount,
  eraseAccount,
  exportAccountRows,
  listAccounts,
  requireAccount,
} from "../../features/accounts/index.ts";
import { findBalance } from "../../features/credits/index.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { addMoveCommands, moveTo } from "./move-account.ts";
import type { CommandTools } from "./program.ts";
import { renderTable } from "./table.ts";

const ACCOUNTS_SHOWN_MAX = 500;

export function accountsCommand(tools: CommandTools): Command {
  const { onDatabase, withJobs, print } = tools;
  const accounts = new Command("accounts").description("create, list, export, import and erase accounts");

  accounts
    .command("create <name>")
    .description("create an account; grant it credits and create a key for it next")
    .action((name: string) =>
      onDatabase(async (db) => {
        print(await createAccount(db, name));
      }),
    );

  accounts
    .command("list")
    .description("list the accounts with their balance")
    .action(() =>
      onDatabase(async (db) => {
        const rows = [];
        for (const { id, name, created_at } of await listAccounts(db, ACCOUNTS_SHOWN_MAX)) {
          const balance = await findBalance(db, id);
          rows.push({
            id,
            name,
            available: balance?.available ?? 0,
            spent: balance?.spent ?? 0,
            created: created_at.slice(0, 10),
          });
        }
        print(renderTable(rows, "No accounts yet: florin accounts create <name>"));
      }),
    );

  accounts
    .command("export <account>")
    .description(
      "print everything that an account has stored, as JSON, without secrets; or move it with --to",
    )
    .option("--to <file>", "close the account and write it to a file for `florin accounts import`")
    .option("--wait <seconds>", "with --to: how long calls and jobs of the account may take to end", "120")
    .action((idOrName: string, { to, wait }: { to?: string; wait: string }) =>
      onDatabase(async (db) => {
        const { id } = await requireAccount(db, idOrName);
        if (to !== undefined) return moveTo(tools, db, { id, to, waitSeconds: Number(wait) });
        print(JSON.stringify(await exportAccountRows(db, id, null), null, 2));
      }),
    );

  addMoveCommands(accounts, tools);

  accounts
    .command("erase <account>")
    .description("erase an account with its members, keys, reports and everything else; its ledger stays")
    .requiredOption("--confirm <id>", "the account's id, to confirm: this cannot be undone")
    .action((idOrName: string, { confirm }: { confirm: string }) =>
      onDatabase(async (db) => {
        const { id, name } = await requireAccount(db, idOrName);
        if (confirm !== id) throw new OperatorError(`To erase ${name}, pass --confirm ${id}.`);
        const { files } = await withJobs(db, (jobs) => eraseAccount({ db, jobs }, id));
        print(`${name} erased. The service deletes its files (${files}) now, or when it is started.`);
      }),
    );

  return accounts;
}
