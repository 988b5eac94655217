import type { Sql } from "../../../../platform/db/index.ts";

export interface Candidate {
  svc_entity_id: string;
  search_names: string;
  lei: string | null;
  cik: string | null;
  country: string | null;
  domicile: string | null;
  /** Only foreign lists have reported it. */
  foreign: boolean;
  prominence: number;
  children: readonly { ticker: string | null }[];
}

/** Which companies have which identifiers: the identifier as given, and the company. */
export async function findByIdentifiers(
  sql: Sql,
  query: { leis: readonly string[]; ciks: readonly string[]; isins: readonly string[] },
): Promise<{ identifier: string; svc_entity_id: string }[]> {
  return sql<{ identifier: string; svc_entity_id: string }>`
    select 'lei:' || lei as identifier, svc_entity_id from company where lei = any(${query.leis})
    union all
    select 'cik:' || cik, svc_entity_id from company where cik = any(${query.ciks})
    union all
    select distinct 'isin:' || s.isin, c.svc_entity_id
    from security s join company c using (company_no) where s.isin = any(${query.isins})`;
}

/** Companies listed under a normalised ticker, on any market of an operator. */
export async function findByListings(
  sql: Sql,
  listings: readonly { ticker_key: string; market: string }[],
  markets: readonly { market: string; mic: string }[],
): Promise<{ identifier: string; svc_entity_id: string }[]> {
  if (listings.length === 0) return [];
  return sql<{ identifier: string; svc_entity_id: string }>`
    select distinct 'listing:' || asked.market || ':' || s.ticker_key as identifier, c.svc_entity_id
    from unnest(${listings.map((listing) => listing.ticker_key)}::text[],
      ${listings.map((listing) => listing.market)}::text[]) as asked (ticker_key, market)
    join unnest(${markets.map(({ market }) => market)}::text[], ${markets.map(({ mic }) => mic)}::text[])
      as family (market, mic) on family.market = asked.market
    join security s on s.ticker_key = asked.ticker_key and s.mic = family.mic
    join company c using (company_no)`;
}

/** Companies by the records that other records belong to. */
export async function findByRecords(
  sql: Sql,
  records: readonly { source: string; key: string }[],
): Promise<{ identifier: string; svc_entity_id: string }[]> {
  if (records.length === 0) return [];
  return sql<{ identifier: string; svc_entity_id: string }>`
    select distinct 'record:' || r.source || ':' || r.key as identifier, r.svc_entity_id
    from unnest(${records.map(({ source }) => source)}::text[], ${records.map(({ key }) => key)}::text[])
      as asked (source, key)
    join company_record r using (source, key)`;
}

const PER_NAME_MAX = 6;

/** Companies with exactly this name, ignoring the legal form. */
export async function findByWholeNames(
  sql: Sql,
  keys: readonly string[],
): Promise<{ identifier: string; svc_entity_id: string }[]> {
  return sql<{ identifier: string; svc_entity_id: string }>`
    select 'name:' || asked.key as identifier, c.svc_entity_id
    from unnest(${keys}::text[]) as asked (key)
    cross join lateral (
      select company_no from company_key where company_key.key = asked.key
      order by prominence desc limit ${PER_NAME_MAX}
    ) as hit join company c using (company_no)`;
}

export async function findCandidates(sql: Sql, ids: readonly string[]): Promise<Map<string, Candidate>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<Candidate>`
    select c.svc_entity_id, c.search_names, c.lei, c.cik, c.country, c.prominence, c.children,
           reported.domicile, coalesce(reported.is_foreign, false) as "foreign"
    from company c cross join lateral (
      select min(r.content ->> 'domicile') as domicile, bool_and(coalesce((r.content ->> 'foreign')::boolean, false)) as is_foreign
      from company_record r where r.svc_entity_id = c.svc_entity_id) as reported
    where c.svc_entity_id = any(${ids})`;
  return new Map(rows.map((row) => [row.svc_entity_id, row]));
}
