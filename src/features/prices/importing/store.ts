import type { Database, Sql } from "../../../platform/db/index.ts";
import type { Bar, CorporateAction, PriceSeries } from "../store.ts";

export type NewSeries = Omit<PriceSeries, "series_no" | "first_date" | "last_date" | "price_count">;

/**
 * Creates a series if it does not exist; its currency, reference and licence are the latest reported. Returns its
 * previous currency, if any.
 */
export async function requireSeries(
  sql: Sql,
  series: NewSeries,
): Promise<{ series_no: number; currency_before: string | null }> {
  const [row] = await sql<{ series_no: number; currency_before: string | null }>`
    with before as (
      select currency from price_series
      where svc_entity_id = ${series.svc_entity_id} and exchange is not distinct from ${series.exchange}
        and ticker = ${series.ticker} and source = ${series.source}
    )
    insert into price_series (svc_entity_id, ticker, isin, exchange, currency, basis, source, reference, licence)
    values (${series.svc_entity_id}, ${series.ticker}, ${series.isin}, ${series.exchange}, ${series.currency},
      ${series.basis}, ${series.source}, ${series.reference}, ${series.licence})
    on conflict (svc_entity_id, exchange, ticker, source) do update
      set reference = excluded.reference, licence = excluded.licence, currency = excluded.currency,
          basis = excluded.basis, isin = coalesce(excluded.isin, price_series.isin), changed_at = now()
    returning series_no, (select currency from before) as currency_before`;
  if (!row) throw new Error(`the series of ${series.svc_entity_id} was not stored`);
  return row;
}

export interface NumberedBar extends Bar {
  series_no: number;
}

export interface WriteResult {
  added: number;
  changed: number;
  unchanged: number;
}

const BAR_COLUMNS = [
  "series_no",
  "date",
  "open",
  "high",
  "low",
  "close",
  "volume",
  "adjusted_close",
] as const satisfies (keyof NumberedBar)[];

/** The first and the last of these days, for each series. */
function listSpans(sql: Sql, bars: readonly NumberedBar[]) {
  const spans = new Map<number, { first: string; last: string }>();
  for (const { series_no, date } of bars) {
    const span = spans.get(series_no);
    if (span === undefined) spans.set(series_no, { first: date, last: date });
    else if (date < span.first) span.first = date;
    else if (date > span.last) span.last = date;
  }
  const values = [...spans.values()];
  return sql`
    unnest(${[...spans.keys()]}::int[], ${values.map(({ first }) => first)}::date[],
      ${values.map(({ last }) => last)}::date[]) as span (series_no, first, last)`;
}

/** Whether any of these series has a day between the first and the last of these days: mostly none has. */
async function hasBarsWithin(sql: Sql, bars: readonly NumberedBar[]): Promise<boolean> {
  const [row] = await sql<{ found: boolean }>`
    select exists (
      select from ${listSpans(sql, bars)}
      cross join lateral (select from price_bar b
        where b.series_no = span.series_no and b.date between span.first and span.last limit 1) as hit) as found`;
  return row?.found ?? false;
}

/**
 * Adds days and updates changed ones, whose old version goes to the history, all in one statement. Unchanged days are
 * only read: an insert that meets them would lock and so rewrite each. A day must not be in the list twice.
 */
