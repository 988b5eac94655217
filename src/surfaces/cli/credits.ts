import { Command } from "commander";
import { requireAccount } from "../../features/accounts/index.ts";
import { findBalance, grantCredits, refundCall } from "../../features/credits/index.ts";
import { formatCredits } from "../../kernel/credits.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { readInteger } from "./keys.ts";
import type { CommandTools } from "./program.ts";
import { renderTable } from "./table.ts";

export function creditsCommand({ onDatabase, print }: CommandTools): Command {
  const credits = new Command("credits").description("grant credits, show balances, refund a call");

  credits
    .command("grant <credits>")
    .description("grant credits to an account")
    .option("--account <id or name>")
    .action((amount: string, options: { account?: string }) =>
      onDatabase(async (db) => {
        const account = await requireAccount(db, options.account);
        const wanted = readInteger(amount, "credits");
        if (wanted === 0) throw new OperatorError("Grant at least one credit.");
        const available = await grantCredits(db, account.id, wanted);
        print(`${account.name} now has ${formatCredits(available)} to spend.`);
      }),
    );

  credits
    .command("balance")
    .description("show the credits an account has available, held and spent")
    .option("--account <id or name>")
    .action((options: { account?: string }) =>
      onDatabase(async (db) => {
        const account = await requireAccount(db, options.account);
        const balance = await findBalance(db, account.id);
        print(
          renderTable(
            balance ? [{ account: account.name, ...balance }] : [],
            "No credits were ever granted.",
          ),
        );
      }),
    );

  credits
    .command("refund <call-id>")
    .description("refund a charged call; the call id is in the ledger")
    .option("--account <id or name>")
    .action((callId: string, options: { account?: string }) =>
      onDatabase(async (db) => {
        const account = await requireAccount(db, options.account);
        if (!(await refundCall(db, account.id, callId))) {
          throw new OperatorError(`Call ${callId} was not charged, or has already been refunded.`);
        }
        print(`Call ${callId} refunded.`);
      }),
    );

  return credits;
}
