import type { Sql } from "../../platform/db/index.ts";

export const TASK_KINDS = ["parse_pdf", "run_agent"] as const;
export type TaskKind = (typeof TASK_KINDS)[number];
export const TASK_STATES = ["working", "completed", "failed", "cancelled"] as const;

export interface TaskRow {
  task_id: string;
  kind: TaskKind;
  state: (typeof TASK_STATES)[number];
  message: string | null;
  created_at: string;
  updated_at: string;
}

/** Whose tasks: the person's or, without one, the key's. */
export interface TaskOwner {
  accountId: string;
  requestedBy: string | null;
}

export interface TaskQuery {
  kinds: readonly TaskKind[];
  /** One task only; null for all. */
  taskId: string | null;
  limit: number;
  offset: number;
}

/** The work that a caller started, the latest first. What has no one who requested it is no one's task. */
export async function listTasks(sql: Sql, owner: TaskOwner, query: TaskQuery): Promise<TaskRow[]> {
  return sql<TaskRow>`
    select * from (
      select job_id as task_id, 'parse_pdf' as kind,
        case when state in ('failed', 'cancelled') then state when state = 'ready' then 'completed' else 'working' end
          as state,
        coalesce(reason, case when page_count is null then file_name
          else format('%s: %s of %s pages', file_name, pages_done, page_count) end) as message,
        created_at, updated_at
      from parse_job where account_id = ${owner.accountId} and requested_by = ${owner.requestedBy}
      union all
      select run_id, 'run_agent',
        case when state in ('failed', 'cancelled') then state when state = 'done' then 'completed' else 'working' end,
        coalesce(reason, format('%s of %s companies', companies_done, companies_total)),
        created_at, coalesce(finished_at, started_at, created_at)
      from agent_run where account_id = ${owner.accountId} and requested_by = ${owner.requestedBy}
    ) task
    where kind = any(${query.kinds}) ${query.taskId === null ? sql`` : sql`and task_id = ${query.taskId}`}
    order by created_at desc, task_id limit ${query.limit} offset ${query.offset}`;
}
