import type { Sql } from "../../../platform/db/index.ts";

interface Suspended {
  /** The table of a constraint; null for an index. */
  owner: string | null;
  name: string;
  definition: string;
}

/** Waits for loads that are writing; readers are not disturbed. */
export async function lockCompanies(sql: Sql): Promise<void> {
  await sql`set local statement_timeout = 0`;
  await sql`lock table company in share row exclusive mode`;
}

/** Whether there are this many companies. */
export async function hasCompanies(sql: Sql, count: number): Promise<boolean> {
  const [row] = await sql<{ filled: boolean }>`
    select exists (select from company offset ${count - 1}) as filled`;
  return row?.filled ?? false;
}

/** The indexes that only look-ups and screenings need, and the foreign keys. */
export async function listSuspendable(sql: Sql): Promise<Suspended[]> {
  return sql<Suspended>`
    select null as owner, indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema()
      and (tablename = 'name_word' or indexname like 'company\_by\_%')
      and not exists (select from pg_constraint where conname = indexname)
    union all
    select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
    where contype = 'f' and conrelid in
      ('company'::regclass, 'security'::regclass, 'company_name'::regclass, 'company_record'::regclass)`;
}

/** What a single transaction can also do without, since no other one sees the tables meanwhile. */
export async function listOfWholeLoad(sql: Sql): Promise<Suspended[]> {
  return sql<Suspended>`
    select null as owner, indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and tablename in ('company', 'security')
      and indexname not like 'company\_by\_%'
      and not exists (select from pg_constraint where conname = indexname)
    union all
    select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
    where contype = 'p' and conrelid = 'company_key'::regclass`;
}

export async function drop(sql: Sql, suspended: readonly Suspended[]): Promise<void> {
  for (const { owner, name } of suspended)
    await runText(
      sql,
      owner === null ? `drop index "${name}"` : `alter table ${owner} drop constraint "${name}"`,
    );
}

/** Each is built and checked for all rows together. One that is already there again stays as it is. */
export async function restore(sql: Sql, suspended: readonly Suspended[]): Promise<void> {
  const present = await sql<{ name: string }>`
    select conname as name from pg_constraint union all select indexname from pg_indexes where schemaname = current_schema()`;
  const names = new Set(present.map(({ name }) => name));
  for (const { owner, name, definition } of suspended)
    if (!names.has(name))
      await runText(
        sql,
        owner === null ? definition : `alter table ${owner} add constraint "${name}" ${definition}`,
      );
}

/** Kept in the database, so that they come back whatever happens to the load. */
export async function saveSuspended(sql: Sql, suspended: readonly Suspended[]): Promise<void> {
  await sql`
    insert into suspended_index (owner, name, definition)
    select * from unnest(${suspended.map(({ owner }) => owner)}::text[], ${suspended.map(({ name }) => name)}::text[],
      ${suspended.map(({ definition }) => definition)}::text[])
    on conflict do nothing`;
}

export async function hasSuspended(sql: Sql): Promise<boolean> {
  return (await sql`select from suspended_index limit 1`).length > 0;
}

export async function takeSuspended(sql: Sql): Promise<Suspended[]> {
  const rows = await sql<Suspended & { position: number }>`
    delete from suspended_index returning position, owner, name, definition`;
  return rows.toSorted((a, b) => a.position - b.position);
}

/** For statements whose names come from the catalog of our own tables: names cannot be parameters. */
function runText(sql: Sql, text: string): PromiseLike<unknown> {
  return sql(Object.assign([text], { raw: [text] }));
}
