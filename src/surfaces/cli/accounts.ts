import { Command } from "commander";
import { createAccount, listAccounts } from "../../features/accounts/index.ts";
import { findBalance } from "../../features/credits/index.ts";
import type { CommandTools } from "./program.ts";
import { renderTable } from "./table.ts";

const ACCOUNTS_SHOWN_MAX = 500;

export function accountsCommand({ onDatabase, print }: CommandTools): Command {
  const accounts = new Command("accounts").description("create and list accounts");

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

  return accounts;
}
