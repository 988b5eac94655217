import { Failure } from "../../kernel/errors.ts";
import type { Sql } from "../../platform/db/index.ts";
import { adjustPrices, listPossible } from "./adjusting/adjust-prices.ts";
import { describeMarket } from "./calendar/market-clock.ts";
import { listMissingDays, openCalendar } from "./calendar/trading-days.ts";
import {
  type Bar,
  type CorporateAction,
  findSpanAsOf,
  listActions,
  listBars,
  listBarsAsOf,
  listClosesBefore,
  listClosesBeforeAsOf,
  listSeries,
  type PriceBasis,
  type PriceSeries,
} from "./store.ts";
import { type DateRange, readWindow, type Window } from "./window.ts";

/** More trading days than any market has had. */
const BARS_MAX = 60_000;
const MISSING_MAX = 100;

export interface PriceQuery {
  svc_entity_id: string;
  /** Country of the primary listing, for a series whose market is unknown. */
  country?: string | null;
  /** Which security or listing of the company, if it has several. */
  ticker?: string | null | undefined;
  isin?: string | null | undefined;
  /** Only this market. */
  exchange?: string | null | undefined;
  /** The preferred market among several listings. */
  market?: string | null | undefined;
  window?: Window | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
  /** The best available when absent: split-adjusted, unless the source has only something else. */
  adjust?: PriceBasis | undefined;
  /** As known at this time, ISO 8601. */
  as_of?: string | null;
}

export interface FoundPrices {
  series: PriceSeries;
  /** The last day of the series with a price, whatever was requested. */
  newest: string;
  timezone: string | null;
  adjust: PriceBasis;
  prices: Bar[];
  actions: CorporateAction[];
  /** Days on which the market was open but the source has no price, at most a hundred. */
  missing_dates: string[];
  calendar: "holidays" | "weekdays";
}

/** A company's end-of-day prices for a window; null when there are none at all. */
export async function findPrices(sql: Sql, input: PriceQuery): Promise<FoundPrices | null> {
  const asOf = input.as_of ?? null;
  const series = chooseSeries(await listSeries(sql, input.svc_entity_id), input);
  const newest =
    series &&
    (asOf === null ? series.last_date : (await findSpanAsOf(sql, series.series_no, asOf)).last_date);
  if (!series || !newest) return null;
  const range = rangeOf(input, newest);
  const limits = { start: range.start, end: range.end, most: range.newestOnly ?? BARS_MAX };
  const [bars, actions] = await Promise.all([
    asOf === null
      ? listBars(sql, series.series_no, limits)
      : listBarsAsOf(sql, series.series_no, limits, asOf),
    listActions(sql, series, asOf),
  ]);
  const adjust = chooseAdjustment(input.adjust, series, { bars, actions });
  const known = actions.filter(({ ex_date }) => ex_date <= newest);
  const dividends = adjust === "total_return" ? known.filter(({ kind }) => kind === "dividend") : [];
  const closesBefore = await findCloses(sql, { seriesNo: series.series_no, asOf }, dividends);
  const market = describeMarket(series.exchange, input.country ?? null);
  const calendar = openCalendar(market.country);
  const missing = listMissingDays(
    calendar,
    bars.map(({ date }) => date),
  );
  return {
    series,
    newest,
    timezone: market.timezone,
    adjust,
    prices: adjustPrices(bars, adjust, { basis: series.basis, actions: known, closesBefore }),
    actions: known.filter(({ ex_date }) => ex_date <= range.end && ex_date >= (bars[0]?.date ?? range.end)),
    missing_dates: missing.slice(0, MISSING_MAX),
    calendar: calendar.kind,
  };
}

async function findCloses(
  sql: Sql,
  { seriesNo, asOf }: { seriesNo: number; asOf: string | null },
  dividends: readonly CorporateAction[],
): Promise<Map<string, number>> {
  if (dividends.length === 0) return new Map();
  const days = dividends.map(({ ex_date }) => ex_date);
  return asOf === null
    ? listClosesBefore(sql, seriesNo, days)
    : listClosesBeforeAsOf(sql, seriesNo, days, asOf);
}

/** Explicit criteria decide; among equals the order of the list, best first. */
function chooseSeries(all: readonly PriceSeries[], input: PriceQuery): PriceSeries | undefined {
  const matches = (series: PriceSeries) =>
    Number(same(series.isin, input.isin)) * 4 +
    Number(same(series.ticker, input.ticker)) * 2 +
    Number(same(series.exchange, input.market));
  const onMarket = input.exchange ? all.filter((series) => same(series.exchange, input.exchange)) : all;
  return onMarket.toSorted((a, b) => matches(b) - matches(a))[0];
}

function same(known: string | null, query: string | null | undefined): boolean {
  return Boolean(query) && known?.toUpperCase() === query?.toUpperCase();
}

function rangeOf(input: PriceQuery, newest: string): DateRange {
  if (input.start_date === undefined && input.end_date === undefined)
    return readWindow(input.window ?? "1Y", newest);
  return { start: input.start_date ?? null, end: input.end_date ?? newest, newestOnly: null };
}

function chooseAdjustment(
  query: PriceBasis | undefined,
  { basis }: PriceSeries,
  found: { bars: readonly Bar[]; actions: readonly CorporateAction[] },
): PriceBasis {
  const hasAdjusted = found.bars.some(({ adjusted_close }) => adjusted_close !== null);
  const possible = listPossible({ basis, actions: found.actions }, hasAdjusted);
  if (query === undefined) return possible.includes("split_adjusted") ? "split_adjusted" : basis;
  // Without known dividends nothing has to be adjusted: the split-adjusted price is the return.
  if (query === "total_return" && basis === "raw") return query;
  if (possible.includes(query)) return query;
  throw new Failure("invalid_input", {
    detail: `adjust: the source has only ${basis} prices; request ${possible.join(" or ")}.`,
  });
}
