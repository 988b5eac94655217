import { z } from "zod";
import { Failure } from "../../kernel/errors.ts";
import type { Caller } from "../../kernel/operation.ts";
import type { Database, Sql } from "../../platform/db/index.ts";
import { VISIBILITIES, type Viewer } from "../agents/index.ts";
import { findWatchlist, type WatchlistRow } from "./store.ts";

export interface WatchlistTools {
  db: Database;
}

/** Common to the operations that manage watchlists: free, for people and programs. */
export const watchlistOperation = {
  scope: "companies:read",
  effect: "write",
  price: 0,
  perSecond: 5,
  mcp: false,
} as const;

export const watchlistRead = { ...watchlistOperation, effect: "read", perSecond: 10 } as const;

export const WATCHED_MAX = 200;
export const WatchlistId = z.string().min(1).max(60);
export const CompanyIds = z.array(z.string().min(1).max(60)).min(1).max(WATCHED_MAX);
/** Not a watchlist of anyone: use the id that `watchlists.create` returned. */
export const EXAMPLE_WATCHLIST = "wat_aaaaaaaaaaaaaaaa";
/** A demo company. */
export const EXAMPLE_COMPANY = "ent_qpi4neyotut5";

export const Watchlist = z
  .object({
    watchlist_id: z.string(),
    name: z.string(),
    visibility: z.enum(VISIBILITIES),
    own: z.boolean(),
    companies: z.int(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "Watchlist" });

export function describeWatchlist(
  { account_id: _account, owner_id, ...rest }: WatchlistRow,
  { accountId, userId }: Caller,
): z.input<typeof Watchlist> {
  return { ...rest, own: owner_id === (userId ?? accountId) };
}

/** With `lock` no one else changes it until the transaction ends. */
export async function requireWatchlist(
  sql: Sql,
  viewer: Viewer,
  watchlistId: string,
  options: { lock?: boolean } = {},
): Promise<WatchlistRow> {
  const watchlist = await findWatchlist(sql, viewer, watchlistId, options);
  if (!watchlist) throw new Failure("watchlist_not_found");
  return watchlist;
}
