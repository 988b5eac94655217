import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { OperatorError } from "../../kernel/operator-error.ts";
import { type Database, inTransaction } from "./database.ts";
import type { Sql } from "./statement.ts";

export interface Migration {
  name: string;
  text: string;
}

/** Any number that nothing else uses; two nodes starting together must not migrate together. */
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

export interface MigrateOptions {
  /** How long a migration may wait for tables in use: later statements queue behind it. */
  lockMilliseconds?: number;
  /** How many retries follow. */
  attemptsMax?: number;
  /** Everything is applied or nothing; for a database that no other node uses. */
  isOneTransaction?: boolean;
  /** Runs after the last file; if it throws, nothing of this transaction is kept. */
  verify?: (sql: Sql) => Promise<void>;
}

const LOCK_MILLISECONDS = 5_000;
const ATTEMPTS_MAX = 60;
const PAUSE_MILLISECONDS = 1_000;

/**
 * Applies missing migrations in order; returns their names. Each file is a separate transaction, so that one that
 * waits for a table in use blocks no more than necessary. A new database has no readers: there all files are one
 * transaction.
 */
export async function migrate(
  db: Database,
  migrations: readonly Migration[],
  { attemptsMax = ATTEMPTS_MAX, ...options }: MigrateOptions = {},
): Promise<string[]> {
  const applied: string[] = [];
  for (let attempt = 1; ; ) {
    try {
      const names = await applyNext(db, migrations, options);
      if (names.length === 0) return applied;
      applied.push(...names);
      if (applied.length === migrations.length) return applied;
      attempt = 1;
    } catch (error) {
      if (!isLockFailure(error)) throw error;
      if (attempt++ === attemptsMax) throw new OperatorError(LOCKED, { cause: error });
      await sleep(PAUSE_MILLISECONDS);
    }
  }
}

const LOCKED =
  "The database cannot be migrated: its tables are locked by sessions that do not end. Stop other services, backups " +
  "and open transactions on it, then start again.";

/** Empty when nothing is missing. Nodes that start together take turns, file by file. */
async function applyNext(
  db: Database,
  migrations: readonly Migration[],
  { lockMilliseconds = LOCK_MILLISECONDS, isOneTransaction = false, verify }: MigrateOptions,
): Promise<string[]> {
  return inTransaction(db, async (sql) => {
    await sql`set local statement_timeout = 0`;
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    await sql`select set_config('lock_timeout', ${String(lockMilliseconds)}, true)`;
    await sql`create table if not exists schema_migration (
      name text primary key, applied_at timestamptz not null default now(), checksum text)`;
    const pending = await listPending(sql, migrations);
    await recordChecksums(sql, migrations);
    const isNew = pending.length === migrations.length;
    const next = isNew || isOneTransaction ? pending : pending.slice(0, 1);
    for (const { text } of next) await runScript(sql, text);
    const names = next.map(({ name }) => name);
    await sql`
      insert into schema_migration (name, checksum)
      select * from unnest(${names}::text[], ${next.map(checksumOf)}::text[])`;
    if (next.length > 0 && next.length === pending.length) await verify?.(sql);
    return names;
  });
}

/** 55P03: lock not available in time; 40P01: deadlock. */
function isLockFailure(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "55P03" || error.code === "40P01");
}

/**
 * Migrations not yet applied. Rejects a database newer than this program, since older code would misread it, and one
 * migrated by files that have changed since.
 */
export async function listPending(sql: Sql, migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await listApplied(sql);
  const known = new Set(migrations.map(({ name }) => name));
  const unrecognised = [...applied.keys()].filter((name) => !known.has(name));
  if (unrecognised.length > 0) {
    throw new OperatorError(
      `This data was last used by a newer Florin (it has the migration ${unrecognised.at(-1)}): start that version, or restore a backup made by this one.`,
    );
  }
  const changed = migrations.filter((one) => (applied.get(one.name) ?? checksumOf(one)) !== checksumOf(one));
  if (changed.length > 0) {
    const names = changed.map(({ name }) => `${name}.sql`).join(", ");
    throw new OperatorError(
      `The database was migrated by another version of ${names}. Put back the files it was migrated with: a change ` +
        "belongs in a new migration.",
    );
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

/** By name, with the checksum of the file at that time; null where an older version applied it. */
async function listApplied(sql: Sql): Promise<Map<string, string | null>> {
  const columns = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = to_regclass('schema_migration') and attnum > 0 and not attisdropped`;
  if (columns.length === 0) return new Map();
  const hasChecksum = columns.some(({ name }) => name === "checksum");
  const rows = await sql<{ name: string; checksum: string | null }>`
    select name, ${hasChecksum ? sql`checksum` : sql`null`} as checksum from schema_migration`;
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** Files applied by an older version get their current checksum. */
async function recordChecksums(sql: Sql, migrations: readonly Migration[]): Promise<void> {
  await sql`alter table schema_migration add column if not exists checksum text`;
  await sql`
    update schema_migration set checksum = known.checksum
    from unnest(${migrations.map(({ name }) => name)}::text[], ${migrations.map(checksumOf)}::text[])
      as known (name, checksum)
    where schema_migration.name = known.name and schema_migration.checksum is null`;
}

/** Independent of the checkout's line endings. */
function checksumOf({ text }: Migration): string {
  return hash("sha256", text.replaceAll("\r\n", "\n"), "hex");
}

/** A file contains several statements, which only the simple protocol accepts, so there are no parameters. */
async function runScript(sql: Sql, text: string): Promise<void> {
  const strings = Object.assign([text], { raw: [text] });
  await sql(strings);
}
