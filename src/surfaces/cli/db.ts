import { Command } from "commander";
import { listPending, migrate, readMigrations } from "../../platform/db/index.ts";
import type { CommandTools } from "./program.ts";

export function dbCommand({ onAnyDatabase, print, migrationsFolder }: CommandTools): Command {
  const db = new Command("db").description("look after the database schema");

  db.command("status")
    .description("list the migrations that are still to be applied")
    .action(() =>
      onAnyDatabase(async (database) => {
        const pending = await listPending(database, readMigrations(migrationsFolder));
        print(
          pending.length === 0 ? "The schema is up to date." : pending.map(({ name }) => name).join("\n"),
        );
      }),
    );

  db.command("migrate")
    .description("apply what is missing; the service also does this when it starts")
    .option("--dry-run", "only say what would be applied")
    .action((options: { dryRun?: boolean }) =>
      onAnyDatabase(async (database) => {
        const migrations = readMigrations(migrationsFolder);
        const names = options.dryRun
          ? (await listPending(database, migrations)).map(({ name }) => name)
          : await migrate(database, migrations);
        const verb = options.dryRun ? "Would apply" : "Applied";
        print(names.length === 0 ? "The schema is up to date." : `${verb}: ${names.join(", ")}`);
      }),
    );

  return db;
}
