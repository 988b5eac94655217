import type { Sql } from "../../../platform/db/index.ts";

/** A queue that tests can count. */
export async function prepareQueue(sql: Sql): Promise<void> {
  await sql`create table test_queue (run_id text not null)`;
}

export async function queueRun(sql: Sql, runId: string): Promise<void> {
  await sql`insert into test_queue (run_id) values (${runId})`;
}

/** Runs that are not queued exactly once. */
export async function listMisqueued(sql: Sql): Promise<unknown[]> {
  return sql`
    select run_id, count(test_queue.run_id) as queued from agent_run left join test_queue using (run_id)
    group by run_id having count(test_queue.run_id) <> 1`;
}
