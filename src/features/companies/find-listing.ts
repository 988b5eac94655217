import type { Sql } from "../../platform/db/index.ts";
import { type Listing, listListingsOf } from "./store.ts";
import { readTicker } from "./ticker-notations.ts";

/**
 * The listing of a company that a ticker means, in whatever notation. Where the same ticker stands on several markets,
 * the one asked for is taken, else the primary one.
 */
export async function findListing(
  sql: Sql,
  query: { svc_entity_id: string; ticker: string; exchange?: string | undefined },
): Promise<Listing | undefined> {
  const listings = await listListingsOf(sql, query.svc_entity_id);
  for (const { ticker_key, mics } of readTicker(query.ticker)) {
    const named = listings.filter(
      (listing) =>
        listing.ticker_key === ticker_key &&
        (mics === null || (listing.mic !== null && mics.includes(listing.mic))),
    );
    if (named.length > 0) return named.find(({ mic }) => mic === query.exchange) ?? named[0];
  }
  return undefined;
}
