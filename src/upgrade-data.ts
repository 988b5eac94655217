/**
 * The upgrade of an embedded database with data: it is backed up, migrated in one transaction and verified before that
 * is committed, so that a failed upgrade leaves the folder to the version that used it.
 */
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { verifyLedger } from "./features/credits/index.ts";
import { OperatorError } from "./kernel/operator-error.ts";
import { type Database, type Migration, migrate } from "./platform/db/index.ts";
import { writeBackup } from "./surfaces/cli/backup-file.ts";
import { VERSION } from "./version.ts";

const BACKUPS_MAX = 3;

export interface UpgradeOptions {
  /** Null: no backup is made. */
  backupsFolder: string | null;
  progress: (step: string) => void;
}

/** Returns the names of the applied migrations. */
export async function upgradeData(
  db: Database,
  migrations: readonly Migration[],
  { backupsFolder, progress }: UpgradeOptions,
): Promise<string[]> {
  if (backupsFolder !== null) progress(`saved the database to ${await saveBackup(db, backupsFolder)}`);
  const before = await verifyLedger(db);
  try {
    return await migrate(db, migrations, {
      isOneTransaction: true,
      async verify(sql) {
        const after = await verifyLedger(sql);
        if (JSON.stringify(after) === JSON.stringify(before)) return;
        const [fault] = after.faults;
        throw new Error(`the ledger changed${fault ? ` (${fault.accountId}: ${fault.fault})` : ""}`);
      },
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(
      `The upgrade to Florin ${VERSION} failed (${reason.replace(/\.$/, "")}) and was undone: the data is as it was, and the previous version can continue with it.`,
      { cause },
    );
  }
}

/** The database alone: a migration does not touch the files, which are stored by their content. */
async function saveBackup(db: Database, folder: string): Promise<string> {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  const file = path.join(folder, `${time}-before-${VERSION}.florin`);
  const part = `${file}.part`;
  try {
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    await writeBackup({ db, storage: null }, createWriteStream(part, { mode: 0o600 }), () => {});
    renameSync(part, file);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(
      `The database could not be saved to ${folder} before the upgrade (${reason}): make room there, or set backup_before_upgrade to off.`,
      { cause },
    );
  } finally {
    rmSync(part, { force: true });
  }
  const saved = readdirSync(folder).filter((name) => name.endsWith(".florin"));
  for (const name of saved.sort().slice(0, -BACKUPS_MAX)) rmSync(path.join(folder, name));
  return file;
}
