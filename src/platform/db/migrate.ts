import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { OperatorError } from "../../kernel/operator-error.ts";
import { type Database, inTransaction } from "./database.ts";
import type { Sql } from "./statement.ts";

export interface Migration {
  name: string;
  text: string;
}

/** Any number nobody else uses; two nodes starting together must not migrate together. */
const MIGRATION_LOCK = 7_205_759;

export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => ({
      name: path.basename(file, ".sql"),
      text: readFileSync(path.join(folder, file), "utf8"),
    }));
}

/** Applies what is missing, in order, all in one transaction; returns the names applied. */
export async function migrate(db: Database, migrations: readonly Migration[]): Promise<string[]> {
  return inTransaction(db, async (sql) => {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    await sql`set local statement_timeout = 0`;
    await sql`create table if not exists schema_migration (
      name text primary key, applied_at timestamptz not null default now())`;
    const pending = await listPending(sql, migrations);
    for (const { name, text } of pending) {
      await runScript(sql, text);
      await sql`insert into schema_migration (name) values (${name})`;
    }
    return pending.map(({ name }) => name);
  });
}

/** The names not yet applied. A database newer than this program is refused: older code would misread it. */
export async function listPending(sql: Sql, migrations: readonly Migration[]): Promise<Migration[]> {
  const [table] = await sql<{
    exists: boolean;
  }>`select to_regclass('schema_migration') is not null as exists`;
  if (!table?.exists) return [...migrations];
  const applied = new Set(
    (await sql<{ name: string }>`select name from schema_migration`).map(({ name }) => name),
  );
  const known = new Set(migrations.map(({ name }) => name));
  const strangers = [...applied].filter((name) => !known.has(name));
  if (strangers.length > 0) {
    throw new OperatorError(
      `The database was migrated by a newer Florin (${strangers.join(", ")}). Start that version, or restore a backup.`,
    );
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

/** A file holds several statements, which only the simple protocol takes: it must have no parameters. */
async function runScript(sql: Sql, text: string): Promise<void> {
  const strings = Object.assign([text], { raw: [text] });
  await sql(strings);
}
