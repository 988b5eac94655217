import type { Sql } from "../../platform/db/index.ts";
import { type Ownership, type Viewer, visibleTo } from "../agents/index.ts";

export interface WatchlistRow extends Ownership {
  watchlist_id: string;
  name: string;
  companies: number;
  created_at: string;
  updated_at: string;
}

const columns = (sql: Sql) => sql`
  watchlist_id, account_id, owner_id, visibility, name, created_at, updated_at,
  (select count(*)::int from watchlist_company watched where watched.watchlist_id = watchlist.watchlist_id) as companies`;

export async function insertWatchlist(
  sql: Sql,
  row: Ownership & Pick<WatchlistRow, "watchlist_id" | "name">,
): Promise<void> {
  await sql`
    insert into watchlist (watchlist_id, account_id, owner_id, visibility, name)
    values (${row.watchlist_id}, ${row.account_id}, ${row.owner_id}, ${row.visibility}, ${row.name})`;
}

export async function countWatchlists(sql: Sql, { account_id, owner_id }: Ownership): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from watchlist where account_id = ${account_id} and owner_id = ${owner_id}`;
  return row?.count ?? 0;
}

/** The person's own lists; with `includeShared` also those shared in the account. */
export async function listWatchlists(
  sql: Sql,
  viewer: Viewer,
  { includeShared, most }: { includeShared: boolean; most: number },
): Promise<WatchlistRow[]> {
  const { userId } = viewer;
  return sql<WatchlistRow>`
    select ${columns(sql)} from watchlist
    where ${visibleTo(sql, viewer)}
      ${userId === null || includeShared ? sql`` : sql`and owner_id = ${userId}`}
    order by created_at, watchlist_id limit ${most}`;
}

export async function findWatchlist(
  sql: Sql,
  viewer: Viewer,
  watchlistId: string,
  { lock = false } = {},
): Promise<WatchlistRow | undefined> {
  const [row] = await sql<WatchlistRow>`
    select ${columns(sql)} from watchlist where watchlist_id = ${watchlistId} and ${visibleTo(sql, viewer)}
    ${lock ? sql`for update` : sql``}`;
  return row;
}

export async function updateWatchlist(
  sql: Sql,
  row: Pick<WatchlistRow, "watchlist_id" | "name" | "visibility">,
): Promise<void> {
  await sql`
    update watchlist set name = ${row.name}, visibility = ${row.visibility}, updated_at = clock_timestamp()
    where watchlist_id = ${row.watchlist_id}`;
}

export async function deleteWatchlist(sql: Sql, viewer: Viewer, watchlistId: string): Promise<boolean> {
  const rows = await sql`
    delete from watchlist where watchlist_id = ${watchlistId} and ${visibleTo(sql, viewer)}
    returning watchlist_id`;
  return rows.length > 0;
}

/** A person's private lists end with the person: no one else can see or delete them. Returns how many there were. */
export async function deletePrivateWatchlists(sql: Sql, ownerId: string): Promise<number> {
  const rows = await sql`
    delete from watchlist where owner_id = ${ownerId} and visibility = 'private' returning watchlist_id`;
  return rows.length;
}

export interface WatchedCompany {
  svc_entity_id: string;
  added_at: string;
}

/** In the order in which they were added. */
export async function listWatched(sql: Sql, watchlistId: string, most: number): Promise<WatchedCompany[]> {
  return sql<WatchedCompany>`
    select svc_entity_id, added_at from watchlist_company where watchlist_id = ${watchlistId}
    order by added_at, svc_entity_id limit ${most}`;
}

/** Every company on a list that the viewer sees, once. */
export async function listWatchedByViewer(
  sql: Sql,
  viewer: Viewer,
  { includeShared, most }: { includeShared: boolean; most: number },
): Promise<string[]> {
  const { userId } = viewer;
  const rows = await sql<{ svc_entity_id: string }>`
    select distinct watched.svc_entity_id from watchlist join watchlist_company watched using (watchlist_id, account_id)
    where ${visibleTo(sql, viewer)}
      ${userId === null || includeShared ? sql`` : sql`and owner_id = ${userId}`}
    order by watched.svc_entity_id limit ${most}`;
  return rows.map(({ svc_entity_id }) => svc_entity_id);
}

/** Those that are already on the list stay as they are. */
export async function insertWatched(sql: Sql, watchlistId: string, ids: readonly string[]): Promise<void> {
  await sql`
    insert into watchlist_company (watchlist_id, account_id, svc_entity_id)
    select watchlist_id, account_id, given from watchlist, unnest(${ids}::text[]) as given
    where watchlist_id = ${watchlistId}
    on conflict do nothing`;
  await touch(sql, watchlistId);
}

export async function deleteWatched(sql: Sql, watchlistId: string, ids: readonly string[]): Promise<void> {
  await sql`
    delete from watchlist_company where watchlist_id = ${watchlistId} and svc_entity_id = any(${ids})`;
  await touch(sql, watchlistId);
}

async function touch(sql: Sql, watchlistId: string): Promise<void> {
  await sql`update watchlist set updated_at = clock_timestamp() where watchlist_id = ${watchlistId}`;
}
