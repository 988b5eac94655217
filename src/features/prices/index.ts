/**
 * Prices: end-of-day series by source, splits and dividends, market capitalization with its components. Owns
 * `price_series`, `price_bar`, `price_bar_past`, `corporate_action`, `share_count` and `currency_rate`.
 */
import { eodPrice, eodPrices, marketCap, type PriceTools } from "./operations.ts";

export { listRates, listSplits, writeRates, writeShareCounts } from "./capitalization/store.ts";
export { loadDemoPrices } from "./demo-prices.ts";
export { actionTable } from "./exporting/action-table.ts";
export { priceTable } from "./exporting/price-table.ts";
/** For other features: `findPrices(db, { svc_entity_id, window: "1M" })`. */
export { type FoundPrices, findPrices, type PriceQuery } from "./find-prices.ts";
export { makeSecurityFinder } from "./importing/find-securities.ts";
export { makeRowReader, type PriceRow } from "./importing/read-price-row.ts";
export {
  detectShape,
  findDuplicateColumn,
  makeCellReader,
  type PriceCells,
  type PriceShape,
  SHAPE_NAMES,
  type ShapeName,
} from "./importing/shapes.ts";
export { settlePrices } from "./importing/store.ts";
export { writePrices } from "./importing/write-prices.ts";
export type { PriceTools } from "./operations.ts";
export { listLatestCloses } from "./store.ts";
export type { Window } from "./window.ts";

export const priceOperations = (tools: PriceTools) =>
  [eodPrice(tools), eodPrices(tools), marketCap(tools)] as const;
