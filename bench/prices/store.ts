import type { Database } from "../../src/platform/db/index.ts";

const SERIES_AT_ONCE = 500;

/**
 * Fills the price table with a series for each of the first companies. Days are written in their order across many
 * series, as daily loads leave them: the worst order for reading one series. The key is built at the end.
 */
export async function fillPrices(
  db: Database,
  { series, days }: { series: number; days: number },
): Promise<void> {
  await db.pool.query("alter table price_bar drop constraint price_bar_pkey");
  await db.pool.query(
    `insert into price_series (svc_entity_id, ticker, exchange, currency, basis, source, first_date, last_date, price_count)
     select svc_entity_id, 'BENCH', 'XNYS', 'USD', 'raw', 'synthetic', '2015-01-01', date '2015-01-01' + $2::int - 1, $2
     from company order by company_no limit $1`,
    [series, days],
  );
  const { rows } = await db.pool.query<{ least: number }>("select min(series_no) as least from price_series");
  const first = rows[0]?.least ?? 1;
  for (let from = first; from < first + series; from += SERIES_AT_ONCE)
    await db.pool.query(
      `insert into price_bar (series_no, date, open, high, low, close, volume)
       select s, date '2015-01-01' + d, p, p * 1.01, p * 0.99, p * 1.002, 1000 + (s * 7 + d) % 100000
       from generate_series(0, $3::int - 1) as d cross join generate_series($1::int, $2::int) as s
       cross join lateral (select round((50 + 40 * sin((d + s) / 90.0))::numeric, 2)::float8 as p) as price`,
      [from, Math.min(from + SERIES_AT_ONCE, first + series) - 1, days],
    );
  await db.pool.query(
    `alter table price_bar add primary key (series_no, date) include (open, high, low, close, volume, adjusted_close)`,
  );
  await db.pool.query("vacuum (analyze) price_bar");
}

export async function listSeriesCompanies(db: Database, most: number): Promise<string[]> {
  const rows = await db<{ svc_entity_id: string }>`
    select svc_entity_id from price_series order by md5(series_no::text) limit ${most}`;
  return rows.map(({ svc_entity_id }) => svc_entity_id);
}

export async function describeServer(db: Database): Promise<string> {
  const [row] = await db<{ version: string }>`select split_part(version(), ' on ', 1) as version`;
  return row?.version ?? "";
}
