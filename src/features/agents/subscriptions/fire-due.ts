import { makeId } from "../../../kernel/ids.ts";
import { type Database, inTransaction, type Sql } from "../../../platform/db/index.ts";
import { findAnyBuilder } from "../builders/store.ts";
import { insertRun } from "../runs/store.ts";
import { scheduleOf } from "./operations.ts";
import { nextDue } from "./schedule.ts";
import { claimDue, type SubscriptionRow, setNextDue } from "./store.ts";

const CLAIMED_MAX = 50;
const ROUNDS_MAX = 1_000;
/** A due time this late still fires on its own; anything older was downtime. */
const LATE_MILLISECONDS_MAX = 900_000;

export interface FireTools {
  db: Database;
  /** Queues a run, in the transaction that writes it. */
  queueRun: (sql: Sql, runId: string) => Promise<void>;
}

/**
 * Starts a run for every due time without one; returns their ids. Any number of nodes may do this at the same
 * time: a subscription is locked while it fires, and the run, its job and the next due time are written
 * together, so a node that dies in between leaves nothing half done. After downtime the first missed time is
 * caught up, once.
 */
export async function fireDue(tools: FireTools, now: Date): Promise<string[]> {
  const started: string[] = [];
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const fired = await fireBatch(tools, now);
    started.push(...fired.started);
    if (fired.claimed === 0) break;
  }
  return started;
}

async function fireBatch(
  { db, queueRun }: FireTools,
  now: Date,
): Promise<{ claimed: number; started: string[] }> {
  return inTransaction(db, async (sql) => {
    const due = await claimDue(sql, now, CLAIMED_MAX);
    const started: string[] = [];
    for (const subscription of due) {
      const builder = await findAnyBuilder(sql, subscription.builder_id);
      if (!builder?.active) {
        await setNextDue(sql, subscription.subscription_id, null);
        continue;
      }
      const runId = await fireOne(sql, subscription, { accountId: builder.account_id, now });
      if (runId === null) continue;
      await queueRun(sql, runId);
      started.push(runId);
    }
    return { claimed: due.length, started };
  });
}

async function fireOne(
  sql: Sql,
  subscription: SubscriptionRow,
  { accountId, now }: { accountId: string; now: Date },
): Promise<string | null> {
  const { subscription_id, builder_id, key_id, agent_category } = subscription;
  const dueAt = new Date(subscription.next_due_at ?? now);
  const run_id = makeId("run");
  const added = await insertRun(sql, {
    run_id,
    builder_id,
    account_id: accountId,
    key_id,
    requested_by: null,
    subscription_id,
    due_at: dueAt.toISOString(),
    agent_type: agent_category === "AgentBuilder-Data" ? "data" : "report",
    everything: false,
  });
  const late = now.getTime() - dueAt.getTime() > LATE_MILLISECONDS_MAX;
  const next = nextDue(scheduleOf(subscription), late ? now : dueAt);
  await setNextDue(sql, subscription_id, next?.toISOString() ?? null);
  return added ? run_id : null;
}
