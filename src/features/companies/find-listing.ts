import type { Sql } from "../../platform/db/index.ts";
import { type Listing, listListingsOf } from "./store.ts";
import { readTicker } from "./ticker-notations.ts";

/**
 * The listing of a company that a ticker means, in whatever notation. Where the same ticker stands on several markets,
 * the one asked for is taken, else the primary one.
 */
export async function findListing(
  sql: Sql,
  asked: { svc_entity_id: string; ticker: string; exchange?: string | undefined },
): Promise<Listing | undefined> {
  const listings = await listListingsOf(sql, asked.svc_entity_id);
  for (const { ticker_key, mics } of readTicker(asked.ticker)) {
    const meant = listings.filter(
      (listing) =>
        listing.ticker_key === ticker_key &&
        (mics === null || (listing.mic !== null && mics.includes(listing.mic))),
    );
    if (meant.length > 0) return meant.find(({ mic }) => mic === asked.exchange) ?? meant[0];
  }
  return undefined;
}
