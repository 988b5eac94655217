import type { Sql } from "../../../platform/db/index.ts";
import type { ChainEnd } from "../store.ts";

/** The end of an account's archived entries; undefined when none are. */
export async function findArchivedEnd(sql: Sql, accountId: string): Promise<ChainEnd | undefined> {
  // A database of an older version is verified before it is migrated.
  const [{ known } = { known: false }] = await sql<{ known: boolean }>`
    select to_regclass('credit_archive') is not null as known`;
  if (!known) return undefined;
  const [row] = await sql<ChainEnd>`
    select account_id, granted, available, held, spent, last_sequence, last_hash
    from credit_archive where account_id = ${accountId} order by month desc limit 1`;
  return row;
}

/** Whether a file with this checksum was archived, and the ends of the chains in it. */
export async function listArchivedEnds(sql: Sql, sha256: string): Promise<ChainEnd[]> {
  return sql<ChainEnd>`
    select account_id, granted, available, held, spent, last_sequence, last_hash
    from credit_archive where file_sha256 = ${sha256}`;
}

/** Stores where the chains end in the file, and removes their entries up to there. */
export async function recordArchive(
  sql: Sql,
  archive: { month: string; sha256: string },
  ends: readonly ChainEnd[],
): Promise<void> {
  const column = <Name extends keyof ChainEnd>(name: Name) => ends.map((end) => end[name]);
  await sql`set local statement_timeout = 0`;
  await sql`
    insert into credit_archive (month, file_sha256, account_id, last_sequence, last_hash, granted, available, held, spent)
    select ${archive.month}::date, ${archive.sha256}, account_id, last_sequence, decode(last_hash, 'hex'), granted,
      available, held, spent
    from unnest(${column("account_id")}::text[], ${column("last_sequence")}::bigint[],
      ${ends.map(({ last_hash }) => last_hash.toString("hex"))}::text[], ${column("granted")}::bigint[],
      ${column("available")}::bigint[], ${column("held")}::bigint[], ${column("spent")}::bigint[])
      as ends (account_id, last_sequence, last_hash, granted, available, held, spent)`;
  await sql`
    delete from credit_entry e
    using unnest(${column("account_id")}::text[], ${column("last_sequence")}::bigint[]) as ends (account_id, last_sequence)
    where e.account_id = ends.account_id and e.sequence <= ends.last_sequence`;
}
