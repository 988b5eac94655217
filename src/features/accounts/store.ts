import type { Sql } from "../../platform/db/index.ts";

export interface AccountRow {
  id: string;
  name: string;
  created_at: string;
}

export async function insertAccount(sql: Sql, account: { id: string; name: string }): Promise<void> {
  await sql`insert into account (id, name) values (${account.id}, ${account.name})`;
}

export async function listAccounts(sql: Sql, limit: number): Promise<AccountRow[]> {
  return sql<AccountRow>`select id, name, created_at from account order by created_at, id limit ${limit}`;
}

export async function findAccountByName(sql: Sql, name: string): Promise<AccountRow | undefined> {
  const [row] =
    await sql<AccountRow>`select id, name, created_at from account where name = ${name} order by created_at limit 1`;
  return row;
}

/** Whether the account lets the configured language model answer. */
export async function usesLanguageModel(sql: Sql, accountId: string): Promise<boolean> {
  const [row] = await sql<{ language_model: boolean }>`
    select language_model from account where id = ${accountId}`;
  return row?.language_model ?? false;
}

export async function setLanguageModel(sql: Sql, accountId: string, isEnabled: boolean): Promise<void> {
  await sql`update account set language_model = ${isEnabled} where id = ${accountId}`;
}
