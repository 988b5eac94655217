import type { Database } from "../../src/platform/db/index.ts";

/** The companies that the records of a source became, by the source's own key. */
export async function listCompaniesOfRecords(db: Database, source: string): Promise<Map<string, string>> {
  const rows = await db<{ key: string; svc_entity_id: string }>`
    select key, svc_entity_id from company_record where source = ${source}`;
  return new Map(rows.map(({ key, svc_entity_id }) => [key, svc_entity_id]));
}

/** The folded names of companies, as look-ups compare them. */
export async function listSearchNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db<{ svc_entity_id: string; search_names: string }>`
    select svc_entity_id, search_names from company where svc_entity_id = any(${ids})`;
  return new Map(rows.map(({ svc_entity_id, search_names }) => [svc_entity_id, search_names]));
}
