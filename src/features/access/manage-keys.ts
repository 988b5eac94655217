import { Failure } from "../../kernel/errors.ts";
import type { Caller } from "../../kernel/operation.ts";
import { COMMON_SCOPES, isKeyManagement, type Scope } from "../../kernel/scopes.ts";
import { type Database, inTransaction, type Sql } from "../../platform/db/index.ts";
import { findMember, keepMembers, requireLiveAccount } from "../accounts/index.ts";
import { limitToKey } from "./key-limits.ts";
import { createKeyIn, KEYS_MAX, type NewKey, requireKey, revokeKeyIn, rotateKeyIn } from "./keys.ts";
import { findLiveKey, type KeyRow, listKeys, listKeysOfKey, lockKeys } from "./store.ts";

/** What is not given has no limit, except that of a key which calls. */
export interface RequestedKey {
  name: string;
  scopes?: readonly Scope[] | undefined;
  expires_at?: string | undefined;
  allowed_networks?: readonly string[] | undefined;
  budget_credits?: number | undefined;
}

/** Who manages keys: a person, or a key that was given the scope. */
interface KeyManager {
  accountId: string;
  userId: string | null;
  isOwner: boolean;
  key: KeyRow | null;
}

/** Members see the keys they created, owners all of them. */
export async function listKeysFor(db: Database, caller: Caller): Promise<KeyRow[]> {
  const { userId, isOwner } = await requireManager(db, caller);
  const keys = await listKeys(db, caller.accountId, KEYS_MAX);
  return keys.filter(({ created_by }) => isOwner || created_by === userId);
}

export function createKeyFor(db: Database, caller: Caller, requested: RequestedKey): Promise<NewKey> {
  return inTransaction(db, async (sql) => {
    const manager = await lockForManager(sql, caller);
    const { accountId, userId, isOwner, key } = manager;
    const usual = COMMON_SCOPES.filter((scope) => scope !== "account:write");
    const scopes = requested.scopes ?? usual.filter((scope) => !key || key.scopes.includes(scope));
    if (!isOwner && scopes.some(isKeyManagement)) throw new Failure("owner_only");
    const wanted = {
      name: requested.name,
      scopes,
      expiresAt: requested.expires_at === undefined ? null : new Date(requested.expires_at),
      allowedNetworks: requested.allowed_networks ?? [],
      budgetCredits: requested.budget_credits ?? null,
    };
    const limited = key ? await limitToKey(sql, key, wanted) : wanted;
    return createKeyIn(sql, { accountId, createdBy: userId, createdByKey: key?.id ?? null, ...limited });
  });
}

/** It acts for the person who sees it: rotating another person's key does not let anyone act for them. */
export function rotateKeyFor(
  db: Database,
  caller: Caller,
  { keyId, overlapSeconds }: { keyId: string; overlapSeconds: number },
): Promise<NewKey> {
  return inTransaction(db, async (sql) => {
    const manager = await lockForManager(sql, caller);
    await requireManagedKey(sql, manager, keyId);
    const { accountId, userId } = manager;
    return rotateKeyIn(sql, { accountId, keyId, overlapSeconds, ...(userId && { createdBy: userId }) });
  });
}

export function revokeKeyFor(db: Database, caller: Caller, keyId: string): Promise<void> {
  return inTransaction(db, async (sql) => {
    const manager = await lockForManager(sql, caller);
    await requireManagedKey(sql, manager, keyId);
    await revokeKeyIn(sql, manager.accountId, keyId);
  });
}

/** Until the end of the transaction the caller stays what it is now. */
async function lockForManager(sql: Sql, caller: Caller): Promise<KeyManager> {
  await requireLiveAccount(sql, caller.accountId);
  await keepMembers(sql, caller.accountId);
  await lockKeys(sql, caller.accountId);
  return requireManager(sql, caller);
}

/** A key that no person created belongs to the account, as its owners' do. */
async function requireManager(sql: Sql, { accountId, userId, keyId }: Caller): Promise<KeyManager> {
  const member = userId === null ? null : await findMember(sql, userId);
  if (member === undefined) throw new Failure("unauthorized");
  const isOwner = member === null || member.role === "owner";
  if (keyId === null) return { accountId, userId, isOwner, key: null };
  // The scope was an owner's to give, and ends with their role.
  if (!isOwner) throw new Failure("owner_only");
  // It may have been found valid some seconds ago.
  if (!(await findLiveKey(sql, accountId, keyId))) throw new Failure("unauthorized");
  return { accountId, userId, isOwner, key: await requireKey(sql, accountId, keyId) };
}

/** Others look as if they did not exist. */
async function requireManagedKey(sql: Sql, manager: KeyManager, keyId: string): Promise<void> {
  const { accountId, userId, isOwner, key } = manager;
  const target = await requireKey(sql, accountId, keyId);
  const isManaged = key
    ? (await listKeysOfKey(sql, accountId, key.id)).includes(keyId)
    : isOwner || target.created_by === userId;
  if (!isManaged) throw new Failure("key_not_found", { detail: `key ${keyId}: no such live key` });
}
