import type { Sql } from "../../../../platform/db/index.ts";
import { hasCurrentVectors, inScope, type PassageKey, type SearchScope, scopeTables } from "../../store.ts";

/** Whether the server has pgvector with half-precision vectors. */
export async function hasPgvector(sql: Sql): Promise<boolean> {
  const rows = await sql`
    select from pg_available_extension_versions where name = 'vector' and version ~ '^(0\\.([7-9]|\\d\\d)|[1-9])'`;
  return rows.length > 0;
}

/** Whether the index was made before. */
export async function hasIndex(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ found: boolean }>`
    select to_regclass('search_index.passage_vector') is not null as found`;
  return row?.found ?? false;
}

const PARTITIONS = 8;

/**
 * Makes the table of vectors with its index. It has a schema of its own: whether it exists depends on the server, and
 * everything in it can be made again, so it belongs to no backup.
 */
export async function createIndex(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('search index', 22))`;
  if (await hasIndex(sql)) return;
  await sql`create extension if not exists vector`;
  await sql`create schema if not exists search_index`;
  await sql`
    create table search_index.passage_vector (
      report_id text collate "C" not null references public.report on delete cascade,
      passage_no integer not null,
      model text collate "C" not null,
      embedding halfvec(384) not null,
      primary key (report_id, passage_no)
    ) partition by hash (report_id)`;
  for (let remainder = 0; remainder < PARTITIONS; remainder++)
    await sql.run({
      text: `create table search_index.passage_vector_${remainder} partition of search_index.passage_vector
             for values with (modulus ${PARTITIONS}, remainder ${remainder})`,
      values: [],
    });
  await sql`create index passage_vector_near on search_index.passage_vector using hnsw (embedding halfvec_ip_ops)`;
}

/** Indexed reports whose vectors are missing or of another model, by id. */
export async function listWithoutVectors(
  sql: Sql,
  { after, limit, among }: { after: string; limit: number; among?: readonly string[] },
): Promise<string[]> {
  const rows = await sql<{ report_id: string }>`
    select report_id from passage_report i
    where report_id > ${after} ${among ? sql`and report_id = any(${among})` : sql``} and model is not null and passages > 0 and not exists (
      select from search_index.passage_vector v where v.report_id = i.report_id and v.model = i.model)
    order by report_id limit ${limit}`;
  return rows.map(({ report_id }) => report_id);
}

export interface VectorRow {
  passageNo: number;
  vector: Float32Array;
}

/** Replaces the vectors of a report. */
export async function saveVectors(sql: Sql, reportId: string, rows: readonly VectorRow[]): Promise<void> {
  await sql`delete from search_index.passage_vector where report_id = ${reportId}`;
  await sql`
    insert into search_index.passage_vector (report_id, passage_no, model, embedding)
    select report_id, passage_no, model, embedding::halfvec(384)
    from unnest(${rows.map(({ passageNo }) => passageNo)}::int[],
      ${rows.map(({ vector }) => `[${vector.join(",")}]`)}::text[]) as new (passage_no, embedding)
    cross join passage_report where report_id = ${reportId}`;
}

/**
 * In each partition at first; the scan goes on where more are asked for. Enough for a recall above 0.97 of the first ten
 * of a million, measured by `bench/search.ts`: 64 found 0.97 to 0.99, 200 took twice the time.
 */
const CANDIDATES_SEARCHED = 80;

/** The passages of a scope that the index finds closest. Must run in a transaction, which the settings are for. */
export async function listNearest(
  sql: Sql,
  scope: SearchScope,
  { model, vector, count }: { model: string; vector: Float32Array; count: number },
): Promise<PassageKey[]> {
  await sql`
    select set_config('hnsw.ef_search', ${String(CANDIDATES_SEARCHED)}, true),
      set_config('hnsw.iterative_scan', 'relaxed_order', true)`;
  return sql<PassageKey>`
    select v.report_id, v.passage_no from search_index.passage_vector v
    join (${scopeTables(sql)}) on r.report_id = v.report_id
    ${scope.sections ? sql`join passage p on p.report_id = v.report_id and p.passage_no = v.passage_no` : sql``}
    where v.model = ${model} and ${inScope(sql, scope)} and ${hasCurrentVectors(sql)}
      ${scope.sections ? sql`and p.section = any(${scope.sections})` : sql``}
    order by v.embedding <#> ${`[${vector.join(",")}]`}::halfvec(384) limit ${count}`;
}

/** Few reports are compared one by one: an index over all of them would look at everything else first. */
export async function listNearestExactly(
  sql: Sql,
  scope: SearchScope,
  {
    reportIds,
    model,
    vector,
    count,
  }: {
    reportIds: readonly string[];
    model: string;
    vector: Float32Array;
    count: number;
  },
): Promise<PassageKey[]> {
  return sql<PassageKey>`
    with compared as materialized (
      select v.report_id, v.passage_no, v.embedding <#> ${`[${vector.join(",")}]`}::halfvec(384) as distance
      from search_index.passage_vector v where v.report_id = any(${reportIds}) and v.model = ${model})
    select v.report_id, v.passage_no from compared v
    ${scope.sections ? sql`join passage p on p.report_id = v.report_id and p.passage_no = v.passage_no` : sql``}
    ${scope.sections ? sql`where p.section = any(${scope.sections})` : sql``}
    order by distance limit ${count}`;
}
