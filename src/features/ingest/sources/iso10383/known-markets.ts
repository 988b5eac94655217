import type { Database } from "../../../../platform/db/index.ts";
import { findExchange } from "../../../reference/index.ts";
import { listMarketCodes } from "./store.ts";

/** Recognises Market Identifier Codes: by the loaded list and the built-in one. */
export async function loadKnownMarkets(db: Database): Promise<(mic: string) => boolean> {
  const loaded = await listMarketCodes(db);
  return (mic) => loaded.has(mic) || findExchange(mic) !== undefined;
}
