import type { Viewer } from "../../../kernel/viewer.ts";
import type { Sql } from "../../../platform/db/index.ts";

/** By table: its rows without secrets, the latest first. */
export type ExportedRows = Record<string, unknown[]>;

/** Of longer tables the latest rows are exported. */
const ROWS_MAX = 10_000;
/** The columns that name the owner of a row. */
const ACCOUNT_COLUMNS = ["account_id"];
const PERSON_COLUMNS = ["member_id", "owner_id", "created_by", "user_id", "uploaded_by", "requested_by"];

/** For a viewer without what was read from reports that are kept from them; null for an operator. */
export const exportAccountRows = (
  sql: Sql,
  accountId: string,
  viewer: Viewer | null,
): Promise<ExportedRows> => exportRows(sql, { id: accountId, columns: ACCOUNT_COLUMNS, viewer });

export const exportPersonRows = (sql: Sql, viewer: Viewer & { userId: string }): Promise<ExportedRows> =>
  exportRows(sql, { id: viewer.userId, columns: PERSON_COLUMNS, viewer });

async function exportRows(
  sql: Sql,
  { id, columns, viewer }: { id: string; columns: string[]; viewer: Viewer | null },
): Promise<ExportedRows> {
  const tables = await sql<{ name: string; rows: unknown[] }>`
    select name, rows from export_rows(${id}, ${columns}::text[], ${ROWS_MAX}, ${viewer?.accountId ?? null}::text,
      ${viewer?.userId ?? null}::text) order by name`;
  return Object.fromEntries(tables.map(({ name, rows }) => [name, rows]));
}

/** Until the end of the transaction the account is neither erased nor moved away; false when it has been. */
export async function keepAccount(sql: Sql, accountId: string): Promise<boolean> {
  const rows =
    await sql`select from account where id = ${accountId} and erased_at is null and closed_at is null for share`;
  return rows.length > 0;
}

/** Deletes everything of an account but its ledger and its calls; returns the files that its rows named. */
export async function eraseAccountRows(sql: Sql, accountId: string): Promise<string[]> {
  // First of all, so that what is being stored for the account is either found below or refused.
  await sql`select from account where id = ${accountId} for no key update`;
  const files = await sql<{ sha256: string }>`
    select distinct sha256 from files_of_account(${accountId}) as files (sha256)`;
  await sql`select erase_account(${accountId})`;
  return files.map(({ sha256 }) => sha256);
}

/** Until the end of the transaction, which is about to name it, no one finds the file unused. */
export async function lockNamedFile(sql: Sql, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${sha256}, 11))`;
}

/**
 * Those of some files that nothing refers to any more. Waits for transactions that name one of them; locked in one order,
 * so that two removals do not wait for each other.
 */
export async function findUnusedFiles(sql: Sql, hashes: readonly string[]): Promise<string[]> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(sha256, 11))
    from (select distinct sha256 from unnest(${hashes}::text[]) as given (sha256) order by sha256) files`;
  const used = await sql<{ sha256: string }>`
    select distinct sha256 from files_in_use(${hashes}::text[]) as files (sha256)`;
  const inUse = new Set(used.map(({ sha256 }) => sha256));
  return hashes.filter((hash) => !inUse.has(hash));
}

/** Forgets who a removed member was; what they shared stays with the account. */
export async function forgetPerson(sql: Sql, memberId: string): Promise<void> {
  await sql`delete from member_passkey where member_id = ${memberId}`;
  await sql`delete from member_identity where member_id = ${memberId}`;
  await sql`delete from member_recovery_code where member_id = ${memberId}`;
  await sql`delete from member_session where member_id = ${memberId}`;
  await sql`
    update member set name = 'Removed member', email = lower(id) || '@removed.invalid', password_hash = null,
      totp_secret = null, totp_confirmed_at = null where id = ${memberId}`;
}
