import { makeId } from "../../kernel/ids.ts";
import type { Sql } from "../../platform/db/index.ts";
import { insertEvent, lockEvents } from "./store.ts";
import { insertDeliveries } from "./webhooks/store.ts";

export const EVENT_TYPES = ["artifact.created", "field.changed", "run.failed", "report.added"] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** One delivery for each webhook; an account has at most so many. */
export const WEBHOOKS_MAX = 20;

export interface Happening {
  type: EventType;
  accountId: string;
  builderId: string;
  data: Record<string, unknown>;
  /** For what may be found twice: under the same key it is told once. */
  onceKey?: string;
}

/** Writes down what happened, and to whom it is to be delivered, in the transaction it belongs to. */
export async function recordEvent(sql: Sql, happening: Happening): Promise<void> {
  const { accountId: account_id, builderId: builder_id, type, data, onceKey = null } = happening;
  await lockEvents(sql, account_id);
  const event_no = await insertEvent(sql, {
    event_id: makeId("evt"),
    account_id,
    builder_id,
    type,
    data,
    once_key: onceKey,
  });
  if (event_no === null) return;
  const ids = Array.from({ length: WEBHOOKS_MAX }, () => makeId("dlv"));
  await insertDeliveries(sql, { event_no, account_id, type }, ids);
}
