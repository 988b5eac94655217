import type { Sql } from "../../platform/db/index.ts";
import { type Listing, listListingsOf } from "./store.ts";
import { readTicker } from "./ticker-notations.ts";

/**
 * Finds a company's listing by ticker, in any notation. If several markets use the ticker, prefers the requested
 * market, else the primary listing.
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
