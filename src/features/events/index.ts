/**
 * Events: what happened, for polling, the event stream and webhooks. Owns `event`, `webhook` and `webhook_delivery`.
 */
import { type EventTools, showEvents, showFeed } from "./operations.ts";
import {
  changeWebhook,
  createWebhook,
  removeWebhook,
  renewSecret,
  repeat,
  showDeliveries,
  showWebhooks,
} from "./webhooks/operations.ts";

export { announceReport } from "./announce-report.ts";
export { renderFeed } from "./feed.ts";
export { eventJobs } from "./jobs.ts";
export { recordEvent } from "./record-event.ts";
export { deactivatePrivateWebhooks } from "./webhooks/store.ts";

export const eventOperations = (tools: EventTools) =>
  [
    showEvents(tools),
    showFeed(tools),
    createWebhook(tools.db),
    showWebhooks(tools.db),
    changeWebhook(tools.db),
    renewSecret(tools.db),
    removeWebhook(tools.db),
    showDeliveries(tools.db),
    repeat(tools.db),
  ] as const;
