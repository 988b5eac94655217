import type { Sql } from "../../../platform/db/index.ts";
import type { ListingStatus } from "../listing-status.ts";

export const ORDERS = ["market_cap_desc", "market_cap_asc", "name_asc", "name_desc"] as const;
export type Order = (typeof ORDERS)[number];

/** The criteria for a company; null means any. */
export interface Filter {
  country: string | null;
  exchange: string | null;
  /** A division, or a section with all its divisions. */
  sectorIds: readonly string[] | null;
  marketCapMin: number | null;
  marketCapMax: number | null;
  status: ListingStatus | null;
}

export interface ScreenedRow {
  svc_entity_id: string;
  name: string;
  country: string | null;
  exchange: string | null;
  market_cap_usd: number | null;
  market_cap_date: string | null;
  primary_sector_id: string | null;
  lei: string | null;
  cik: string | null;
  primary_isin: string | null;
  primary_ticker: string | null;
  status: ListingStatus;
  fictional: boolean;
}

/** Contains only the filters present, so that the planner sees a condition for each and can use its index. */
export function whereMatches(sql: Sql, filter: Filter) {
  const { country, exchange, sectorIds, marketCapMin, marketCapMax, status } = filter;
  return sql`where true
    ${country === null ? sql`` : sql`and country = ${country}`}
    ${exchange === null ? sql`` : sql`and exchange = ${exchange}`}
    ${sectorIds === null ? sql`` : sql`and primary_sector_id = any(${sectorIds})`}
    ${marketCapMin === null ? sql`` : sql`and market_cap_usd >= ${marketCapMin}`}
    ${marketCapMax === null ? sql`` : sql`and market_cap_usd <= ${marketCapMax}`}
    ${whereListed(sql, status)}`;
}

/** Written as plain comparisons, whose share of the rows the planner knows. */
function whereListed(sql: Sql, status: ListingStatus | null) {
  if (status === null) return sql``;
  return status === "delisted" ? sql`and status not in ('active', 'suspended')` : sql`and status = ${status}`;
}

/** Unknown market caps come last in both directions; equal and unknown ones are ordered by name. */
export function inOrder(sql: Sql, order: Order) {
  switch (order) {
    case "market_cap_desc":
      return sql`order by market_cap_usd desc nulls last, sort_name, svc_entity_id`;
    case "market_cap_asc":
      return sql`order by market_cap_usd asc nulls last, sort_name, svc_entity_id`;
    case "name_asc":
      return sql`order by sort_name, svc_entity_id`;
    case "name_desc":
      return sql`order by sort_name desc, svc_entity_id`;
  }
}

export interface Page {
  order: Order;
  limit: number;
  offset: number;
}

/** Rows are read only for the page: skipped ones stay in the index. */
export async function listCompanies(sql: Sql, filter: Filter, page: Page): Promise<ScreenedRow[]> {
  const { order, limit, offset } = page;
  return sql<ScreenedRow>`
    select c.svc_entity_id, c.name, c.country, c.exchange, c.market_cap_usd, c.market_cap_date, c.primary_sector_id,
           c.lei, c.cik, c.primary_isin, c.primary_ticker, listing_status(c.status) as status, c.fictional
    from (select svc_entity_id from company ${whereMatches(sql, filter)} ${inOrder(sql, order)}
          limit ${limit} offset ${offset}) as page
    join company c using (svc_entity_id)
    ${inOrder(sql, order)}`;
}

/** The columns of the index in memory. */
export interface IndexedRow {
  company_no: number;
  sort_name: string;
  svc_entity_id: string;
  country: string | null;
  exchange: string | null;
  primary_sector_id: string | null;
  market_cap_usd: number | null;
  status: ListingStatus;
}

/** Companies in the order of their names, from the one after `last` on. */
export function listIndexedRows(
  sql: Sql,
  last: Pick<IndexedRow, "sort_name" | "svc_entity_id"> | null,
  rowsMax: number,
): PromiseLike<IndexedRow[]> {
  return sql.named("company_index_rows")<IndexedRow>`
    select company_no, sort_name, svc_entity_id, country, exchange, primary_sector_id, market_cap_usd,
           listing_status(status) as status
    from company where (sort_name, svc_entity_id) > (${last?.sort_name ?? ""}, ${last?.svc_entity_id ?? ""})
    order by sort_name, svc_entity_id limit ${rowsMax}`;
}

export function listScreenedRows(
  sql: Sql,
  companyNos: readonly number[],
): PromiseLike<(ScreenedRow & { company_no: number })[]> {
  return sql.named("screened_rows")<ScreenedRow & { company_no: number }>`
    select company_no, svc_entity_id, name, country, exchange, market_cap_usd, market_cap_date, primary_sector_id,
           lei, cik, primary_isin, primary_ticker, listing_status(status) as status, fictional
    from company where company_no = any(${companyNos}::int[])`;
}

export async function countCompanies(sql: Sql, filter: Filter): Promise<{ total: number; revision: number }> {
  const [row] = await sql<{ total: number; revision: number }>`
    select count(*) as total, (select revision from company_revision) as revision
    from company ${whereMatches(sql, filter)}`;
  if (!row) throw new Error("a count returned no row");
  return row;
}

export async function readRevision(sql: Sql): Promise<number> {
  const [row] = await sql.named("company_revision")<{
    revision: number;
  }>`select revision from company_revision`;
  if (!row) throw new Error("company_revision has no row");
  return row.revision;
}
