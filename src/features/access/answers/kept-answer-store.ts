import type { Sql } from "../../../platform/db/index.ts";

interface SavedAnswer {
  id: string;
  accountId: string;
  caller: string;
  operationId: string;
  answer: string;
}

export async function insertSavedAnswer(
  sql: Sql,
  { id, accountId, caller, operationId, answer }: SavedAnswer,
  { seconds, answersMax }: { seconds: number; answersMax: number },
): Promise<void> {
  await sql`
    with dropped as (
      delete from kept_answer where id in (
        select id from kept_answer where account_id = ${accountId} order by expires_at desc offset ${answersMax - 1}))
    insert into kept_answer (id, account_id, caller, operation_id, answer, expires_at)
    values (${id}, ${accountId}, ${caller}, ${operationId}, ${answer}, now() + make_interval(secs => ${seconds}))
    on conflict (id, account_id) do update set answer = excluded.answer, expires_at = excluded.expires_at`;
}

export async function findSavedAnswer(
  sql: Sql,
  { id, accountId, caller, operationId }: Omit<SavedAnswer, "answer">,
): Promise<string | undefined> {
  const [row] = await sql<{ answer: string }>`
    select answer from kept_answer
    where id = ${id} and account_id = ${accountId} and caller = ${caller} and operation_id = ${operationId}
      and expires_at > now()`;
  return row?.answer;
}

export async function deleteExpiredAnswers(sql: Sql, limit: number): Promise<number> {
  const rows = await sql`
    delete from kept_answer where id in (select id from kept_answer where expires_at < now() limit ${limit})
    returning id`;
  return rows.length;
}
