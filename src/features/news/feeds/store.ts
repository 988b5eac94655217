import type { Sql } from "../../../platform/db/index.ts";

export interface Feed {
  feed_no: number;
  url: string;
  host: string;
  language: string | null;
  licence: string;
  etag: string | null;
  last_modified: string | null;
  poll_minutes: number;
  failures_in_row: number;
}

export async function insertFeed(
  sql: Sql,
  feed: Pick<Feed, "url" | "host" | "language" | "licence" | "poll_minutes">,
): Promise<boolean> {
  const rows = await sql`
    insert into news_feed (url, host, language, licence, poll_minutes)
    values (${feed.url}, ${feed.host}, ${feed.language}, ${feed.licence}, ${feed.poll_minutes})
    on conflict (url) do nothing returning feed_no`;
  return rows.length > 0;
}

export async function removeFeed(sql: Sql, url: string): Promise<boolean> {
  return (await sql`delete from news_feed where url = ${url} returning feed_no`).length > 0;
}

/** Claims due feeds, one per host, by moving their next poll: another node at the same time gets others. */
export function takeDueFeeds(sql: Sql, most: number, leaseSeconds: number): PromiseLike<Feed[]> {
  return sql<Feed>`
    with due as (
      select distinct on (host) feed_no, next_poll_at from news_feed where next_poll_at <= now()
      order by host, next_poll_at
    ), taken as (
      select feed_no from news_feed where feed_no in (select feed_no from due) and next_poll_at <= now()
      order by next_poll_at limit ${most} for update skip locked
    )
    update news_feed f set next_poll_at = now() + make_interval(secs => ${leaseSeconds})
    from taken where f.feed_no = taken.feed_no
    returning f.feed_no, f.url, f.host, f.language, f.licence, f.etag, f.last_modified, f.poll_minutes,
      f.failures_in_row`;
}

export async function makeAllDue(sql: Sql): Promise<number> {
  return (await sql`update news_feed set next_poll_at = now() returning feed_no`).length;
}

export async function recordSuccess(
  sql: Sql,
  feedNo: number,
  outcome: { etag: string | null; lastModified: string | null; result: string },
): Promise<void> {
  await sql`
    update news_feed set etag = ${outcome.etag}, last_modified = ${outcome.lastModified}, failures_in_row = 0,
      last_result = ${outcome.result}, last_polled_at = now(),
      next_poll_at = now() + make_interval(mins => poll_minutes)
    where feed_no = ${feedNo}`;
}

/** Longer pauses after each failure; a host that asks for a pause gets it for all of its feeds. */
export async function recordFailure(
  sql: Sql,
  feed: Pick<Feed, "feed_no" | "host">,
  failure: { result: string; waitSeconds: number; wholeHost: boolean },
): Promise<void> {
  await sql`
    update news_feed set failures_in_row = failures_in_row + 1, last_result = ${failure.result}, last_polled_at = now(),
      next_poll_at = now() + make_interval(secs => ${failure.waitSeconds})
    where feed_no = ${feed.feed_no}`;
  if (failure.wholeHost)
    await sql`
      update news_feed set next_poll_at = greatest(next_poll_at, now() + make_interval(secs => ${failure.waitSeconds}))
      where host = ${feed.host}`;
}

export interface FeedState {
  url: string;
  language: string | null;
  last_result: string;
  failures_in_row: number;
  next_poll_at: string;
}

export function listFeeds(sql: Sql, most: number): PromiseLike<FeedState[]> {
  return sql<FeedState>`
    select url, language, last_result, failures_in_row, next_poll_at from news_feed order by feed_no limit ${most}`;
}

export interface OriginCount {
  origin: string;
  reason: string;
  items: number;
  last_detail: string;
}

/** How many articles came from which origin, and what went wrong. */
export function listCounts(sql: Sql, most: number): PromiseLike<OriginCount[]> {
  return sql<OriginCount>`
    select origin, reason, items, last_detail from news_count order by origin, reason limit ${most}`;
}
