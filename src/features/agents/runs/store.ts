import type { Sql } from "../../../platform/db/index.ts";
import type { AgentType } from "../artifacts/store.ts";
import { ofVisibleBuilder } from "../builders/store.ts";
import type { Viewer } from "../owner.ts";

export const RUN_STATES = ["waiting", "running", "done", "failed", "cancelled"] as const;
export type RunState = (typeof RUN_STATES)[number];

export interface RunRow {
  run_id: string;
  builder_id: string;
  account_id: string;
  /** The key whose budget pays; null for a person, or for a run from before it was recorded. */
  key_id: string | null;
  /** The person who started it or, without one, the key; null for a schedule. */
  requested_by: string | null;
  subscription_id: string | null;
  due_at: string | null;
  agent_type: AgentType;
  everything: boolean;
  state: RunState;
  companies_total: number;
  companies_done: number;
  attempts: number;
  quoted_credits: number;
  charged_credits: number;
  reason: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

export type NewRun = Pick<
  RunRow,
  | "run_id"
  | "builder_id"
  | "account_id"
  | "key_id"
  | "requested_by"
  | "subscription_id"
  | "due_at"
  | "agent_type"
  | "everything"
>;

/** False when this due time already has a run. */
export async function insertRun(sql: Sql, run: NewRun): Promise<boolean> {
  const rows = await sql`
    insert into agent_run (run_id, builder_id, account_id, key_id, requested_by, subscription_id, due_at, agent_type,
      everything)
    values (${run.run_id}, ${run.builder_id}, ${run.account_id}, ${run.key_id}, ${run.requested_by},
      ${run.subscription_id}, ${run.due_at}, ${run.agent_type}, ${run.everything})
    on conflict do nothing returning run_id`;
  return rows.length > 0;
}

/** For the job, which acts for the run's owner. */
export async function findAnyRun(sql: Sql, runId: string): Promise<RunRow | undefined> {
  const [row] = await sql<RunRow>`select * from agent_run where run_id = ${runId}`;
  return row;
}

export async function findRun(sql: Sql, viewer: Viewer, runId: string): Promise<RunRow | undefined> {
  const [row] = await sql<RunRow>`
    select * from agent_run run
    where run_id = ${runId} and ${ofVisibleBuilder(sql, viewer)} and ${readable(sql, viewer)}`;
  return row;
}

/** For a condition on `agent_run run`. */
const readable = (sql: Sql, { accountId, userId }: Viewer) => sql`
  may_read_run(run, ${accountId}, ${userId}::text)`;

export async function listRuns(
  sql: Sql,
  viewer: Viewer,
  { builderId, ...page }: { builderId: string; limit: number; offset: number },
): Promise<RunRow[]> {
  return sql<RunRow>`
    select * from agent_run run where builder_id = ${builderId} and ${readable(sql, viewer)}
    order by created_at desc, run_id limit ${page.limit} offset ${page.offset}`;
}

/** Starts a run, or restarts it after its node died; undefined when it has ended in the meantime. */
export async function beginRun(sql: Sql, runId: string): Promise<RunRow | undefined> {
  const [row] = await sql<RunRow>`
    update agent_run set state = 'running', attempts = attempts + 1, companies_done = 0, reason = null,
      started_at = coalesce(started_at, clock_timestamp())
    where run_id = ${runId} and state in ('waiting', 'running') returning *`;
  return row;
}

/** One worker's attempt at a run: its writes count only until another worker restarts the run. */
export type Attempt = Pick<RunRow, "run_id" | "attempts">;

const ofAttempt = (sql: Sql, { run_id, attempts }: Attempt) =>
  sql`run_id = ${run_id} and attempts = ${attempts}`;

export async function recordPlan(
  sql: Sql,
  attempt: Attempt,
  plan: { companies: number; credits: number },
): Promise<void> {
  await sql`
    update agent_run set companies_total = ${plan.companies}, quoted_credits = ${plan.credits}
    where ${ofAttempt(sql, attempt)}`;
}

/** Counts one more company; false when the run was cancelled or taken over. */
export async function recordProgress(sql: Sql, attempt: Attempt, companiesDone: number): Promise<boolean> {
  const rows = await sql`
    update agent_run set companies_done = ${companiesDone}
    where ${ofAttempt(sql, attempt)} and state = 'running' returning run_id`;
  return rows.length > 0;
}

/** False when the run was cancelled or taken over. */
export async function finishRun(sql: Sql, attempt: Attempt, chargedCredits: number): Promise<boolean> {
  const rows = await sql`
    update agent_run set state = 'done', charged_credits = ${chargedCredits}, finished_at = clock_timestamp()
    where ${ofAttempt(sql, attempt)} and state = 'running' returning run_id`;
  return rows.length > 0;
}

export async function failRun(sql: Sql, attempt: Attempt, reason: string): Promise<boolean> {
  const rows = await sql`
    update agent_run set state = 'failed', reason = ${reason}, charged_credits = 0, finished_at = clock_timestamp()
    where ${ofAttempt(sql, attempt)} and state in ('waiting', 'running') returning run_id`;
  return rows.length > 0;
}

/** It will be retried; the reason says why. */
export async function postponeRun(sql: Sql, attempt: Attempt, reason: string): Promise<void> {
  await sql`
    update agent_run set state = 'waiting', reason = ${reason}
    where ${ofAttempt(sql, attempt)} and state = 'running'`;
}

export async function cancelRun(sql: Sql, viewer: Viewer, runId: string): Promise<boolean> {
  const rows = await sql`
    update agent_run set state = 'cancelled', finished_at = clock_timestamp()
    where run_id = ${runId} and ${ofVisibleBuilder(sql, viewer)} and state in ('waiting', 'running') returning run_id`;
  return rows.length > 0;
}

/** Unfinished runs, oldest first. */
export async function listUnfinishedRuns(sql: Sql, most: number): Promise<string[]> {
  const rows = await sql<{ run_id: string }>`
    select run_id from agent_run where state in ('waiting', 'running') order by created_at limit ${most}`;
  return rows.map(({ run_id }) => run_id);
}
