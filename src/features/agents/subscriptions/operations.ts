import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import { makeId } from "../../../kernel/ids.ts";
import { type Caller, defineOperation } from "../../../kernel/operation.ts";
import type { Database } from "../../../platform/db/index.ts";
import { requireBuilder } from "../builders/managing.ts";
import { EXAMPLE_IDS } from "../data/example-ids.ts";
import { managing, viewing } from "../managing-operation.ts";
import { viewerOf } from "../owner.ts";
import { checkSchedule, nextDue, nextDues, type Schedule } from "./schedule.ts";
import {
  AGENT_CATEGORIES,
  deleteSubscription,
  findSubscription,
  insertSubscription,
  listSubscriptions,
  type SubscriptionRow,
  updateSubscription,
} from "./store.ts";

const RUNS_SHOWN = 5;
const SUBSCRIPTIONS_MAX = 50;
const subscriptionName = z.string().trim().min(1).max(200);
const expression = z.string().min(1).max(100).describe("Five fields: minute hour day month weekday");
const timeZone = z.string().min(1).max(60).describe("IANA name, such as Europe/Berlin");
const subscriptionId = z.string().min(1).max(60);

const Subscription = z
  .object({
    ag_sub_id: z.string(),
    agent_id: z.string(),
    agent_category: z.enum(AGENT_CATEGORIES),
    subscription_name: z.string(),
    schedule_cron_expression: z.string(),
    time_zone: z.string(),
    active: z.boolean(),
    next_runs: z.array(z.string()).describe("The next five times it is due; empty while paused"),
  })
  .meta({ id: "AgentBuilderSubscription" });

function describe(row: SubscriptionRow): z.input<typeof Subscription> {
  const active = row.next_due_at !== null;
  return {
    ag_sub_id: row.subscription_id,
    agent_id: row.builder_id,
    agent_category: row.agent_category,
    subscription_name: row.subscription_name,
    schedule_cron_expression: row.schedule_cron_expression,
    time_zone: row.time_zone,
    active,
    next_runs: active ? showRuns(scheduleOf(row)) : [],
  };
}

function showRuns(schedule: Schedule): string[] {
  return nextDues(schedule, new Date(), RUNS_SHOWN).map((due) => due.toISOString());
}

export function scheduleOf(row: SubscriptionRow): Schedule {
  return { expression: row.schedule_cron_expression, timeZone: row.time_zone };
}

function firstDue(schedule: Schedule): string | null {
  return nextDue(schedule, new Date())?.toISOString() ?? null;
}

async function requireSubscription(db: Database, caller: Caller, id: string): Promise<SubscriptionRow> {
  const row = await findSubscription(db, viewerOf(caller), id);
  if (!row) throw new Failure("subscription_not_found");
  return row;
}

export const subscribe = (db: Database) =>
  defineOperation({
    ...managing,
    id: "agents.subscribe",
    summary: "Run an agent builder on a schedule",
    guide: "Runs the builder whenever the cron expression is due in the time zone, once across all nodes.",
    rest: { method: "POST", path: "/v1/agent_builder/subscription/create" },
    input: z.strictObject({
      agent_id: z.string().min(1).max(60),
      agent_category: z.enum(AGENT_CATEGORIES),
      subscription_name: subscriptionName,
      schedule_cron_expression: expression,
      time_zone: timeZone.default("UTC"),
    }),
    output: Subscription,
    errors: ["builder_not_found"],
    examples: [
      {
        title: "Data on Mondays at six",
        input: {
          agent_id: EXAMPLE_IDS.builder,
          agent_category: "AgentBuilder-Data",
          subscription_name: "Mondays",
          schedule_cron_expression: "0 6 * * 1",
          time_zone: "Europe/Berlin",
        },
      },
    ],
    async run({ caller }, { agent_id, ...options }) {
      await requireBuilder(db, viewerOf(caller), agent_id);
      const schedule = { expression: options.schedule_cron_expression, timeZone: options.time_zone };
      checkSchedule(schedule);
      if ((await listSubscriptions(db, [agent_id], { paused: true })).length >= SUBSCRIPTIONS_MAX)
        throw new Failure("invalid_input", {
          detail: `agent_id: it already has ${SUBSCRIPTIONS_MAX} subscriptions`,
        });
      const row = {
        ...options,
        subscription_id: makeId("sub"),
        builder_id: agent_id,
        key_id: caller.keyId,
        next_due_at: firstDue(schedule),
        created_at: "",
      };
      await insertSubscription(db, row);
      return describe(row);
    },
  });

