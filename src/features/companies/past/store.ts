import type { Sql } from "../../../platform/db/index.ts";
import { withSecurityStatus } from "../listing-status.ts";
import { type Filter, inOrder, type Page, type ScreenedRow, whereMatches } from "../screening/store.ts";
import type { EntityRow, StoredEntity } from "../store.ts";

interface PastFields {
  search_names: string;
  lei: string | null;
  cik: string | null;
  perm_id: string | null;
}
export type PastEntity = EntityRow & PastFields;

/** Companies that had one of these identifiers in an earlier version. */
export async function findPastHolders(
  sql: Sql,
  identifiers: readonly string[],
  asOf: string,
): Promise<string[]> {
  const rows = await sql<{ svc_entity_id: string }>`
    select distinct svc_entity_id from company_past
    where identifiers && ${identifiers}::text[] and known_from <= ${asOf} and known_to > ${asOf} limit 100`;
  return rows.map(({ svc_entity_id }) => svc_entity_id);
}

/** These companies as known at a point in time; those unknown then are missing. */
export async function listAsOf(
  sql: Sql,
  ids: readonly string[],
  asOf: string,
): Promise<Map<string, PastEntity>> {
  const rows = await sql<StoredEntity & PastFields>`
    select svc_entity_id, name, children, fictional, listing_status(status) as status, search_names, lei, cik, perm_id
    from ${knownAsOf(sql, asOf)} as known where svc_entity_id = any(${ids})`;
  return new Map(rows.map((row) => [row.svc_entity_id, withSecurityStatus(row)]));
}

/** The companies as of a point in time: rows unchanged since, and older versions of the others. */
function knownAsOf(sql: Sql, asOf: string) {
  return sql`(
    select * from company where changed_at <= ${asOf}
    union all
    select was.* from company_past p cross join lateral jsonb_populate_record(null::company, p.company) as was
    where p.known_from <= ${asOf} and p.known_to > ${asOf})`;
}

/** One page of a screening and the total, as of a point in time. Reads the whole table: a rare request. */
export async function screenAsOf(
  sql: Sql,
  filter: Filter,
  page: Page,
  asOf: string,
): Promise<{ rows: ScreenedRow[]; total: number }> {
  const rows = await sql<ScreenedRow>`
    select svc_entity_id, name, country, exchange, market_cap_usd, market_cap_date, primary_sector_id, lei, cik,
           primary_isin, primary_ticker, listing_status(status) as status, fictional
    from ${knownAsOf(sql, asOf)} as known ${whereMatches(sql, filter)} ${inOrder(sql, page.order)}
    limit ${page.limit} offset ${page.offset}`;
  const [count] = await sql<{ total: number }>`
    select count(*) as total from ${knownAsOf(sql, asOf)} as known ${whereMatches(sql, filter)}`;
  return { rows, total: count?.total ?? 0 };
}
