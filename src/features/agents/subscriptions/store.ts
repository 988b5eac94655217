import type { Sql } from "../../../platform/db/index.ts";
import { visibleTo } from "../builders/store.ts";
import type { Viewer } from "../owner.ts";

export const AGENT_CATEGORIES = ["AgentBuilder-Data", "AgentBuilder-Report"] as const;
export type AgentCategory = (typeof AGENT_CATEGORIES)[number];

export interface SubscriptionRow {
  subscription_id: string;
  builder_id: string;
  /** The key that set the schedule: its budget pays for the runs. */
  key_id: string | null;
  agent_category: AgentCategory;
  subscription_name: string;
  schedule_cron_expression: string;
  time_zone: string;
  /** Null while paused. */
  next_due_at: string | null;
  created_at: string;
}

const columns = (sql: Sql) => sql`
  subscription_id, builder_id, key_id, agent_category, subscription_name, schedule_cron_expression, time_zone, next_due_at,
  created_at`;

export async function listSubscriptions(
  sql: Sql,
  builderIds: readonly string[],
  { paused }: { paused: boolean },
): Promise<SubscriptionRow[]> {
  return sql<SubscriptionRow>`
    select ${columns(sql)} from agent_subscription
    where builder_id = any(${builderIds}) and (${paused} or next_due_at is not null)
    order by created_at, subscription_id limit 1000`;
}

const ofActiveBuilder = (sql: Sql, viewer: Viewer) => sql`
  builder_id in (select builder_id from agent_builder where ${visibleTo(sql, viewer)} and active)`;

export async function findSubscription(
  sql: Sql,
  viewer: Viewer,
  subscriptionId: string,
): Promise<SubscriptionRow | undefined> {
  const [row] = await sql<SubscriptionRow>`
    select ${columns(sql)} from agent_subscription
    where subscription_id = ${subscriptionId} and ${ofActiveBuilder(sql, viewer)}`;
  return row;
}

export async function insertSubscription(sql: Sql, row: Omit<SubscriptionRow, "created_at">): Promise<void> {
  await sql`
    insert into agent_subscription (subscription_id, builder_id, account_id, key_id, agent_category, subscription_name,
      schedule_cron_expression, time_zone, next_due_at)
    select ${row.subscription_id}, builder_id, account_id, ${row.key_id}, ${row.agent_category},
      ${row.subscription_name}, ${row.schedule_cron_expression}, ${row.time_zone}, ${row.next_due_at}
    from agent_builder where builder_id = ${row.builder_id}
    on conflict (subscription_id, account_id) do nothing`;
}

export async function updateSubscription(
  sql: Sql,
  row: Omit<SubscriptionRow, "created_at" | "builder_id" | "agent_category">,
): Promise<void> {
  await sql`
    update agent_subscription set subscription_name = ${row.subscription_name},
      schedule_cron_expression = ${row.schedule_cron_expression}, time_zone = ${row.time_zone},
      next_due_at = ${row.next_due_at}, key_id = ${row.key_id}
    where subscription_id = ${row.subscription_id}`;
}

export async function deleteSubscription(sql: Sql, viewer: Viewer, subscriptionId: string): Promise<boolean> {
  const rows = await sql`
    delete from agent_subscription where subscription_id = ${subscriptionId} and ${ofActiveBuilder(sql, viewer)}
    returning subscription_id`;
  return rows.length > 0;
}

/** Due subscriptions of open accounts, locked for the transaction; those another node is firing are skipped. */
export async function claimDue(sql: Sql, now: Date, most: number): Promise<SubscriptionRow[]> {
  return sql<SubscriptionRow>`
    select ${columns(sql)} from agent_subscription
    where next_due_at <= ${now.toISOString()} and not exists (
      select from agent_builder b join account on account.id = b.account_id
      where b.builder_id = agent_subscription.builder_id and closed_at is not null)
    order by next_due_at limit ${most} for update skip locked`;
}

export async function setNextDue(sql: Sql, subscriptionId: string, nextDueAt: string | null): Promise<void> {
  await sql`update agent_subscription set next_due_at = ${nextDueAt} where subscription_id = ${subscriptionId}`;
}
