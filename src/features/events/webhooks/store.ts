import type { Scope } from "../../../kernel/scopes.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { type Ownership, type Viewer, visibleTo } from "../../agents/index.ts";

export interface WebhookRow extends Ownership {
  webhook_id: string;
  url: string;
  description: string | null;
  event_types: string[];
  /** Scopes of the credential that chose the URL: what it may not read is not sent there. */
  may_read: Scope[];
  secret: string;
  old_secret: string | null;
  old_secret_until: string | null;
  active: boolean;
  /** When every attempt started to fail. */
  failing_since: string | null;
  /** Set when the service, not the account, disabled it. */
  disabled_at: string | null;
  disabled_reason: string | null;
  created_at: string;
}

export interface DeliveryRow {
  delivery_id: string;
  webhook_id: string;
  event_id: string;
  type: string;
  state: "waiting" | "delivered" | "failed";
  attempts: number;
  next_attempt_at: string;
  response_status: number | null;
  reason: string | null;
  last_attempt_at: string | null;
  created_at: string;
}

export async function insertWebhook(
  sql: Sql,
  row: Ownership &
    Pick<WebhookRow, "webhook_id" | "url" | "description" | "event_types" | "may_read" | "secret">,
): Promise<void> {
  await sql`
    insert into webhook (webhook_id, account_id, owner_id, visibility, url, description, event_types, may_read, secret)
    values (${row.webhook_id}, ${row.account_id}, ${row.owner_id}, ${row.visibility}, ${row.url}, ${row.description},
      ${row.event_types}, ${row.may_read}, ${row.secret})`;
}

export async function countWebhooks(sql: Sql, accountId: string): Promise<number> {
  const [row] = await sql<{ webhooks: number }>`
    select count(*)::int as webhooks from webhook where account_id = ${accountId}`;
  return row?.webhooks ?? 0;
}

export async function listWebhooks(sql: Sql, viewer: Viewer, most: number): Promise<WebhookRow[]> {
  return sql<WebhookRow>`
    select * from webhook where ${visibleTo(sql, viewer)} order by created_at, webhook_id limit ${most}`;
}

/** With `lock` no one else changes it until the transaction ends, such as making it private. */
export async function findWebhook(
  sql: Sql,
  viewer: Viewer,
  webhookId: string,
  { lock = false } = {},
): Promise<WebhookRow | undefined> {
  const [row] = await sql<WebhookRow>`
    select * from webhook where webhook_id = ${webhookId} and ${visibleTo(sql, viewer)}
    ${lock ? sql`for update` : sql``}`;
  return row;
}

export async function updateWebhook(
  sql: Sql,
  row: Pick<
    WebhookRow,
    "webhook_id" | "url" | "description" | "event_types" | "may_read" | "active" | "visibility"
  >,
): Promise<void> {
  await sql`
    update webhook set url = ${row.url}, description = ${row.description}, event_types = ${row.event_types},
      may_read = ${row.may_read}, active = ${row.active}, visibility = ${row.visibility},
      failing_since = case when ${row.active} and not active then null else failing_since end,
      disabled_at = case when ${row.active} then null else disabled_at end,
      disabled_reason = case when ${row.active} then null else disabled_reason end
    where webhook_id = ${row.webhook_id}`;
}

/** Returns when the attempts started to fail, or null. */
export async function recordHealth(
  sql: Sql,
  webhookId: string,
  { delivered, at }: { delivered: boolean; at: string },
): Promise<string | null> {
  const [row] = await sql<{ failing_since: string | null }>`
    update webhook set failing_since = case when ${delivered} then null else coalesce(failing_since, ${at}) end
    where webhook_id = ${webhookId} returning failing_since`;
  return row?.failing_since ?? null;
}

/** False when it was already disabled. */
export async function disableWebhook(sql: Sql, webhookId: string, reason: string): Promise<boolean> {
  const rows = await sql`
    update webhook set active = false, disabled_at = clock_timestamp(), disabled_reason = ${reason}
    where webhook_id = ${webhookId} and active returning webhook_id`;
  return rows.length > 0;
}

/** A person's private webhooks end with the person. Returns how many there were. */
export async function deactivatePrivateWebhooks(sql: Sql, ownerId: string): Promise<number> {
  const rows = await sql`
    update webhook set active = false
    where owner_id = ${ownerId} and visibility = 'private' and active returning webhook_id`;
  return rows.length;
}

/** The webhooks a viewer can see, for use in a condition. */
export const visibleWebhooks = (sql: Sql, viewer: Viewer) => sql`
  (select webhook_id from webhook where ${visibleTo(sql, viewer)})`;

export async function rotateSecret(
  sql: Sql,
  webhookId: string,
  change: { secret: string; oldUntil: string },
): Promise<void> {
  await sql`
    update webhook set old_secret = secret, old_secret_until = ${change.oldUntil}, secret = ${change.secret}
    where webhook_id = ${webhookId}`;
}

export async function deleteWebhook(sql: Sql, viewer: Viewer, webhookId: string): Promise<boolean> {
  const rows = await sql`
    delete from webhook where webhook_id = ${webhookId} and ${visibleTo(sql, viewer)} returning webhook_id`;
  return rows.length > 0;
}

