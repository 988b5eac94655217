import type { Database } from "../../../../platform/db/index.ts";
import { findExchange } from "../../../reference/index.ts";
import { listMarketCodes } from "./store.ts";

/** Tells a Market Identifier Code from other words: by the list that was loaded, and by the one that is built in. */
export async function loadKnownMarkets(db: Database): Promise<(mic: string) => boolean> {
  const loaded = await listMarketCodes(db);
  return (mic) => loaded.has(mic) || findExchange(mic) !== undefined;
}
