import { Command } from "commander";
import { verifyLedger } from "../../features/credits/index.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { verifyArchiveFile } from "./archive.ts";
import type { CommandTools } from "./program.ts";

const FAULTS_SHOWN_MAX = 50;

export function ledgerCommand({ onDatabase, print, progress }: CommandTools): Command {
  const ledger = new Command("ledger").description("check the credit ledger");

  ledger
    .command("verify")
    .description("recompute every account's hash chain and balance from its entries; exit 1 on any fault")
    .option("--archive <file>", "verify a file of florin db archive instead")
    .action(({ archive }: { archive?: string }) =>
      onDatabase(async (db) => {
        const report = archive
          ? await verifyArchiveFile(db, archive)
          : await verifyLedger(db, (entries) => progress(`${entries.toLocaleString("en-US")} entries read`));
        for (const { accountId, sequence, fault } of report.faults.slice(0, FAULTS_SHOWN_MAX)) {
          print(`${accountId} entry ${sequence}: ${fault}`);
        }
        const read = `${report.entries.toLocaleString("en-US")} entries of ${report.accounts} accounts`;
        if (report.faults.length > 0) throw new OperatorError(`${report.faults.length} faults in ${read}.`);
        print(`The ledger is valid: ${read}, every chain and balance recomputed.`);
      }),
    );

  return ledger;
}
