import type { Database } from "../../src/platform/db/index.ts";

/** The companies that the records of a source became, by the source's own key. */
export async function listCompaniesOfRecords(db: Database, source: string): Promise<Map<string, string>> {
  const rows = await db<{ key: string; svc_entity_id: string }>`
    select key, svc_entity_id from company_record where source = ${source}`;
  return new Map(rows.map(({ key, svc_entity_id }) => [key, svc_entity_id]));
}
