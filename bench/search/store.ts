import { createIndex, hasIndex, hasPgvector } from "../../src/features/search/vectors/pgvector/store.ts";
import { type Database, inTransaction } from "../../src/platform/db/index.ts";

export async function countPassages(db: Database): Promise<number> {
  const [row] = await db<{ count: number }>`select count(*)::int as count from passage`;
  return row?.count ?? 0;
}

/** Drops the index of pgvector, if there is one, while the vectors are added, and makes it again. */
export async function makeIndexAgain(db: Database, add: () => Promise<void>): Promise<void> {
  if (await hasPgvector(db)) await inTransaction(db, createIndex);
  if (!(await hasIndex(db))) return add();
  const [index] = await db<{ indexdef: string }>`
    select indexdef from pg_indexes where schemaname = 'search_index' and indexname = 'passage_vector_near'`;
  if (!index) throw new Error("the index of pgvector has another name");
  await db`drop index search_index.passage_vector_near`;
  await add();
  await inTransaction(db, async (sql) => {
    await sql`select set_config('maintenance_work_mem', '4GB', true)`;
    // As it is listed, the index of a table in parts leaves the parts out.
    await sql.run({ text: index.indexdef.replace(" ON ONLY ", " ON "), values: [] });
  });
}
