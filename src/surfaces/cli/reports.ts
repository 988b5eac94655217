import { Command } from "commander";
import { rereadStatements } from "../../features/statements/index.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { CommandTools } from "./program.ts";

export function reportsCommand({ onDatabase, openStorage, print, progress }: CommandTools): Command {
  const command = new Command("reports").description("look after the reports");
  command
    .command("reread")
    .description("read the financial statements of every report that this version has not read")
    .option("--all", "read all of them again")
    .action(({ all = false }: { all?: boolean }) =>
      onDatabase(async (db) => {
        const tools = { db, storage: openStorage() };
        const failed: { report_id: string; reason: string }[] = [];
        let read = 0;
        let current = 0;
        for (let after: string | null = ""; after !== null; ) {
          const part = await rereadStatements(tools, { after, all });
          read += part.read;
          current += part.current;
          failed.push(...part.failed);
          after = part.last;
          progress(`${read} read, ${current} up to date, ${failed.length} failed`);
        }
        print(`${read} reports read, ${current} were up to date.`);
        for (const { report_id, reason } of failed) print(`  ${report_id}: ${reason}`);
        if (failed.length > 0) throw new OperatorError(`${failed.length} reports could not be read.`);
      }),
    );
  return command;
}
