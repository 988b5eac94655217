import { describe, expect, it } from "vitest";
import { readMigrations } from "../src/platform/db/index.ts";
import { migrate } from "../src/platform/db/migrate.ts";
import { freshDatabase } from "./database.ts";

const migrations = readMigrations("migrations");
const at = migrations.findIndex(({ name }) => name.endsWith("_partitions"));
const TABLES = ["claim", "fact", "report_chunk"];

const OLD_ROWS = `
  insert into company_source (name, licence, source_date) values ('test', 'none', '2026-01-01');
  insert into company (svc_entity_id, name, sort_name, search_names, content_hash, source_no)
  select id, id, id, id, id, source_no from company_source, unnest(array['ent_oneoneone', 'ent_twotwotwo']) as id;
  insert into report (report_id, svc_entity_id, file_title, file_title_en, report_type_id, report_type_confidence,
    file_name, content_type, file_sha256, file_bytes, source)
  select id, 'ent_twotwotwo', id, id, 'annual_report', 1, 'a.pdf', 'application/pdf',
    encode(sha256(id::bytea), 'hex'), 1, 'test' from unnest(array['rep_oneoneone', 'rep_twotwotwo']) as id;
  insert into claim (claim_id, report_id, file_sha256, page, box, label, value, scale, quote)
  select 'clm_' || report_id, report_id, file_sha256, 1, '{1,2,3.5,4}', 'Revenue', null, 'one', 'Ä "quote"' from report;
  insert into report_chunk (report_id, chunk_index, page, box, kind, text, vector)
  select report_id, 0, 1, '{1,2,3,4}', 'text', E'two\\nlines', '\\x0102' from report;
  insert into fact (svc_entity_id, taxonomy, concept, unit, period_start, period_end, value, form, accession, filed, source)
  select id, 'us-gaap', 'Assets', 'USD', null, '2025-12-31', 0.1, '10-K', 'a' || again, '2026-02-01', 'test'
  from unnest(array['ent_oneoneone', 'ent_twotwotwo', 'ent_oneoneone']) with ordinality as ids (id, again);`;

/** A database of the version before, with rows of two reports and companies. */
async function oldDatabase() {
  const db = await freshDatabase(null);
  await migrate(db, migrations.slice(0, at));
  await db.pool.query(OLD_ROWS);
  return db;
}

const rowsOf = async (db: Awaited<ReturnType<typeof oldDatabase>>, table: string) =>
  (await db.pool.query(`select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`)).rows;

describe("the migration that divides tables", () => {
  it("carries every row over, and leaves the same keys, checks and indexes", async () => {
    const db = await oldDatabase();
    const shapeOf = async () =>
      (
        await db.pool.query(
          `select conrelid::regclass::text as owner, conname as name,
             replace(pg_get_constraintdef(oid), '(fact_no, svc_entity_id)', '(fact_no)') as definition
           from pg_constraint where conrelid::regclass::text = any($1) and contype in ('p', 'u', 'c', 'f')
           union all select tablename, indexname, '' from pg_indexes
             -- Made after the division.
             where tablename = any($1) and indexname <> 'claim_file' order by 1, 2, 3`,
          [TABLES],
        )
      ).rows;
    const shape = await shapeOf();
    const before = await Promise.all(TABLES.map((table) => rowsOf(db, table)));
    for (const rows of before) expect(rows.length).toBeGreaterThan(0);
    await migrate(db, migrations);
    expect(await Promise.all(TABLES.map((table) => rowsOf(db, table)))).toEqual(before);
    expect(await shapeOf()).toEqual(shape);
    const parts = await db<{ parent: string; count: number }>`
      select inhparent::regclass::text as parent, count(*)::int as count from pg_inherits
      where inhparent::regclass::text = any(${TABLES}) group by 1 order by 1`;
    expect(parts.map(({ parent, count }) => [parent, Number(count)])).toEqual([
      ["claim", 8],
      ["fact", 16],
      ["report_chunk", 8],
    ]);
  });

  it("numbers new facts after the old ones, also those that were removed", async () => {
    const db = await oldDatabase();
    await db`delete from fact where fact_no = (select max(fact_no) from fact)`;
    await migrate(db, migrations);
    const [added] = await db<{ fact_no: number }>`
      insert into fact (svc_entity_id, taxonomy, concept, unit, period_end, value, form, accession, filed, source)
      values ('ent_oneoneone', 'us-gaap', 'Assets', 'USD', '2030-12-31', 1, '10-K', 'new', '2031-01-01', 'test')
      returning fact_no`;
    expect(Number(added?.fact_no)).toBe(4);
  });

  it("removes what was read from a report with the report, and facts with their company", async () => {
    const db = await oldDatabase();
    await migrate(db, migrations);
    await db`delete from report where report_id = 'rep_oneoneone'`;
    await db`delete from company where svc_entity_id = 'ent_oneoneone'`;
    const left = await Promise.all(TABLES.map((table) => rowsOf(db, table)));
    for (const rows of left) expect(JSON.stringify(rows)).not.toMatch(/rep_oneoneone|ent_oneoneone/);
    expect(left.map((rows) => rows.length)).toEqual([1, 1, 1]);
  });
});

it("reads one part for a company's facts and for a report's passages", async () => {
  const db = await freshDatabase();
  const planOf = async (statement: string) =>
    (await db.pool.query(`explain ${statement}`)).rows.map((row) => row["QUERY PLAN"]).join("\n");
  const partsIn = (plan: string) => new Set(plan.match(/\b(?:fact|report_chunk|claim)_\d+\b(?!_)/g)).size;
  expect(partsIn(await planOf("select from fact where svc_entity_id = 'a'"))).toBe(1);
  expect(partsIn(await planOf("select from report_chunk where report_id = 'a'"))).toBe(1);
  expect(partsIn(await planOf("select from claim where claim_id = any ('{a}')"))).toBe(1);
});

it("lists no part of a table for export and erasure", async () => {
  const db = await freshDatabase();
  const parts = await db`
    select c.relname from pg_class c where c.relispartition and c.relname in (
      select name from owned_tables(array['account_id', 'report_id', 'svc_entity_id'])
      union select name from dependent_tables(array['account_id', 'report_id', 'svc_entity_id']))`;
  expect(parts).toEqual([]);
});
