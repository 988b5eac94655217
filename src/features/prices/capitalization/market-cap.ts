import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import type { Sql } from "../../../platform/db/index.ts";
import type { CompanyFacts } from "../../companies/index.ts";
import { ADJUSTMENTS, splitFactor } from "../adjusting/adjust-prices.ts";
import { type FoundPrices, findPrices } from "../find-prices.ts";
import { type CorporateAction, listActions } from "../store.ts";
import { findRate, findShares } from "./store.ts";

export const MarketCap = z
  .object({
    svc_entity_id: z.string(),
    name: z.string(),
    currency: z.string(),
    market_cap: z.number().describe("In the currency of the price"),
    market_cap_usd: z.number().nullable().describe("Null when no currency rate is known"),
    parts: z.object({
      price: z.object({
        close: z.number(),
        date: z.iso.date(),
        adjust: z.enum(ADJUSTMENTS),
        source: z.string(),
      }),
      shares: z.object({
        shares: z.number(),
        date: z.iso.date(),
        split_factor: z.number().describe("Splits between the day of the count and the day of the price"),
        source: z.string(),
        reference: z.string(),
      }),
      currency_rate: z
        .object({ usd: z.number(), date: z.iso.date(), source: z.string() })
        .nullable()
        .describe("US dollars for one unit of the currency"),
    }),
  })
  .meta({ id: "MarketCap" });

interface SearchRequest {
  ticker?: string | undefined;
  isin?: string | null | undefined;
  exchange?: string | undefined;
  market?: string | null | undefined;
  date?: string | undefined;
  as_of: string | null;
}

/**
 * Whether the price of that day is one that a share traded at, or can be converted to one with the reported splits.
 * On the latest day nothing has been adjusted yet; before it, dividends and unreported splits cannot be reversed.
 */
function isAsTraded(
  { adjust, series, prices, newest }: FoundPrices,
  actions: readonly CorporateAction[],
): boolean {
  if (adjust === "raw" || prices.at(-1)?.date === newest) return true;
  return series.basis === "split_adjusted" && actions.length > 0;
}

/** Price times shares, each with its day and source; nothing is filled in that no source reports. */
export async function findMarketCap(
  sql: Sql,
  company: CompanyFacts,
  options: SearchRequest,
): Promise<z.input<typeof MarketCap>> {
  const { svc_entity_id, name, country } = company;
  const { date, ...which } = options;
  const query = {
    ...which,
    svc_entity_id,
    country,
    ...(date ? { end_date: date } : { window: "5D" as const }),
  };
  const given = await findPrices(sql, query);
  // As traded if the source has it: then each part is what a newspaper of the day printed.
  const found = given?.series.basis === "raw" ? await findPrices(sql, { ...query, adjust: "raw" }) : given;
  const last = found?.prices.findLast(({ close }) => close !== null);
  const [shares, actions] = await Promise.all([
    findShares(sql, { svc_entity_id, date: last?.date ?? "9999-12-31", as_of: options.as_of }),
    found ? listActions(sql, found.series, options.as_of) : [],
  ]);
  if (!found || last?.close == null)
    throw new Failure("prices_not_found", { detail: `${name} has no price on or before that day.` });
  if (!isAsTraded(found, actions))
    throw new Failure("prices_not_found", {
      detail: `The prices of ${name} have been adjusted for events after ${last.date}, and the source does not report by how much. Request the latest day, ${found.newest}.`,
    });
  if (!shares)
    throw new Failure("prices_not_found", { detail: `No source reports the share count of ${name}.` });
  const { currency, source } = found.series;
  const split_factor = splitFactor(actions, shares.date, found.adjust === "raw" ? last.date : undefined);
  const rate = await findRate(sql, { currency, date: last.date, as_of: options.as_of });
  const market_cap = Math.round(last.close * shares.shares * split_factor);
  return {
    svc_entity_id,
    name,
    currency,
    market_cap,
    market_cap_usd: rate && Math.round(market_cap * rate.usd),
    parts: {
      price: { close: last.close, date: last.date, adjust: found.adjust, source },
      shares: { ...shares, split_factor },
      currency_rate: rate,
    },
  };
}
