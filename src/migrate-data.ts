/** Brings the tables up to date at a start: a new database simply, an embedded one with data by a guarded upgrade. */
import path from "node:path";
import type { Config } from "./config.ts";
import { PROJECT_FOLDER } from "./places.ts";
import { type Database, listPending, migrate, readMigrations } from "./platform/db/index.ts";

/** Returns the names of the applied migrations. */
export async function migrateData(
  db: Database,
  config: Pick<Config, "data" | "database_url" | "backup_before_upgrade">,
  progress: (step: string) => void,
): Promise<string[]> {
  const migrations = readMigrations(path.join(PROJECT_FOLDER, "migrations"));
  // Several nodes may be using a server while one of them migrates it, and its operator backs it up.
  if (config.database_url !== undefined) return migrate(db, migrations);
  const pending = await listPending(db, migrations);
  if (pending.length === 0 || pending.length === migrations.length) return migrate(db, migrations);
  const { upgradeData } = await import("./upgrade-data.ts");
  return upgradeData(db, migrations, {
    backupsFolder: config.backup_before_upgrade ? path.join(config.data, "backups") : null,
    progress,
  });
}
