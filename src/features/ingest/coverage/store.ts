import type { Viewer } from "../../../kernel/viewer.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { readableBy } from "../../reports/index.ts";

/** What is known of the companies of one country, and of how many it is not. */
export interface CountryCoverage {
  /** Null for companies whose country is unknown. */
  country: string | null;
  companies: number;
  with_prices: number;
  with_reports: number;
  reports: number;
  without_isin: number;
  without_lei: number;
  without_sector: number;
  without_market_cap: number;
}

/** Counts companies, prices and the reports that an account may see, by country. */
export async function countByCountry(sql: Sql, viewer: Viewer): Promise<CountryCoverage[]> {
  return sql<CountryCoverage>`
    with priced as (select distinct svc_entity_id from price_series where price_count > 0),
    reported as (
      select svc_entity_id, count(*) as reports from report
      where svc_entity_id is not null and ${readableBy(sql, viewer)} group by svc_entity_id)
    select country, count(*) as companies, count(priced.svc_entity_id) as with_prices,
      count(reported.svc_entity_id) as with_reports, coalesce(sum(reported.reports), 0)::bigint as reports,
      count(*) filter (where primary_isin is null) as without_isin,
      count(*) filter (where lei is null) as without_lei,
      count(*) filter (where primary_sector_id is null) as without_sector,
      count(*) filter (where market_cap_usd is null) as without_market_cap
    from company left join priced using (svc_entity_id) left join reported using (svc_entity_id)
    group by country order by companies desc, country`;
}

/** Reports that belong to no known company. */
export async function countReportsWithoutCompany(sql: Sql, viewer: Viewer): Promise<number> {
  const [row] = await sql<{ reports: number }>`
    select count(*) as reports from report
    where svc_entity_id is null and ${readableBy(sql, viewer)}`;
  return row?.reports ?? 0;
}
