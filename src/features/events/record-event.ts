import { makeId } from "../../kernel/ids.ts";
import type { Scope } from "../../kernel/scopes.ts";
import type { Sql } from "../../platform/db/index.ts";
import type { Jobs } from "../../platform/jobs/index.ts";
import { insertEvent, lockEvents } from "./store.ts";
import { deliverJob } from "./webhooks/deliver-job.ts";
import { insertDeliveries } from "./webhooks/store.ts";

export const EVENT_TYPES = [
  "artifact.created",
  "field.changed",
  "run.failed",
  "report.added",
  "search.hit",
  "webhook.disabled",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** One delivery per webhook; the maximum number of webhooks per account. */
export const WEBHOOKS_MAX = 20;

export interface NewEvent {
  type: EventType;
  accountId: string;
  /** The builder, webhook or saved search it is about: who can see that can see the event. */
  builderId: string | null;
  webhookId?: string;
  searchId?: string;
  /** The report or article it shows something of: the event is deleted with it. */
  reportId?: string;
  articleId?: string;
  data: Record<string, unknown>;
  /** For events that may be detected twice: the same key is recorded once. */
  onceKey?: string;
}

/** The scopes of a credential that may see a hit: it shows what is in the report or the article. */
export const hitScopes = (isArticle: boolean): readonly Scope[] =>
  isArticle ? ["reports:read", "news:read"] : ["reports:read"];

/** Writes an event, its deliveries and the job that sends them, in the transaction of the change itself. */
export async function recordEvent(sql: Sql, jobs: Pick<Jobs, "send">, event: NewEvent): Promise<void> {
  const { accountId: account_id, builderId: builder_id, type, data } = event;
  const { webhookId: about_webhook_id = null, searchId: about_search_id = null } = event;
  const { reportId: about_report_id = null, articleId: about_article_id = null } = event;
  const { onceKey: once_key = null } = event;
  const event_id = makeId("evt");
  await lockEvents(sql, account_id);
  const event_no = await insertEvent(sql, {
    event_id,
    account_id,
    builder_id,
    about_webhook_id,
    about_search_id,
    about_report_id,
    about_article_id,
    type,
    data,
    once_key,
  });
  if (event_no === null) return;
  const scopes = type === "search.hit" ? hitScopes(about_article_id !== null) : [];
  const ids = Array.from({ length: WEBHOOKS_MAX }, () => makeId("dlv"));
  const deliveries = await insertDeliveries(sql, { event_no, account_id, type, scopes }, ids);
  // A unique key: a running job may have looked before this was committed.
  if (deliveries > 0) await jobs.send(sql, deliverJob, {}, { key: event_id });
}