/**
 * Inserts a delivery for each webhook that subscribes to this event and can see its subject; enough ids are passed
 * in. Returns how many.
 */
export async function insertDeliveries(
  sql: Sql,
  event: { event_no: number; account_id: string; type: string; scopes: readonly Scope[] },
  deliveryIds: readonly string[],
): Promise<number> {
  const rows = await sql`
    insert into webhook_delivery (delivery_id, webhook_id, account_id, event_no)
    select (${deliveryIds}::text[])[row_number() over (order by webhook_id)], webhook_id, account_id, ${event.event_no}
    from webhook
    where account_id = ${event.account_id} and active
      and webhook_sees(webhook, ${event.event_no}) and may_read @> ${event.scopes}
      and (cardinality(event_types) = 0 or ${event.type} = any(event_types))
    on conflict do nothing returning delivery_id`;
  return rows.length;
}

export interface DueDelivery {
  delivery_id: string;
  webhook_id: string;
  account_id: string;
  attempts: number;
  url: string;
  secret: string;
  old_secret: string | null;
  event_id: string;
  type: string;
  data: unknown;
  event_created_at: string;
}

export interface ClaimQuery {
  now: Date;
  claimSeconds: number;
  /** Endpoints whose last attempt failed, or the others. */
  failing: boolean;
  /** Endpoints to skip for now. */
  except: readonly string[];
}

/** More than one, since other nodes may be claiming the first ones right now. */
const CANDIDATES_PER_ENDPOINT = 4;
const CANDIDATES_MAX = 40;

/**
 * Claims the delivery that is overdue the longest and postpones its next attempt while it is being sent: if this node
 * dies, another one retries then. Each endpoint's first delivery is read from the index, so a long queue of one
 * endpoint costs nothing.
 */
export async function claimDelivery(
  sql: Sql,
  { now, claimSeconds, failing, except }: ClaimQuery,
): Promise<DueDelivery | undefined> {
  const at = now.toISOString();
  const [row] = await sql<DueDelivery>`
    with candidate as (
      select delivery_id from webhook cross join lateral (
        select delivery_id, next_attempt_at from webhook_delivery
        where webhook_delivery.webhook_id = webhook.webhook_id and state = 'waiting' and next_attempt_at <= ${at}
          and webhook_sees(webhook, event_no)
        order by next_attempt_at limit ${CANDIDATES_PER_ENDPOINT}) as first
      where active and (failing_since is not null) = ${failing} and webhook_id <> all(${except})
      order by next_attempt_at limit ${CANDIDATES_MAX}),
    due as (
      select delivery_id from webhook_delivery
      where delivery_id in (select delivery_id from candidate) and state = 'waiting' and next_attempt_at <= ${at}
      order by next_attempt_at limit 1 for update skip locked),
    taken as (
      update webhook_delivery set attempts = attempts + 1, last_attempt_at = ${at},
        next_attempt_at = ${at}::timestamptz + ${claimSeconds} * interval '1 second'
      where delivery_id in (select delivery_id from due) returning *)
    select delivery_id, webhook_id, webhook.account_id, attempts, url, secret,
      case when old_secret_until > ${at} then old_secret end as old_secret,
      event_id, type, data, event.created_at as event_created_at
    from taken join webhook using (webhook_id) join event using (event_no)`;
  return row;
}

export async function recordAttempt(
  sql: Sql,
  deliveryId: string,
  outcome: {
    state: DeliveryRow["state"];
    status: number | null;
    reason: string | null;
    nextAttemptAt: string | null;
  },
): Promise<void> {
  await sql`
    update webhook_delivery set state = ${outcome.state}, response_status = ${outcome.status},
      reason = ${outcome.reason}, next_attempt_at = coalesce(${outcome.nextAttemptAt}, next_attempt_at)
    where delivery_id = ${deliveryId}`;
}

export async function listDeliveries(
  sql: Sql,
  viewer: Viewer,
  query: { webhookId: string; limit: number; offset: number },
): Promise<DeliveryRow[]> {
  return sql<DeliveryRow>`
    select delivery_id, webhook_id, event_id, type, state, attempts, next_attempt_at, response_status, reason,
      last_attempt_at, webhook_delivery.created_at
    from webhook_delivery join webhook using (webhook_id) join event using (event_no)
    where webhook_id = ${query.webhookId} and webhook_id in ${visibleWebhooks(sql, viewer)}
    order by event_no desc limit ${query.limit} offset ${query.offset}`;
}

/** Restarts a delivery from the beginning; false when the viewer has none with this id. */
export async function repeatDelivery(sql: Sql, viewer: Viewer, deliveryId: string): Promise<boolean> {
  const rows = await sql`
    update webhook_delivery set state = 'waiting', attempts = 0, next_attempt_at = clock_timestamp(), reason = null
    where delivery_id = ${deliveryId}
      and webhook_id in ${visibleWebhooks(sql, viewer)}
    returning delivery_id`;
  return rows.length > 0;
}