export async function writeBars(sql: Sql, bars: readonly NumberedBar[]): Promise<WriteResult> {
  if (bars.length === 0) return { added: 0, changed: 0, unchanged: 0 };
  if (!(await hasBarsWithin(sql, bars))) {
    const added = await sql.copy(
      { table: "price_bar", columns: BAR_COLUMNS },
      bars.map((bar) => BAR_COLUMNS.map((name) => bar[name])),
    );
    return { added, changed: 0, unchanged: 0 };
  }
  const column = <Name extends keyof NumberedBar>(name: Name) => bars.map((bar) => bar[name]);
  const [row] = await sql<{ written: number; changed: number }>`
    with given as materialized (
      select * from unnest(
        ${column("series_no")}::int[], ${column("date")}::date[], ${column("open")}::float8[],
        ${column("high")}::float8[], ${column("low")}::float8[], ${column("close")}::float8[],
        ${column("volume")}::float8[], ${column("adjusted_close")}::float8[])
        as given (series_no, date, open, high, low, close, volume, adjusted_close)
    ), stored as materialized (
      -- By the index, span by span: the planner would otherwise read the whole table for a large batch.
      select old.* from ${listSpans(sql, bars)}
      cross join lateral (select * from price_bar b
        where b.series_no = span.series_no and b.date between span.first and span.last offset 0) as old
    ), differing as materialized (
      select g.* from given g left join stored old using (series_no, date)
      where old.series_no is null
        or (old.open, old.high, old.low, old.close, old.volume, old.adjusted_close)
          is distinct from (g.open, g.high, g.low, g.close, g.volume, g.adjusted_close)
    ), corrected as (
      select old.* from stored old join differing using (series_no, date)
    ), kept as (
      insert into price_bar_past (series_no, date, open, high, low, close, volume, adjusted_close, known_from, known_to)
      select series_no, date, open, high, low, close, volume, adjusted_close, known_from, now() from corrected
      on conflict do nothing
    ), written as (
      insert into price_bar as p (series_no, date, open, high, low, close, volume, adjusted_close)
      select series_no, date, open, high, low, close, volume, adjusted_close from differing
      on conflict (series_no, date) do update set
        open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
        volume = excluded.volume, adjusted_close = excluded.adjusted_close, known_from = now()
      where (p.open, p.high, p.low, p.close, p.volume, p.adjusted_close) is distinct from
        (excluded.open, excluded.high, excluded.low, excluded.close, excluded.volume, excluded.adjusted_close)
      returning date
    )
    select (select count(*) from written)::int as written, (select count(*) from corrected)::int as changed`;
  const { written = 0, changed = 0 } = row ?? {};
  return { added: written - changed, changed, unchanged: bars.length - written };
}

export interface NewAction extends CorporateAction {
  svc_entity_id: string;
  licence: string;
}

/** How many of these days already exist unchanged. */
export async function countSame(sql: Sql, bars: readonly NumberedBar[]): Promise<number> {
  const column = <Name extends keyof NumberedBar>(name: Name) => bars.map((bar) => bar[name]);
  const [row] = await sql<{ same: number }>`
    select count(*)::int as same from price_bar b
    join unnest(
      ${column("series_no")}::int[], ${column("date")}::date[], ${column("open")}::float8[],
      ${column("high")}::float8[], ${column("low")}::float8[], ${column("close")}::float8[],
      ${column("volume")}::float8[], ${column("adjusted_close")}::float8[])
      as given (series_no, date, open, high, low, close, volume, adjusted_close) using (series_no, date)
    where (b.open, b.high, b.low, b.close, b.volume, b.adjusted_close) is not distinct from
      (given.open, given.high, given.low, given.close, given.volume, given.adjusted_close)`;
  return row?.same ?? 0;
}

/** Identifies an action of a security, whatever its details. */
export type ActionPlace = Pick<NewAction, "svc_entity_id" | "ticker" | "kind" | "ex_date">;

/**
 * Adds actions; one that its source now reports differently is closed and replaced. Returns those that are new or
 * changed.
 */
