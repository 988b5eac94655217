import type { Sql } from "../../platform/db/index.ts";

/** The adjustment of prices: none, splits, or splits and dividends. */
export type PriceBasis = "raw" | "split_adjusted" | "total_return";

export interface Bar {
  date: string;
  open: number | null;
  high: number | null;
  low: number | null;
  close: number | null;
  volume: number | null;
  adjusted_close: number | null;
}

export interface PriceSeries {
  series_no: number;
  svc_entity_id: string;
  ticker: string;
  isin: string | null;
  exchange: string | null;
  currency: string;
  basis: PriceBasis;
  source: string;
  reference: string;
  licence: string;
  first_date: string;
  last_date: string;
  price_count: number;
}

/** A company's series with prices; as traded before adjusted, then the most complete. */
export async function listSeries(sql: Sql, svcEntityId: string): Promise<PriceSeries[]> {
  return sql.named("price_series_of_company")<PriceSeries>`
    select series_no, svc_entity_id, ticker, isin, exchange, currency, basis, source, reference, licence, first_date,
           last_date, price_count
    from price_series where svc_entity_id = ${svcEntityId} and price_count > 0
    order by array_position(array['raw', 'split_adjusted', 'total_return'], basis), last_date desc, price_count desc
    limit 100`;
}

export interface BarRange {
  start: string | null;
  end: string;
  /** Only the latest this many. */
  most: number;
}

/** The latest days of the range, oldest first: read from the index alone. */
export async function listBars(sql: Sql, seriesNo: number, range: BarRange): Promise<Bar[]> {
  const rows = await sql.named("price_bars")<Bar>`
    select date, open, high, low, close, volume, adjusted_close from price_bar
    where series_no = ${seriesNo} and date >= coalesce(${range.start}::date, '-infinity') and date <= ${range.end}
    order by date desc limit ${range.most}`;
  return rows.reverse();
}

/** Every day of a series as known at a point in time. */
const knownBars = (sql: Sql, seriesNo: number, asOf: string) => sql`
  select date, open, high, low, close, volume, adjusted_close from price_bar
  where series_no = ${seriesNo} and known_from <= ${asOf}
  union all
  select date, open, high, low, close, volume, adjusted_close from price_bar_past
  where series_no = ${seriesNo} and known_from <= ${asOf} and known_to > ${asOf}`;

/** The same as known at a point in time: corrected days in their older version, later days not at all. */
export async function listBarsAsOf(
  sql: Sql,
  seriesNo: number,
  range: BarRange,
  asOf: string,
): Promise<Bar[]> {
  const rows = await sql<Bar>`
    select date, open, high, low, close, volume, adjusted_close from (${knownBars(sql, seriesNo, asOf)}) as known
    where date >= coalesce(${range.start}::date, '-infinity') and date <= ${range.end}
    order by date desc limit ${range.most}`;
  return rows.reverse();
}

/** First and last day as known at a point in time. */
export async function findSpanAsOf(
  sql: Sql,
  seriesNo: number,
  asOf: string,
): Promise<{ last_date: string | null }> {
  const [row] = await sql<{ last_date: string | null }>`
    select greatest(
      (select max(date) from price_bar where series_no = ${seriesNo} and known_from <= ${asOf}),
      (select max(date) from price_bar_past
       where series_no = ${seriesNo} and known_from <= ${asOf} and known_to > ${asOf})) as last_date`;
  return row ?? { last_date: null };
}

export interface CorporateAction {
  ticker: string;
  kind: "split" | "dividend";
  ex_date: string;
  payment_date: string | null;
  amount: number | null;
  currency: string | null;
  ratio: number | null;
  amount_split_adjusted: boolean;
  source: string;
}

/** Splits and dividends of one security, one per day and kind: of several sources, the series' own wins. */
export async function listActions(
  sql: Sql,
  series: Pick<PriceSeries, "svc_entity_id" | "ticker" | "source">,
  asOf: string | null,
): Promise<CorporateAction[]> {
  return sql<CorporateAction>`
    select distinct on (ex_date, kind) ticker, kind, ex_date, payment_date, amount, currency, ratio,
           amount_split_adjusted, source
    from corporate_action
    where svc_entity_id = ${series.svc_entity_id} and ticker in ('', ${series.ticker})
      and known_from <= coalesce(${asOf}::timestamptz, 'infinity')
      and known_to > coalesce(${asOf}::timestamptz, '9999-12-31')
    order by ex_date, kind, (source = ${series.source}) desc, known_from desc
    limit 5000`;
}

/** The close of the last trading day before each of these days. */
export async function listClosesBefore(
  sql: Sql,
  seriesNo: number,
  days: readonly string[],
): Promise<Map<string, number>> {
  const rows = await sql<{ day: string; close: number }>`
    select day, before.close from unnest(${days}::date[]) as day
    cross join lateral (
      select close from price_bar where series_no = ${seriesNo} and date < day and close is not null
      order by date desc limit 1) as before`;
  return new Map(rows.map(({ day, close }) => [day, close]));
}

/** The same as known at a point in time: later corrections must not change an earlier return. */
export async function listClosesBeforeAsOf(
  sql: Sql,
  seriesNo: number,
  days: readonly string[],
  asOf: string,
): Promise<Map<string, number>> {
  const rows = await sql<{ day: string; close: number }>`
    with known as materialized (${knownBars(sql, seriesNo, asOf)})
    select day, before.close from unnest(${days}::date[]) as day
    cross join lateral (
      select close from known where date < day and close is not null order by date desc limit 1) as before`;
  return new Map(rows.map(({ day, close }) => [day, close]));
}

export interface LatestClose {
  close: number;
  currency: string;
  date: string;
  /** Against the trading day before, adjusted for a split between them; null when there is none. */
  change: number | null;
}

/** The last close of many companies, each from the series that `listSeries` puts first. */
export async function listLatestCloses(
  sql: Sql,
  svcEntityIds: readonly string[],
): Promise<Map<string, LatestClose>> {
  const rows = await sql<LatestClose & { svc_entity_id: string }>`
    select series.svc_entity_id, series.currency, latest.date, latest.close,
      latest.close / nullif(previous.close / coalesce(split.factor, 1), 0) - 1 as change
    from (
      select distinct on (svc_entity_id) svc_entity_id, series_no, ticker, currency, basis from price_series
      where svc_entity_id = any(${svcEntityIds}) and price_count > 0
      order by svc_entity_id, array_position(array['raw', 'split_adjusted', 'total_return'], basis), last_date desc,
        price_count desc) as series
    cross join lateral (
      select date, close from price_bar where series_no = series.series_no and close is not null
      order by date desc limit 1) as latest
    left join lateral (
      select date, close from price_bar
      where series_no = series.series_no and close is not null and date < latest.date
      order by date desc limit 1) as previous on true
    left join lateral (
      select exp(sum(ln(ratio))) as factor from (
        select distinct on (ex_date) ratio from corporate_action
        where svc_entity_id = series.svc_entity_id and ticker in ('', series.ticker) and kind = 'split' and ratio > 0
          and series.basis = 'raw' and ex_date > previous.date and ex_date <= latest.date and known_to = 'infinity'
        order by ex_date) as ratios) as split on true`;
  return new Map(rows.map(({ svc_entity_id, ...close }) => [svc_entity_id, close]));
}
