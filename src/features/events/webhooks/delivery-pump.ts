import type { Database } from "../../../platform/db/index.ts";
import type { GuardedFetch } from "../../../platform/fetch/index.ts";
import type { Jobs } from "../../../platform/jobs/index.ts";
import { attemptDelivery } from "./attempt-delivery.ts";
import { claimDelivery, type DueDelivery } from "./store.ts";

export interface DeliveryTools {
  db: Database;
  jobs: Pick<Jobs, "send">;
  /** Refuses private addresses; every request goes through it. */
  fetch: GuardedFetch;
  now: () => Date;
}

/** Failing endpoints have slots of their own, so that any number of them leaves room for healthy ones. */
const PLACES = { healthy: { all: 32, perEndpoint: 4 }, failing: { all: 16, perEndpoint: 1 } } as const;
type Health = keyof typeof PLACES;
/** A claim expires if this node dies; longer than an attempt may take. */
const CLAIM_SECONDS = 60;

/** Sends due deliveries to many endpoints at a time. There is one pump per node. */
export class DeliveryPump {
  readonly #tools: DeliveryTools;
  /** Endpoints being called, with the number of calls. */
  readonly #calls = { healthy: new Map<string, number>(), failing: new Map<string, number>() };
  readonly #running = new Set<Promise<void>>();
  #isPumping = false;
  /** There may be more than the last query found. */
  #checkAgain = false;
  #wake = () => {};

  constructor(tools: DeliveryTools) {
    this.#tools = tools;
  }

  /**
   * Returns when nothing is due any more; immediately when another call is already delivering, which then checks
   * again.
   */
  async run(signal: AbortSignal): Promise<void> {
    this.#checkAgain = true;
    if (this.#isPumping) return this.#wake();
    this.#isPumping = true;
    try {
      while ((this.#checkAgain || this.#running.size > 0) && !signal.aborted) {
        this.#checkAgain = false;
        const { promise: wokenUp, resolve } = Promise.withResolvers<void>();
        this.#wake = resolve;
        for (const health of ["healthy", "failing"] as const) await this.#fill(health, signal);
        if (this.#running.size > 0 && !this.#checkAgain) await Promise.race([wokenUp, ...this.#running]);
      }
    } finally {
      this.#isPumping = false;
      await Promise.all(this.#running);
    }
  }

  async #fill(health: Health, signal: AbortSignal): Promise<void> {
    const { all, perEndpoint } = PLACES[health];
    const calls = this.#calls[health];
    while (sum(calls.values()) < all && !signal.aborted) {
      const busy = [...calls].filter(([, count]) => count >= perEndpoint).map(([webhookId]) => webhookId);
      const delivery = await claimDelivery(this.#tools.db, {
        now: this.#tools.now(),
        claimSeconds: CLAIM_SECONDS,
        failing: health === "failing",
        except: busy,
      });
      if (!delivery) return;
      this.#start(delivery, calls, signal);
    }
  }

  #start(delivery: DueDelivery, calls: Map<string, number>, signal: AbortSignal): void {
    const { webhook_id } = delivery;
    calls.set(webhook_id, (calls.get(webhook_id) ?? 0) + 1);
    const attempt = attemptDelivery(this.#tools, delivery, signal)
      // Failed on our side, for example because the database is down: the claim expires and it is retried.
      .catch(() => {})
      .finally(() => {
        const left = (calls.get(webhook_id) ?? 1) - 1;
        if (left > 0) calls.set(webhook_id, left);
        else calls.delete(webhook_id);
        this.#running.delete(attempt);
      });
    this.#running.add(attempt);
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
