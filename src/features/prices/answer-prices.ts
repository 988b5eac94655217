import { z } from "zod";
import { readAsOf } from "../../kernel/as-of.ts";
import { Failure } from "../../kernel/errors.ts";
import type { Database } from "../../platform/db/index.ts";
import {
  type CompanyFacts,
  findCompany,
  findListing,
  type Lookup,
  requireCompany,
} from "../companies/index.ts";
import { ADJUSTMENTS } from "./adjusting/adjust-prices.ts";
import { groupBars, INTERVALS, type Interval } from "./aggregating/group-bars.ts";
import { type FoundPrices, findPrices } from "./find-prices.ts";
import { lookUpListed } from "./look-up-listed.ts";
import { listSeries, type PriceBasis } from "./store.ts";
import type { Window } from "./window.ts";

export interface SecurityQuery {
  svc_entity_id?: string | undefined;
  ticker?: string | undefined;
  isin?: string | undefined;
  exchange?: string | undefined;
}

export async function findNamed(db: Database, lookUp: Lookup, input: SecurityQuery): Promise<CompanyFacts> {
  const { svc_entity_id, ticker, isin } = input;
  if (svc_entity_id === undefined && ticker === undefined && isin === undefined)
    throw new Failure("invalid_input", { detail: "Provide svc_entity_id, ticker or isin." });
  if (svc_entity_id !== undefined) return requireCompany(db, svc_entity_id);
  const [found] = await lookUpListed(lookUp, input);
  const company = found && (await findCompany(db, found.svc_entity_id));
  if (!company)
    throw new Failure("company_not_found", { detail: "Company not found for this ticker or ISIN." });
  return company;
}

/** The requested security, as series name it; accepts any notation. */
export async function findRequestedSecurity(
  db: Database,
  { svc_entity_id }: CompanyFacts,
  { ticker, isin, exchange }: SecurityQuery,
) {
  const listing = ticker && (await findListing(db, { svc_entity_id, ticker, exchange }));
  if (!listing) return { ticker, isin };
  return { ticker: listing.ticker, isin: isin ?? listing.isin, market: listing.mic };
}

const price = z.number().nullable();

export const Prices = z
  .object({
    svc_entity_id: z.string(),
    name: z.string(),
    ticker: z.string().nullable(),
    isin: z.string().nullable(),
    currency: z.string().describe("ISO 4217"),
    exchange: z.string().nullable().describe("Market Identifier Code"),
    timezone: z.string().nullable().describe("Of the exchange, as in the IANA database"),
    adjust: z
      .enum(ADJUSTMENTS)
      .describe(
        "raw: as traded; split_adjusted: adjusted for splits; total_return: adjusted for splits and dividends",
      ),
    interval: z.enum(INTERVALS).describe("A week or month has the date of its last trading day"),
    source: z.object({
      name: z.string(),
      reference: z.string(),
      licence: z.string(),
      basis: z.enum(ADJUSTMENTS),
    }),
    fictional: z.boolean().describe("True for a fictional demo company"),
    prices: z.array(
      z.object({
        date: z.iso.date(),
        open: price,
        high: price,
        low: price,
        close: price,
        volume: price,
      }),
    ),
    corporate_actions: z
      .array(
        z.object({
          kind: z.enum(["split", "dividend"]),
          ex_date: z.iso.date(),
          payment_date: z.iso.date().nullable(),
          amount: price,
          currency: z.string().nullable(),
          ratio: price,
          source: z.string(),
        }),
      )
      .describe("In the window"),
    missing_dates: z
      .array(z.iso.date())
      .describe("Days in the window on which the exchange was open and the source has no price; at most 100"),
    calendar: z
      .enum(["holidays", "weekdays"])
      .describe("Whether the exchange's holidays are known, or only its weekdays"),
  })
  .meta({ id: "Prices" });

export interface PriceRequest extends SecurityQuery {
  window?: Window | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
  adjust?: PriceBasis | undefined;
  interval: Interval;
  as_of?: string | undefined;
}

/** The prices of one security, or a failure that says which series there are. */
export async function answerPrices(
  db: Database,
  lookUp: Lookup,
  input: PriceRequest,
): Promise<z.output<typeof Prices>> {
  const company = await findNamed(db, lookUp, input);
  const security = await findRequestedSecurity(db, company, input);
  const found = await findPrices(db, {
    ...input,
    ...security,
    svc_entity_id: company.svc_entity_id,
    country: company.country,
    as_of: readAsOf(input.as_of),
  });
  if (!found || !isRequested(found, security))
    throw new Failure("prices_not_found", { detail: await describeMissing(db, company, input) });
  return { ...describe(found, input.interval), name: company.name, fictional: company.fictional };
}

export function checkDates(input: Pick<PriceRequest, "window" | "start_date" | "end_date">): void {
  const { window, start_date, end_date } = input;
  if (window !== undefined && (start_date !== undefined || end_date !== undefined))
    throw new Failure("invalid_input", { detail: "Provide window or dates, not both." });
  if (start_date !== undefined && end_date !== undefined && start_date > end_date)
    throw new Failure("invalid_input", { detail: "start_date: must not be after end_date" });
}

/** Another share class of the company has other prices. A series without a ticker is of its only security. */
function isRequested(
  { series }: FoundPrices,
  { ticker, isin }: { ticker: string | undefined; isin: string | null | undefined },
): boolean {
  if (ticker === undefined && isin === undefined) return true;
  const isSame = (known: string | null, asked: string | null | undefined) =>
    Boolean(known) && known?.toUpperCase() === asked?.toUpperCase();
  if (isSame(series.ticker, ticker) || isSame(series.isin, isin)) return true;
  return (ticker === undefined || series.ticker === "") && (!isin || series.isin === null);
}

/** Names the series there are, so that the caller can ask for one of them. */
async function describeMissing(
  db: Database,
  { svc_entity_id, name }: CompanyFacts,
  { ticker, isin, exchange }: SecurityQuery,
): Promise<string> {
  const series = await listSeries(db, svc_entity_id);
  if (series.length === 0) return `No prices of ${name} are available.`;
  const asked = [ticker, isin, exchange].filter((part) => part !== undefined).join(", ");
  const known = series.map((one) => [one.ticker || one.isin, one.exchange].filter(Boolean).join(" on "));
  return `No prices of ${name} for ${asked}. Available: ${[...new Set(known)].join(", ")}.`;
}

function describe(
  { series, timezone, adjust, prices, actions, missing_dates, calendar }: FoundPrices,
  interval: Interval,
) {
  const { svc_entity_id, ticker, isin, currency, exchange, source, reference, licence, basis } = series;
  return {
    svc_entity_id,
    ticker: ticker || null,
    isin,
    currency,
    exchange,
    timezone,
    adjust,
    interval,
    source: { name: source, reference, licence, basis },
    prices: groupBars(prices, interval).map(({ adjusted_close, ...bar }) => bar),
    corporate_actions: actions.map(({ ticker: _ticker, amount_split_adjusted, ...action }) => action),
    missing_dates,
    calendar,
  };
}
