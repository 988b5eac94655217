import type { Sql } from "../../../platform/db/index.ts";

/** The companies after a given one, with the source of their latest version. */
export async function listCompaniesAfter(
  sql: Sql,
  { after, limit, only }: { after: string; limit: number; only: string | null },
): Promise<{ svc_entity_id: string }[]> {
  return sql<{ svc_entity_id: string }>`
    select c.svc_entity_id, c.name, c.country, c.exchange, c.primary_sector_id, c.primary_isin, c.primary_ticker, c.lei,
           c.cik, c.market_cap_usd, c.market_cap_date, c.market_cap_source, c.status, c.status_date, c.fictional,
           s.name as source, s.source_date, s.licence, c.changed_at
    from company c join company_source s using (source_no)
    where c.svc_entity_id > ${after} and (${only}::text is null or c.svc_entity_id = ${only})
    order by c.svc_entity_id limit ${limit}`;
}
