import { z } from "zod";
import { AsOf, readAsOf } from "../../kernel/as-of.ts";
import { Day } from "../../kernel/day.ts";
import { Failure } from "../../kernel/errors.ts";
import { defineOperation } from "../../kernel/operation.ts";
import type { Database } from "../../platform/db/index.ts";
import { makeLookup } from "../companies/index.ts";
import { ADJUSTMENTS } from "./adjusting/adjust-prices.ts";
import { INTERVALS } from "./aggregating/group-bars.ts";
import { answerPrices, checkDates, findNamed, findRequestedSecurity, Prices } from "./answer-prices.ts";
import { findMarketCap, MarketCap } from "./capitalization/market-cap.ts";
import { WINDOWS } from "./window.ts";

export interface PriceTools {
  db: Database;
}

const named = {
  svc_entity_id: z.string().min(1).max(60).optional().describe("Entity identifier of the company"),
  ticker: z.string().min(1).max(60).optional().describe("Ticker, also with a market (MC.PA, NYSE:IBM)"),
  isin: z.string().min(1).max(60).optional().describe("ISIN of the security"),
  exchange: z
    .string()
    .regex(/^[A-Z0-9]{4}$/, "expected a Market Identifier Code")
    .optional()
    .describe("Market of the listing, when the company has several"),
};

const period = {
  window: z.enum(WINDOWS).optional().describe("Default 1Y; not together with dates"),
  start_date: Day.optional(),
  end_date: Day.optional(),
  adjust: z.enum(ADJUSTMENTS).optional().describe("Default split_adjusted, if the source allows it"),
  interval: z.enum(INTERVALS).default("day").describe("One price per day, week or month"),
  as_of: AsOf,
};

export const eodPrice = ({ db }: PriceTools) => {
  const lookUp = makeLookup(db);
  return defineOperation({
    id: "prices.eod_price",
    summary: "End-of-day prices of a company",
    guide:
      "Stock prices of a share, open, high, low, close and volume: over a window, " +
      "counted back from the latest, or between two dates. Identify it by svc_entity_id, ticker or ISIN. `adjust` sets " +
      "whether prices are adjusted for splits and dividends; the answer states its basis.",
    scope: "prices:read",
    effect: "read",
    price: 1,
    isPageRead: true,
    perSecond: 50,
    rest: { method: "POST", path: "/v1/price/eod_price", alsoGet: true },
    mcp: { tool: "get_prices", latestFirst: "prices" },
    input: z.strictObject({
      ...named,
      ...period,
    }),
    output: Prices,
    errors: ["company_not_found", "prices_not_found"],
    examples: [
      {
        title: "The last month of a demo company",
        input: { svc_entity_id: "ent_qpi4neyotut5", window: "1M" },
      },
      {
        title: "Total return over two dates, by ticker",
        input: {
          ticker: "OSTL",
          start_date: "2024-09-01",
          end_date: "2024-09-30",
          adjust: "total_return",
        },
      },
    ],
    asTable: ({ prices }) => ({
      columns: [
        { name: "date", type: "date" },
        ...["open", "high", "low", "close", "volume"].map((name) => ({ name, type: "number" as const })),
      ],
      rows: prices,
    }),
    async run(_context, input) {
      checkDates(input);
      return answerPrices(db, lookUp, input);
    },
  });
};

const TICKERS_MAX = 50;
/** Prices in one answer: about ten megabytes. */
const BARS_MAX = 100_000;

export const eodPrices = ({ db }: PriceTools) => {
  const lookUp = makeLookup(db);
  return defineOperation({
    id: "prices.eod_prices",
    summary: "End-of-day prices of several companies",
    guide:
      "Like prices.eod_price for a list of tickers: one series for each, and the reason for each without prices.",
    scope: "prices:read",
    effect: "read",
    price: {
      most: ({ tickers }) => new Set(tickers).size,
      about: "1 credit per ticker with prices",
    },
    perSecond: 10,
    rest: { method: "POST", path: "/v1/price/eod_prices", alsoGet: true },
    mcp: false,
    input: z.strictObject({
      tickers: z
        .array(z.string().min(1).max(60))
        .min(1)
        .max(TICKERS_MAX)
        .describe("At most 50, also with a market"),
      ...period,
    }),
    output: z.object({
      series: z.array(Prices).describe("In the order of the tickers"),
      errors: z
        .array(z.object({ ticker: z.string(), code: z.string(), reason: z.string() }))
        .describe("Tickers without prices, which are not charged"),
    }),
    examples: [
      { title: "Two demo companies by month", input: { tickers: ["OSTL", "PLRN"], interval: "month" } },
    ],
    async run(context, { tickers, ...input }) {
      checkDates(input);
      const answer = await answerSeveral([...new Set(tickers)], (ticker) =>
        answerPrices(db, lookUp, { ...input, ticker }),
      );
      context.use(answer.series.length);
      return answer;
    },
  });
};

/** One after the other: a long list must not take all connections of the database. */
async function answerSeveral(
  tickers: readonly string[],
  answer: (ticker: string) => Promise<z.output<typeof Prices>>,
) {
  const series: z.output<typeof Prices>[] = [];
  const errors: { ticker: string; code: string; reason: string }[] = [];
  let bars = 0;
  for (const ticker of tickers) {
    try {
      const found = await answer(ticker);
      bars += found.prices.length;
      series.push(found);
    } catch (failure) {
      if (!(failure instanceof Failure) || !failure.code.endsWith("_not_found")) throw failure;
      errors.push({ ticker, code: failure.code, reason: failure.detail ?? failure.message });
    }
    if (bars > BARS_MAX)
      throw new Failure("invalid_input", {
        detail: `These are more than ${BARS_MAX} prices; ask for fewer tickers, a shorter window or a longer interval.`,
      });
  }
  return { series, errors };
}

export const marketCap = ({ db }: PriceTools) => {
  const lookUp = makeLookup(db);
  return defineOperation({
    id: "prices.market_cap",
    summary: "Market capitalization of a company, with its components",
    guide:
      "Use when the size of a company must be traceable: price with its date, shares with their date and source, and the " +
      "currency rate. `market_cap_usd` is null when no rate is known.",
    scope: "prices:read",
    effect: "read",
    price: 1,
    isPageRead: true,
    perSecond: 50,
    rest: { method: "POST", path: "/v1/price/market_cap" },
    mcp: false,
    input: z.strictObject({
      ...named,
      date: Day.optional().describe("On or before this day; the latest when absent"),
      as_of: AsOf,
    }),
    output: MarketCap,
    errors: ["company_not_found", "prices_not_found"],
    examples: [{ title: "Of a demo company", input: { svc_entity_id: "ent_qpi4neyotut5" } }],
    async run(_context, input) {
      const company = await findNamed(db, lookUp, input);
      return findMarketCap(db, company, {
        ...input,
        ...(await findRequestedSecurity(db, company, input)),
        as_of: readAsOf(input.as_of),
      });
    },
  });
};
