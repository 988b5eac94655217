import { Failure } from "../../../kernel/errors.ts";
import { inTransaction } from "../../../platform/db/index.ts";
import type { GuardedFetch } from "../../../platform/fetch/index.ts";
import { recordEvent } from "../record-event.ts";
import type { DeliveryTools } from "./delivery-pump.ts";
import { signMessage } from "./sign.ts";
import { type DueDelivery, disableWebhook, recordAttempt, recordHealth } from "./store.ts";

const SECONDS_MAX = 15;
const BYTES_MAX = 64_000;
/**
 * Retry delays after the first attempt, in seconds; after the last one the delivery has failed and can only be
 * repeated manually.
 */
const WAITS_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** An endpoint that fails for this long is disabled; also stated in docs/agents.md. */
const FAILING_DAYS_MAX = 5;
const DAY_MILLISECONDS = 86_400_000;
const GONE = 410;

/** Posts an event to its endpoint and records the result. */
export async function attemptDelivery(
  tools: DeliveryTools,
  delivery: DueDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { db, fetch, now } = tools;
  const { delivery_id, webhook_id, attempts } = delivery;
  const { status, reason } = await post(fetch, delivery, { at: now(), signal });
  // Stopped before the response: the claim expires and another node retries.
  if (status === null && signal.aborted) return;
  const delivered = status !== null && status >= 200 && status < 300;
  const wait = delivered || status === GONE ? undefined : WAITS_SECONDS[attempts - 1];
  await inTransaction(db, async (sql) => {
    // The webhook is locked before its deliveries, as by a change of the webhook that withdraws some of them.
    const failingSince = await recordHealth(sql, webhook_id, { delivered, at: now().toISOString() });
    await recordAttempt(sql, delivery_id, {
      state: delivered ? "delivered" : wait === undefined ? "failed" : "waiting",
      status,
      reason,
      nextAttemptAt: wait === undefined ? null : new Date(now().getTime() + wait * 1_000).toISOString(),
    });
    const disabledReason = status === GONE ? GONE_REASON : isDead(failingSince, now()) ? DEAD_REASON : null;
    if (disabledReason === null || !(await disableWebhook(sql, webhook_id, disabledReason))) return;
    await recordEvent(sql, tools.jobs, {
      type: "webhook.disabled",
      accountId: delivery.account_id,
      builderId: null,
      webhookId: webhook_id,
      data: { webhook_id, url: delivery.url, reason: disabledReason, last_failure: reason },
    });
  });
}

const GONE_REASON = "The endpoint responded with 410 Gone.";
const DEAD_REASON = `Every delivery failed for ${FAILING_DAYS_MAX} days.`;

function isDead(failingSince: string | null, now: Date): boolean {
  if (failingSince === null) return false;
  return now.getTime() - Date.parse(failingSince) >= FAILING_DAYS_MAX * DAY_MILLISECONDS;
}

interface PostResult {
  status: number | null;
  reason: string | null;
}

async function post(
  fetch: GuardedFetch,
  delivery: DueDelivery,
  { at, signal }: { at: Date; signal: AbortSignal },
): Promise<PostResult> {
  const body = JSON.stringify({
    type: delivery.type,
    timestamp: delivery.event_created_at,
    data: delivery.data,
  });
  const timestampSeconds = Math.floor(at.getTime() / 1_000);
  const secrets = [delivery.secret, ...(delivery.old_secret === null ? [] : [delivery.old_secret])];
  try {
    const answer = await fetch(delivery.url, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        "webhook-id": delivery.event_id,
        "webhook-timestamp": String(timestampSeconds),
        "webhook-signature": signMessage({ id: delivery.event_id, timestampSeconds, body }, secrets),
      },
      secondsMax: SECONDS_MAX,
      bytesMax: BYTES_MAX,
      redirectsMax: 0,
      signal,
    });
    answer.body.on("error", () => {});
    answer.body.resume();
    const ok = answer.status >= 200 && answer.status < 300;
    return {
      status: answer.status,
      reason: ok ? null : `The receiver responded with status ${answer.status}.`,
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { status: null, reason: error.detail ?? error.message };
  }
}
