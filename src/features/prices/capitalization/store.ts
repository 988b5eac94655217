import type { Sql } from "../../../platform/db/index.ts";

export interface ShareCount {
  shares: number;
  date: string;
  source: string;
  reference: string;
}

const knownAsOf = (sql: Sql, asOf: string | null) => (asOf === null ? sql`` : sql`and known_from <= ${asOf}`);

/** The latest share count for that day or before. */
export async function findShares(
  sql: Sql,
  { svc_entity_id, date, as_of }: { svc_entity_id: string; date: string; as_of: string | null },
): Promise<ShareCount | undefined> {
  const reported = sql`svc_entity_id = ${svc_entity_id} and date <= ${date}`;
  const [row] = await sql<ShareCount>`
    select shares, date, source, reference from (
      select shares, date, source, reference from share_count where ${reported} ${knownAsOf(sql, as_of)}
      ${
        as_of === null
          ? sql``
          : sql`
      union all
      select shares, date, source, reference from share_count_past
      where ${reported} ${knownAsOf(sql, as_of)} and known_to > ${as_of}`
      }
    ) as known
    order by date desc, source limit 1`;
  return row;
}

export interface CurrencyRate {
  usd: number;
  date: string;
  source: string;
}

const RATE_DAYS_MAX = 10;

/** A rate of that day or shortly before: markets have different holidays. The dollar's rate is 1. */
export async function findRate(
  sql: Sql,
  { currency, date, as_of }: { currency: string; date: string; as_of: string | null },
): Promise<CurrencyRate | null> {
  if (currency === "USD") return { usd: 1, date, source: "by definition" };
  const reported = sql`
    currency = ${currency} and date <= ${date} and date >= ${date}::date - ${RATE_DAYS_MAX}::int`;
  const [row] = await sql<CurrencyRate>`
    select usd, date, source from (
      select usd, date, source from currency_rate where ${reported} ${knownAsOf(sql, as_of)}
      ${
        as_of === null
          ? sql``
          : sql`
      union all
      select usd, date, source from currency_rate_past
      where ${reported} ${knownAsOf(sql, as_of)} and known_to > ${as_of}`
      }
    ) as known
    order by date desc, source limit 1`;
  return row ?? null;
}

export interface NewShareCount {
  svc_entity_id: string;
  date: string;
  shares: number;
  source: string;
  reference: string;
  licence: string;
}

export async function writeShareCounts(sql: Sql, rows: readonly NewShareCount[]): Promise<number> {
  const written = await sql`
    insert into share_count (svc_entity_id, date, shares, source, reference, licence)
    select * from unnest(
      ${rows.map((row) => row.svc_entity_id)}::text[], ${rows.map((row) => row.date)}::date[],
      ${rows.map((row) => row.shares)}::float8[], ${rows.map((row) => row.source)}::text[],
      ${rows.map((row) => row.reference)}::text[], ${rows.map((row) => row.licence)}::text[])
    on conflict (svc_entity_id, date, source) do update
      set shares = excluded.shares, reference = excluded.reference, known_from = now()
      where share_count.shares <> excluded.shares
    returning svc_entity_id`;
  return written.length;
}

export interface NewRate {
  currency: string;
  date: string;
  usd: number;
  source: string;
  licence: string;
}

export async function writeRates(
  sql: Sql,
  rows: readonly NewRate[],
): Promise<{ added: number; changed: number }> {
  const written = await sql<{ is_new: boolean }>`
    insert into currency_rate (currency, date, usd, source, licence)
    select * from unnest(
      ${rows.map((row) => row.currency)}::text[], ${rows.map((row) => row.date)}::date[],
      ${rows.map((row) => row.usd)}::float8[], ${rows.map((row) => row.source)}::text[],
      ${rows.map((row) => row.licence)}::text[])
    on conflict (currency, date, source) do update set usd = excluded.usd, known_from = now()
      where currency_rate.usd <> excluded.usd
    returning xmax = 0 as is_new`;
  const added = written.filter((row) => row.is_new).length;
  return { added, changed: written.length - added };
}

/** Rates of many days at once, as `findRate` finds each; a pair without a rate is left out. */
export async function listRates(
  sql: Sql,
  wanted: readonly { currency: string; date: string }[],
  asOf: string | null,
): Promise<(CurrencyRate & { currency: string; wanted: string })[]> {
  return sql<CurrencyRate & { currency: string; wanted: string }>`
    select wanted.currency, wanted.date as wanted, found.usd, found.date, found.source
    from unnest(${wanted.map((one) => one.currency)}::text[], ${wanted.map((one) => one.date)}::date[])
      as wanted (currency, date)
    cross join lateral (
      select usd, date, source from (
        select usd, date, source from currency_rate
        where currency = wanted.currency and date between wanted.date - ${RATE_DAYS_MAX}::int and wanted.date
          ${knownAsOf(sql, asOf)}
        ${
          asOf === null
            ? sql``
            : sql`
        union all
        select usd, date, source from currency_rate_past
        where currency = wanted.currency and date between wanted.date - ${RATE_DAYS_MAX}::int and wanted.date
          ${knownAsOf(sql, asOf)} and known_to > ${asOf}`
        }) as known
      order by date desc, source limit 1) as found`;
}

/** The splits of companies' shares up to a day, each once, the oldest first: one that is announced changes nothing yet. */
export async function listSplits(
  sql: Sql,
  svcEntityIds: readonly string[],
  asOf: string | null,
): Promise<{ svc_entity_id: string; ex_date: string; ratio: number }[]> {
  return sql<{ svc_entity_id: string; ex_date: string; ratio: number }>`
    select distinct on (svc_entity_id, ex_date) svc_entity_id, ex_date, ratio from corporate_action
    where svc_entity_id = any(${svcEntityIds}) and kind = 'split' and ratio is not null
      and ex_date <= (coalesce(${asOf}::timestamptz, now()) at time zone 'UTC')::date
      and known_from <= coalesce(${asOf}::timestamptz, 'infinity')
      and known_to > coalesce(${asOf}::timestamptz, '9999-12-31')
    order by svc_entity_id, ex_date, source, known_from desc limit 5000`;
}
