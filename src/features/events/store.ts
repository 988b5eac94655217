import type { Sql } from "../../platform/db/index.ts";
import { ofVisibleBuilder, type Viewer, visibleTo } from "../agents/index.ts";
import { visibleWebhooks } from "./webhooks/store.ts";

export interface EventRow {
  event_no: number;
  event_id: string;
  builder_id: string | null;
  type: string;
  data: unknown;
  created_at: string;
}

export interface NewEventRow {
  event_id: string;
  account_id: string;
  builder_id: string | null;
  about_webhook_id: string | null;
  about_search_id: string | null;
  about_report_id: string | null;
  about_article_id: string | null;
  type: string;
  data: unknown;
  once_key: string | null;
}

/** Serialises an account's events until the end of the transaction. */
export async function lockEvents(sql: Sql, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`events ${accountId}`}, 8))`;
}

/** Null when it is already recorded. */
export async function insertEvent(sql: Sql, event: NewEventRow): Promise<number | null> {
  const [row] = await sql<{ event_no: number }>`
    insert into event (event_id, account_id, builder_id, about_webhook_id, about_search_id, about_report_id,
      about_article_id, type, data, once_key)
    values (${event.event_id}, ${event.account_id}, ${event.builder_id}, ${event.about_webhook_id},
      ${event.about_search_id}, ${event.about_report_id}, ${event.about_article_id}, ${event.type},
      ${sql.json(event.data)}, ${event.once_key})
    on conflict do nothing returning event_no`;
  return row?.event_no ?? null;
}

/** The saved searches a viewer can see, for use in a condition. */
const visibleSearches = (sql: Sql, viewer: Viewer) => sql`
  (select search_id from saved_search where ${visibleTo(sql, viewer)})`;

/** For a condition on `event`: what shows nothing of a report that the viewer may not read. */
const readable = (sql: Sql, { accountId, userId }: Viewer) => sql`
  may_read_event(event, ${accountId}, ${userId}::text)`;

/** The events of the builders, webhooks and saved searches a viewer can see. */
export async function listEvents(
  sql: Sql,
  viewer: Viewer,
  query: {
    after: number;
    builderId: string | null;
    types: string[] | null;
    /** Which hits of saved searches the credential may read. */
    hits: { ofReports: boolean; ofArticles: boolean };
    limit: number;
  },
): Promise<EventRow[]> {
  return sql<EventRow>`
    select event_no, event_id, builder_id, type, data, created_at from event
    where account_id = ${viewer.accountId} and event_no > ${query.after} 
      and (${ofVisibleBuilder(sql, viewer)} or about_webhook_id in ${visibleWebhooks(sql, viewer)}
        or about_search_id in ${visibleSearches(sql, viewer)})
      and ${readable(sql, viewer)}
      and (type <> 'search.hit' or case when about_article_id is null then ${query.hits.ofReports}::boolean
        else ${query.hits.ofArticles}::boolean end)
      and (${query.builderId}::text is null or builder_id = ${query.builderId})
      and (${query.types}::text[] is null or type = any(${query.types}))
    order by event_no limit ${query.limit}`;
}

/** The number of the newest event of each account; none for an account without events. */
export async function listNewestEvents(
  sql: Sql,
  accountIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await sql<{ account_id: string; newest: number }>`
    select asked.account_id, (select max(event_no) from event e where e.account_id = asked.account_id) as newest
    from unnest(${accountIds}::text[]) as asked (account_id)`;
  return new Map(rows.map(({ account_id, newest }) => [account_id, newest]));
}

/** Newest first, for a feed. */
export async function listBuilderEvents(
  sql: Sql,
  viewer: Viewer,
  { builderId, limit }: { builderId: string; limit: number },
): Promise<EventRow[]> {
  return sql<EventRow>`
    select event_no, event_id, builder_id, type, data, created_at from event
    where builder_id = ${builderId} and ${readable(sql, viewer)} order by event_no desc limit ${limit}`;
}
