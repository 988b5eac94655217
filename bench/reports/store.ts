import type { Sql } from "../../src/platform/db/index.ts";

export async function listCompanyIds(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql<{ svc_entity_id: string }>`
    select svc_entity_id from company order by svc_entity_id limit ${limit}`;
  return rows.map(({ svc_entity_id }) => svc_entity_id);
}

/** What autovacuum does within minutes; those minutes are not measured. */
export async function settle(sql: Sql): Promise<void> {
  await sql`vacuum analyze report`;
}
