import { expect, it } from "vitest";
import { freshDatabase } from "../../../../test/database.ts";
import { type Database, inTransaction } from "../../../platform/db/index.ts";
import { restoreIndexes, suspendOnce } from "./fill-tables.ts";

async function listIndexes(db: Database): Promise<string[]> {
  const { rows } = await db.pool.query<{ definition: string }>(
    `select indexdef as definition from pg_indexes where schemaname = current_schema()
     union all select conrelid::regclass || pg_get_constraintdef(oid) from pg_constraint
     where connamespace = current_schema()::regnamespace`,
  );
  return rows.map(({ definition }) => definition).toSorted();
}

it("suspends indexes once a load has added many companies, and restores every one of them", async () => {
  const db = await freshDatabase();
  const before = await listIndexes(db);
  const suspend = suspendOnce();
  await inTransaction(db, (sql) => suspend(sql, 9_999));
  expect(await listIndexes(db)).toEqual(before);
  await inTransaction(db, (sql) => suspend(sql, 10_000));
  const suspended = await listIndexes(db);
  expect(suspended.length).toBeLessThan(before.length - 10);
  expect(suspended.some((definition) => definition.includes("company_key_pkey"))).toBe(true);
  await restoreIndexes(db);
  await restoreIndexes(db);
  expect(await listIndexes(db)).toEqual(before);
});

it("keeps the indexes of a database that already serves many companies", async () => {
  const db = await freshDatabase();
  await db.pool.query(`
    with s as (insert into company_source (name, licence, source_date) values ('a', 'b', now()) returning source_no)
    insert into company (svc_entity_id, name, sort_name, search_names, content_hash, source_no)
    select 'ent_' || lpad(n::text, 8, '0'), 'n', 'n', '', '', source_no from s, generate_series(1, 20000) n`);
  const before = await listIndexes(db);
  await inTransaction(db, (sql) => suspendOnce()(sql, 10_000));
  expect(await listIndexes(db)).toEqual(before);
});
