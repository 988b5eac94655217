import type { Sql } from "../../platform/db/index.ts";

/** Adds the tokens of one answer to those of the day, and returns what all nodes have used together. */
export async function addTokens(sql: Sql, tokens: number): Promise<number> {
  const [row] = await sql<{ tokens: string }>`
    insert into language_model_tokens as used (day, tokens)
    values ((now() at time zone 'utc')::date, ${tokens})
    on conflict (day) do update set tokens = used.tokens + excluded.tokens
    returning tokens`;
  return Number(row?.tokens ?? 0);
}

/** Notes that a model answered, or why it did not. */
export async function recordModelOutcome(sql: Sql, name: string, failure: string | null): Promise<void> {
  await (failure === null
    ? sql`
        insert into language_model_health (name, succeeded_at) values (${name}, now())
        on conflict (name) do update set succeeded_at = now()`
    : sql`
        insert into language_model_health (name, failed_at, failure) values (${name}, now(), ${failure})
        on conflict (name) do update set failed_at = now(), failure = excluded.failure`);
}

export interface ModelHealth {
  last_success_at: string | null;
  last_failure_at: string | null;
  last_failure: string | null;
  tokens_today: number;
}

/** How a model is doing, on all nodes together. */
export async function findModelHealth(sql: Sql, name: string): Promise<ModelHealth> {
  const [row] = await sql<Omit<ModelHealth, "tokens_today"> & { tokens: string | null }>`
    select health.succeeded_at as last_success_at, health.failed_at as last_failure_at,
           health.failure as last_failure, used.tokens
    from (values (${name}::text)) as model (name)
    left join language_model_health health using (name)
    left join language_model_tokens used on used.day = (now() at time zone 'utc')::date`;
  if (!row) throw new Error("a row was expected");
  const { tokens, ...health } = row;
  return { ...health, tokens_today: Number(tokens ?? 0) };
}
