import { Failure } from "../../../kernel/errors.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { keepAccount } from "./store.ts";

/**
 * For the transaction that stores something for an account, before it locks anything else: a call may still be running
 * when its account is erased, and must not leave anything behind.
 */
export async function requireLiveAccount(sql: Sql, accountId: string): Promise<void> {
  if (await keepAccount(sql, accountId)) return;
  throw new Failure("unauthorized", { detail: "The account was erased or moved in the meantime." });
}