export const changeSubscription = (db: Database) =>
  defineOperation({
    ...managing,
    id: "agents.subscription_update",
    summary: "Change, pause or resume a subscription",
    guide: "Changes only the given fields. active false pauses it; active true resumes it from now on.",
    rest: { method: "POST", path: "/v1/agent_builder/subscription/update" },
    input: z.strictObject({
      ag_sub_id: subscriptionId,
      subscription_name: subscriptionName.optional(),
      schedule_cron_expression: expression.optional(),
      time_zone: timeZone.optional(),
      active: z.boolean().optional(),
    }),
    output: Subscription,
    errors: ["subscription_not_found"],
    examples: [{ title: "Pause it", input: { ag_sub_id: EXAMPLE_IDS.subscription, active: false } }],
    async run({ caller }, { ag_sub_id, active, ...change }) {
      const before = await requireSubscription(db, caller, ag_sub_id);
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      // The last one to set a schedule pays for it.
      const row: SubscriptionRow = { ...before, ...given, key_id: caller.keyId };
      checkSchedule(scheduleOf(row));
      const runs = active ?? before.next_due_at !== null;
      row.next_due_at = runs ? firstDue(scheduleOf(row)) : null;
      await updateSubscription(db, row);
      return describe(row);
    },
  });

export const unsubscribe = (db: Database) =>
  defineOperation({
    ...managing,
    id: "agents.unsubscribe",
    summary: "Delete a subscription",
    guide: "Runs it started are kept.",
    rest: { method: "POST", path: "/v1/agent_builder/subscription/delete" },
    input: z.strictObject({ ag_sub_id: subscriptionId }),
    output: z.object({ ag_sub_id: z.string(), deleted: z.literal(true) }),
    errors: ["subscription_not_found"],
    examples: [{ title: "A demo subscription", input: { ag_sub_id: EXAMPLE_IDS.subscription } }],
    async run({ caller }, { ag_sub_id }) {
      if (!(await deleteSubscription(db, viewerOf(caller), ag_sub_id)))
        throw new Failure("subscription_not_found");
      return { ag_sub_id, deleted: true as const };
    },
  });

export const showSubscriptions = (db: Database) =>
  defineOperation({
    ...viewing,
    id: "agents.subscriptions",
    summary: "Subscriptions of an agent builder, including paused ones",
    guide: "With the next five times each is due.",
    rest: { method: "GET", path: "/v1/agent_builder/subscription/list" },
    input: z.strictObject({ agent_id: z.string().min(1).max(60) }),
    output: z.object({ subscriptions: z.array(Subscription) }),
    errors: ["builder_not_found"],
    examples: [{ title: "Of a demo builder", input: { agent_id: EXAMPLE_IDS.builder } }],
    async run({ caller }, { agent_id }) {
      await requireBuilder(db, viewerOf(caller), agent_id);
      const rows = await listSubscriptions(db, [agent_id], { paused: true });
      return { subscriptions: rows.map(describe) };
    },
  });

export const previewSchedule = () =>
  defineOperation({
    ...viewing,
    id: "agents.schedule",
    summary: "When a cron expression is due next",
    guide: "The next five times, or what is wrong with the expression.",
    rest: { method: "GET", path: "/v1/agent_builder/schedule" },
    input: z.strictObject({ schedule_cron_expression: expression, time_zone: timeZone.default("UTC") }),
    output: z.object({ next_runs: z.array(z.string()) }),
    examples: [{ title: "Mondays at six", input: { schedule_cron_expression: "0 6 * * 1" } }],
    async run(_context, { schedule_cron_expression, time_zone }) {
      const schedule = { expression: schedule_cron_expression, timeZone: time_zone };
      checkSchedule(schedule);
      return { next_runs: showRuns(schedule) };
    },
  });