export async function writeActions(sql: Sql, actions: readonly NewAction[]): Promise<ActionPlace[]> {
  if (actions.length === 0) return [];
  const column = <Name extends keyof NewAction>(name: Name) => actions.map((action) => action[name]);
  const given = sql`
    select * from unnest(
      ${column("svc_entity_id")}::text[], ${column("ticker")}::text[], ${column("kind")}::text[],
      ${column("ex_date")}::date[], ${column("payment_date")}::date[], ${column("amount")}::float8[],
      ${column("currency")}::text[], ${column("ratio")}::float8[], ${column("amount_split_adjusted")}::boolean[],
      ${column("source")}::text[], ${column("licence")}::text[])
      as given (svc_entity_id, ticker, kind, ex_date, payment_date, amount, currency, ratio, amount_split_adjusted,
        source, licence)`;
  await sql`
    update corporate_action a set known_to = now() from (${given}) as g
    where a.known_to = 'infinity' and a.known_from < now()
      and (a.svc_entity_id, a.ticker, a.kind, a.ex_date, a.source) = (g.svc_entity_id, g.ticker, g.kind, g.ex_date, g.source)
      and (a.payment_date, a.amount, a.currency, a.ratio, a.amount_split_adjusted)
        is distinct from (g.payment_date, g.amount, g.currency, g.ratio, g.amount_split_adjusted)`;
  return sql<ActionPlace>`
    insert into corporate_action (svc_entity_id, ticker, kind, ex_date, payment_date, amount, currency, ratio,
      amount_split_adjusted, source, licence)
    ${given}
    on conflict do nothing returning svc_entity_id, ticker, kind, ex_date`;
}

/** The actions of these securities that a source reports. */
export async function listReportedActions(
  sql: Sql,
  source: string,
  securities: readonly { svc_entity_id: string; ticker: string }[],
): Promise<ActionPlace[]> {
  return sql<ActionPlace>`
    select a.svc_entity_id, a.ticker, a.kind, a.ex_date from corporate_action a
    join unnest(${securities.map(({ svc_entity_id }) => svc_entity_id)}::text[],
      ${securities.map(({ ticker }) => ticker)}::text[]) as s (svc_entity_id, ticker) using (svc_entity_id, ticker)
    where a.source = ${source} and a.known_to = 'infinity'`;
}

/** Closes actions that their source no longer reports. */
export async function closeActions(sql: Sql, source: string, places: readonly ActionPlace[]): Promise<void> {
  const column = <Name extends keyof ActionPlace>(name: Name) => places.map((place) => place[name]);
  await sql`
    update corporate_action a set known_to = now()
    from unnest(${column("svc_entity_id")}::text[], ${column("ticker")}::text[], ${column("kind")}::text[],
      ${column("ex_date")}::date[]) as g (svc_entity_id, ticker, kind, ex_date)
    where a.known_to = 'infinity' and a.source = ${source}
      and (a.svc_entity_id, a.ticker, a.kind, a.ex_date) = (g.svc_entity_id, g.ticker, g.kind, g.ex_date)`;
}

export interface ClosedDay {
  date: string;
  close: number;
}

/** By series: the days with a close right before and right after a span. */
export async function listNeighbours(
  sql: Sql,
  spans: readonly { series_no: number; first: string; last: string }[],
): Promise<Map<number, { before: ClosedDay | null; after: ClosedDay | null }>> {
  const rows = await sql<{ series_no: number; before: ClosedDay | null; after: ClosedDay | null }>`
    select span.series_no,
      (select json_build_object('date', date, 'close', close) from price_bar b
       where b.series_no = span.series_no and date < first_date and close is not null
       order by date desc limit 1) as before,
      (select json_build_object('date', date, 'close', close) from price_bar b
       where b.series_no = span.series_no and date > last_date and close is not null
       order by date limit 1) as after
    from unnest(${spans.map((span) => span.series_no)}::int[], ${spans.map((span) => span.first)}::date[],
      ${spans.map((span) => span.last)}::date[]) as span (series_no, first_date, last_date)`;
  return new Map(rows.map(({ series_no, before, after }) => [series_no, { before, after }]));
}

/** The span of a series is stored with it, so that finding the latest price needs no price query. */
export async function recountSeries(sql: Sql, seriesNos: readonly number[]): Promise<void> {
  await sql`
    update price_series s set first_date = b.first_date, last_date = b.last_date, price_count = b.price_count
    from (select series_no, min(date) as first_date, max(date) as last_date, count(*)::int as price_count
          from price_bar where series_no = any(${seriesNos}) group by series_no) as b
    where s.series_no = b.series_no`;
}

/** Updates the visibility map, so that windows are read from the index alone, and the planner's statistics. */
export async function settlePrices(db: Database): Promise<void> {
  await db.pool.query("vacuum (analyze) price_bar");
}
