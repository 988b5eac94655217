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
