import type { Sql } from "../../platform/db/index.ts";
import {
  type ListingStatus,
  type Security,
  type StoredSecurity,
  withSecurityStatus,
} from "./listing-status.ts";

/** A company in the shape of the specification's entity, before its logo URL is added. */
export interface EntityRow {
  svc_entity_id: string;
  name: string;
  children: Security[];
  fictional: boolean;
  status: ListingStatus;
}

/** The same as it is stored. */
export interface StoredEntity extends Omit<EntityRow, "children"> {
  children: StoredSecurity[];
}

const PER_KEY_MAX = 20;

function groupByKey<Row extends StoredEntity & { key: string }>(rows: readonly Row[]) {
  return Map.groupBy(rows.map(withSecurityStatus), ({ key }) => key);
}

/** By ISIN of any security; a company with several matching listings is returned once. */
export async function findByIsins(sql: Sql, isins: readonly string[]): Promise<Map<string, EntityRow[]>> {
  const rows = await sql.named("companies_by_isins")<StoredEntity & { key: string }>`
    select distinct on (s.isin, c.prominence, c.svc_entity_id)
      s.isin as key, c.svc_entity_id, c.name, c.children, c.fictional, listing_status(c.status) as status
    from security s join company c using (company_no)
    where s.isin = any(${isins})
    order by s.isin, c.prominence desc, c.svc_entity_id`;
  return groupByKey(rows);
}

/**
 * By normalised ticker, with the market of each listing. A company's primary listing comes before another company's
 * secondary one, since the same letters are used on many markets.
 */
export async function findByTickers(
  sql: Sql,
  tickerKeys: readonly string[],
): Promise<Map<string, (EntityRow & { mic: string | null; ticker: string })[]>> {
  const rows = await sql.named("companies_by_tickers")<
    StoredEntity & { key: string; mic: string | null; ticker: string }
  >`
    select asked.key, hit.*
    from unnest(${tickerKeys}::text[]) as asked (key)
    cross join lateral (
      select c.svc_entity_id, c.name, c.children, c.fictional, listing_status(c.status) as status, s.mic, s.ticker
      from security s join company c using (company_no)
      where s.ticker_key = asked.key
      order by (s.position = 0) desc, c.prominence desc, c.svc_entity_id
      limit ${PER_KEY_MAX * 4}
    ) as hit`;
  return groupByKey(rows);
}

/** By any permanent identifier: our own, a register's (LEI, CIK), or a source's perm_id. */
export async function findByPermanentIds(
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, EntityRow[]>> {
  const rows = await sql.named("companies_by_permanent_ids")<StoredEntity & { key: string }>`
    select hit.key, hit.svc_entity_id, hit.name, hit.children, hit.fictional, listing_status(hit.status) as status
    from (
      select svc_entity_id as key, svc_entity_id, name, children, fictional, status, 1 as rank, prominence
      from company where svc_entity_id = any(${ids})
      union all
      select perm_id, svc_entity_id, name, children, fictional, status, 2, prominence
      from company where perm_id = any(${ids})
      union all
      select lei, svc_entity_id, name, children, fictional, status, 3, prominence
      from company where lei = any(${ids})
      union all
      select cik, svc_entity_id, name, children, fictional, status, 4, prominence
      from company where cik = any(${ids})
    ) as hit order by hit.rank, hit.prominence desc, hit.svc_entity_id`;
  return groupByKey(rows);
}

/** The folded names of these companies, to compare with a name given in addition to an identifier. */
export async function findSearchNames(sql: Sql, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ svc_entity_id: string; search_names: string }>`
    select svc_entity_id, search_names from company where svc_entity_id = any(${ids})`;
  return new Map(rows.map(({ svc_entity_id, search_names }) => [svc_entity_id, search_names]));
}

export interface CompanyFacts {
  svc_entity_id: string;
  name: string;
  country: string | null;
  exchange: string | null;
  primary_isin: string | null;
  primary_ticker: string | null;
  primary_sector_id: string | null;
  fictional: boolean;
}

export async function findFacts(sql: Sql, ids: readonly string[]): Promise<Map<string, CompanyFacts>> {
  const rows = await sql.named("company_facts")<CompanyFacts>`
    select svc_entity_id, name, country, exchange, primary_isin, primary_ticker, primary_sector_id, fictional
    from company where svc_entity_id = any(${ids})`;
  return new Map(rows.map((row) => [row.svc_entity_id, row]));
}

export interface Listing {
  ticker: string;
  ticker_key: string;
  isin: string | null;
  mic: string | null;
}

const LISTINGS_MAX = 500;

/** The listings of a company that have a ticker, the primary one first. */
export async function listListingsOf(sql: Sql, svcEntityId: string): Promise<Listing[]> {
  return sql.named("company_listings")<Listing>`
    select s.ticker, s.ticker_key, s.isin, s.mic from security s join company c using (company_no)
    where c.svc_entity_id = ${svcEntityId} and s.ticker is not null
    order by s.position limit ${LISTINGS_MAX}`;
}
