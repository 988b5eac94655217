import { Command } from "commander";
import { countStoredReports, reembedReports } from "../../features/reports/index.ts";
import { markOutdated, type Reindexed, reindexReports } from "../../features/search/index.ts";
import { endOutdated, outdateReadings, rereadStatements } from "../../features/statements/index.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { Database } from "../../platform/db/index.ts";
import type { CommandTools } from "./program.ts";

export function reportsCommand(tools: CommandTools): Command {
  const { onDatabase, openStorage, withReports, print, progress } = tools;
  const command = new Command("reports").description("look after the reports");
  command
    .command("reread")
    .description("read the financial statements of every report that this version has not read")
    .option("--all", "read all of them again; stopped, it continues later")
    .action(({ all = false }: { all?: boolean }) =>
      onDatabase(async (db) => {
        const tools = { db, storage: await openStorage() };
        if (all && (await outdateReadings(db)).isContinued) print("Continuing an interrupted run.");
        const count = await countStoredReports(db);
        const failed: { report_id: string; reason: string }[] = [];
        let read = 0;
        let current = 0;
        for (let after: string | null = ""; after !== null; ) {
          const part = await rereadStatements(tools, {
            after,
            onReport: (step) => {
              const done = read + current + failed.length + step.read + step.current + step.failed.length;
              progress(`${Math.min(done, count)} of ${count} reports: ${read + step.read} read`);
            },
          });
          read += part.read;
          current += part.current;
          failed.push(...part.failed);
          after = part.last;
        }
        await endOutdated(db);
        print(`${read} reports read, ${current} were up to date.`);
        for (const { report_id, reason } of failed) print(`  ${report_id}: ${reason}`);
        if (failed.length > 0) throw new OperatorError(`${failed.length} reports could not be read.`);
      }),
    );
  command
    .command("reembed")
    .description(
      "compute the vectors of reports again that an earlier model made; stopped, it continues later",
    )
    .action(() =>
      onDatabase((db) =>
        withReports(db, async (reports) => {
          let count = 0;
          for await (const { done, all } of reembedReports(reports, new AbortController().signal)) {
            progress(`${done} of ${all} reports embedded`);
            count = done;
          }
          print(count === 0 ? "All vectors are up to date." : `${count} reports embedded.`);
        }).then(() => indexReports(tools, db)),
      ),
    );
  command
    .command("reindex")
    .description(
      "make every report searchable that this version has not indexed; stopped, it continues later",
    )
    .option("--all", "index all of them again")
    .action(({ all = false }: { all?: boolean }) =>
      onDatabase(async (db) => {
        if (all) await markOutdated(db);
        await indexReports(tools, db);
      }),
    );
  return command;
}

/** Makes every report searchable, one after the other, and names those that could not be. */
async function indexReports({ print, progress }: CommandTools, db: Database): Promise<void> {
  let count = 0;
  const failed: { report_id: string; reason: string }[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const part: Reindexed = await reindexReports(db, { after });
    count += part.indexed;
    failed.push(...part.failed);
    after = part.last;
    progress(`${count} reports indexed`);
  }
  print(count + failed.length === 0 ? "All reports are searchable." : `${count} reports indexed.`);
  for (const { report_id, reason } of failed) print(`  ${report_id}: ${reason}`);
  if (failed.length > 0) throw new OperatorError(`${failed.length} reports could not be indexed.`);
}
