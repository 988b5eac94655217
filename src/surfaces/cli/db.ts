import { Command } from "commander";
import { listPending, readMigrations } from "../../platform/db/index.ts";
import { archiveCommand } from "./archive.ts";
import type { CommandTools } from "./program.ts";

export function dbCommand(tools: CommandTools): Command {
  const { onAnyDatabase, print, migrationsFolder, migrateData } = tools;
  const db = new Command("db").description("manage the database schema and old months");

  db.command("status")
    .description("list pending migrations")
    .action(() =>
      onAnyDatabase(async (database) => {
        const pending = await listPending(database, readMigrations(migrationsFolder));
        print(
          pending.length === 0 ? "The schema is up to date." : pending.map(({ name }) => name).join("\n"),
        );
      }),
    );

  db.command("migrate")
    .description("apply pending migrations; the service also does this on start")
    .option("--dry-run", "only list what would be applied")
    .action((options: { dryRun?: boolean }) =>
      onAnyDatabase(async (database) => {
        const names = options.dryRun
          ? (await listPending(database, readMigrations(migrationsFolder))).map(({ name }) => name)
          : await migrateData(database);
        const verb = options.dryRun ? "Would apply" : "Applied";
        print(names.length === 0 ? "The schema is up to date." : `${verb}: ${names.join(", ")}`);
      }),
    );

  db.addCommand(archiveCommand(tools));
  return db;
}
