import type { Sql } from "../../../platform/db/index.ts";

export interface WebhookRow {
  webhook_id: string;
  account_id: string;
  url: string;
  description: string | null;
  event_types: string[];
  secret: string;
  old_secret: string | null;
  old_secret_until: string | null;
  active: boolean;
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
  row: Pick<WebhookRow, "webhook_id" | "account_id" | "url" | "description" | "event_types" | "secret">,
): Promise<void> {
  await sql`
    insert into webhook (webhook_id, account_id, url, description, event_types, secret)
    values (${row.webhook_id}, ${row.account_id}, ${row.url}, ${row.description}, ${row.event_types}, ${row.secret})`;
}

export async function listWebhooks(sql: Sql, accountId: string, most: number): Promise<WebhookRow[]> {
  return sql<WebhookRow>`
    select * from webhook where account_id = ${accountId} order by created_at, webhook_id limit ${most}`;
}

export async function findWebhook(
  sql: Sql,
  accountId: string,
  webhookId: string,
): Promise<WebhookRow | undefined> {
  const [row] = await sql<WebhookRow>`
    select * from webhook where webhook_id = ${webhookId} and account_id = ${accountId}`;
  return row;
}

export async function updateWebhook(
  sql: Sql,
  row: Pick<WebhookRow, "webhook_id" | "url" | "description" | "event_types" | "active">,
): Promise<void> {
  await sql`
    update webhook set url = ${row.url}, description = ${row.description}, event_types = ${row.event_types},
      active = ${row.active}
    where webhook_id = ${row.webhook_id}`;
}

export async function deactivateWebhook(sql: Sql, webhookId: string): Promise<void> {
  await sql`update webhook set active = false where webhook_id = ${webhookId}`;
}

export async function rotateSecret(
  sql: Sql,
  webhookId: string,
  change: { secret: string; oldUntil: string },
): Promise<void> {
  await sql`
    update webhook set old_secret = secret, old_secret_until = ${change.oldUntil}, secret = ${change.secret}
    where webhook_id = ${webhookId}`;
}

export async function deleteWebhook(sql: Sql, accountId: string, webhookId: string): Promise<boolean> {
  const rows = await sql`
    delete from webhook where webhook_id = ${webhookId} and account_id = ${accountId} returning webhook_id`;
  return rows.length > 0;
}

/** A delivery for each webhook that wants this event; the ids are given, one more than can be needed. */
export async function insertDeliveries(
  sql: Sql,
  event: { event_no: number; account_id: string; type: string },
  deliveryIds: readonly string[],
): Promise<void> {
  await sql`
    insert into webhook_delivery (delivery_id, webhook_id, event_no)
    select (${deliveryIds}::text[])[row_number() over (order by webhook_id)], webhook_id, ${event.event_no}
    from webhook
    where account_id = ${event.account_id} and active
      and (cardinality(event_types) = 0 or ${event.type} = any(event_types))
    on conflict do nothing`;
}

export interface DueDelivery {
  delivery_id: string;
  webhook_id: string;
  attempts: number;
  url: string;
  secret: string;
  old_secret: string | null;
  event_id: string;
  type: string;
  data: unknown;
  event_created_at: string;
}

/**
 * Takes the next delivery that is due and puts its next attempt off while it is being made: should this node die,
 * another one tries again then.
 */
export async function claimDelivery(
  sql: Sql,
  { now, leaseSeconds }: { now: Date; leaseSeconds: number },
): Promise<DueDelivery | undefined> {
  const at = now.toISOString();
  const [row] = await sql<DueDelivery>`
    with due as (
      select delivery_id from webhook_delivery join webhook using (webhook_id)
      where state = 'waiting' and next_attempt_at <= ${at} and active
      order by next_attempt_at limit 1 for update of webhook_delivery skip locked),
    taken as (
      update webhook_delivery set attempts = attempts + 1, last_attempt_at = ${at},
        next_attempt_at = ${at}::timestamptz + ${leaseSeconds} * interval '1 second'
      where delivery_id in (select delivery_id from due) returning *)
    select delivery_id, webhook_id, attempts, url, secret,
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
  accountId: string,
  query: { webhookId: string; limit: number; offset: number },
): Promise<DeliveryRow[]> {
  return sql<DeliveryRow>`
    select delivery_id, webhook_id, event_id, type, state, attempts, next_attempt_at, response_status, reason,
      last_attempt_at, webhook_delivery.created_at
    from webhook_delivery join webhook using (webhook_id) join event using (event_no)
    where webhook_id = ${query.webhookId} and webhook.account_id = ${accountId}
    order by event_no desc limit ${query.limit} offset ${query.offset}`;
}

/** Lets a delivery be made again from the beginning; false when the account has none by this id. */
export async function repeatDelivery(sql: Sql, accountId: string, deliveryId: string): Promise<boolean> {
  const rows = await sql`
    update webhook_delivery set state = 'waiting', attempts = 0, next_attempt_at = clock_timestamp(), reason = null
    where delivery_id = ${deliveryId}
      and webhook_id in (select webhook_id from webhook where account_id = ${accountId})
    returning delivery_id`;
  return rows.length > 0;
}
