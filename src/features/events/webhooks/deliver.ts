import { Failure } from "../../../kernel/errors.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { GuardedFetch } from "../../../platform/fetch/index.ts";
import { signMessage } from "./sign.ts";
import { claimDelivery, type DueDelivery, deactivateWebhook, recordAttempt } from "./store.ts";

export interface DeliveryTools {
  db: Database;
  /** Refuses private addresses; there is no other way out. */
  fetch: GuardedFetch;
  now: () => Date;
}

const SECONDS_MAX = 15;
const BYTES_MAX = 64_000;
const LEASE_SECONDS = 60;
const DELIVERED_MAX = 500;
/** After the first attempt, in seconds; afterwards the delivery has failed and can only be repeated by hand. */
const WAITS_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
const GONE = 410;

/** Delivers what is due; tells how many attempts were made. */
export async function deliverDue(tools: DeliveryTools, signal: AbortSignal): Promise<number> {
  for (let made = 0; made < DELIVERED_MAX; made++) {
    signal.throwIfAborted();
    const delivery = await claimDelivery(tools.db, { now: tools.now(), leaseSeconds: LEASE_SECONDS });
    if (!delivery) return made;
    await attempt(tools, delivery, signal);
  }
  return DELIVERED_MAX;
}

async function attempt(
  { db, fetch, now }: DeliveryTools,
  delivery: DueDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { delivery_id, attempts } = delivery;
  const result = await post(fetch, delivery, { at: now(), signal });
  if (result.status !== null && result.status >= 200 && result.status < 300) {
    await recordAttempt(db, delivery_id, {
      state: "delivered",
      status: result.status,
      reason: null,
      nextAttemptAt: null,
    });
    return;
  }
  // Whoever answers so wants to hear nothing more.
  if (result.status === GONE) await deactivateWebhook(db, delivery.webhook_id);
  const wait = result.status === GONE ? undefined : WAITS_SECONDS[attempts - 1];
  await recordAttempt(db, delivery_id, {
    state: wait === undefined ? "failed" : "waiting",
    status: result.status,
    reason: result.reason,
    nextAttemptAt: wait === undefined ? null : new Date(now().getTime() + wait * 1_000).toISOString(),
  });
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
    return { status: answer.status, reason: ok ? null : `The receiver answered ${answer.status}.` };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { status: null, reason: error.detail ?? error.message };
  }
}
