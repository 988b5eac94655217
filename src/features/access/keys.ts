import { isIP } from "node:net";
import { Failure } from "../../kernel/errors.ts";
import { makeId } from "../../kernel/ids.ts";
import { COMMON_SCOPES, type Scope } from "../../kernel/scopes.ts";
import { type Database, inTransaction, type Sql } from "../../platform/db/index.ts";
import { insertKeyBudget, shareKeyBudget } from "../credits/index.ts";
import { hashKey, hintOf, makeKey } from "./key-format.ts";
import {
  countLiveKeys,
  endKey,
  findKey,
  insertKey,
  type KeyRow,
  listKeysOfKey,
  lockKeys,
  passKeysOn,
  revokeKeys,
} from "./store.ts";

const NAME_LENGTH_MAX = 100;
/** As many as a list shows: no live key of an account is hidden by others. */
export const KEYS_MAX = 500;
/** Longer than any key rotation takes. */
export const OVERLAP_SECONDS_MAX = 30 * 86_400;

export interface CreateKeyInput {
  accountId: string;
  createdBy?: string | null;
  /** The key that creates it, and with which it is revoked. */
  createdByKey?: string | null;
  name: string;
  scopes?: readonly Scope[];
  expiresAt?: Date | null;
  /** Addresses or networks (`10.0.0.0/8`) the key may be used from; empty means anywhere. */
  allowedNetworks?: readonly string[];
  budgetCredits?: number | null;
}

export interface NewKey {
  keyId: string;
  /** Shown once; only its hash is stored. */
  key: string;
}

export async function createKey(db: Database, input: CreateKeyInput): Promise<NewKey> {
  return inTransaction(db, (sql) => createKeyIn(sql, input));
}

/** The same within a transaction. */
export async function createKeyIn(sql: Sql, input: CreateKeyInput): Promise<NewKey> {
  await lockKeys(sql, input.accountId);
  if ((await countLiveKeys(sql, input.accountId)) >= KEYS_MAX)
    throw new Failure("invalid_input", { detail: `an account has at most ${KEYS_MAX} live keys` });
  const created = await addKey(sql, input);
  if (input.budgetCredits != null) await insertKeyBudget(sql, created.keyId, input.budgetCredits);
  return created;
}

/** Without its budget row, which is new or belongs to another key. */
async function addKey(sql: Sql, input: CreateKeyInput): Promise<NewKey> {
  if (input.name.trim() === "" || input.name.length > NAME_LENGTH_MAX)
    throw new Failure("invalid_input", { detail: `name: expected 1 to ${NAME_LENGTH_MAX} characters` });
  const key = makeKey();
  const id = makeId("key");
  const networks = [...(input.allowedNetworks ?? [])];
  for (const network of networks) requireNetwork(network);
  await insertKey(sql, {
    id,
    account_id: input.accountId,
    created_by: input.createdBy ?? null,
    created_by_key: input.createdByKey ?? null,
    name: input.name,
    hash: hashKey(key),
    hint: hintOf(key),
    scopes: [...(input.scopes ?? COMMON_SCOPES)],
    allowed_networks: networks,
    budget_credits: input.budgetCredits ?? null,
    expires_at: input.expiresAt?.toISOString() ?? null,
  });
  return { keyId: id, key };
}

/**
 * A new key with the same permissions and the remaining budget; the old one keeps working during the overlap,
 * so that no caller is cut off. It acts for the person who created the old one, unless another person takes
 * it over.
 */
export async function rotateKey(
  db: Database,
  target: { accountId: string; keyId: string; overlapSeconds: number; createdBy?: string },
): Promise<NewKey> {
  return inTransaction(db, (sql) => rotateKeyIn(sql, target));
}

/** The same within a transaction. */
export async function rotateKeyIn(
  sql: Sql,
  target: { accountId: string; keyId: string; overlapSeconds: number; createdBy?: string },
): Promise<NewKey> {
  const { accountId, keyId, overlapSeconds } = target;
  await lockKeys(sql, accountId);
  const old = await requireKey(sql, accountId, keyId);
  const created = await addKey(sql, {
    accountId,
    createdBy: target.createdBy ?? old.created_by,
    createdByKey: old.created_by_key,
    name: old.name,
    // The column holds only scopes that were validated when the key was created.
    scopes: old.scopes as Scope[],
    allowedNetworks: old.allowed_networks,
    budgetCredits: old.budget_credits,
    expiresAt: old.expires_at ? new Date(old.expires_at) : null,
  });
  if (old.budget_credits !== null) await shareKeyBudget(sql, { from: keyId, to: created.keyId });
  await passKeysOn(sql, accountId, { from: keyId, to: created.keyId });
  await endKey(sql, accountId, keyId, overlapSeconds);
  return created;
}

export async function requireKey(db: Sql, accountId: string, keyId: string): Promise<KeyRow> {
  const key = await findKey(db, accountId, keyId);
  if (!key || key.revoked_at)
    throw new Failure("key_not_found", { detail: `key ${keyId}: no such live key` });
  return key;
}

/** With the keys that it created; false when there is no such live key. */
export function revokeKey(db: Database, accountId: string, keyId: string): Promise<boolean> {
  return inTransaction(db, (sql) => revokeKeyIn(sql, accountId, keyId));
}

/** The same within a transaction. */
export async function revokeKeyIn(sql: Sql, accountId: string, keyId: string): Promise<boolean> {
  await lockKeys(sql, accountId);
  if ((await revokeKeys(sql, accountId, [keyId])) === 0) return false;
  await revokeKeys(sql, accountId, await listKeysOfKey(sql, accountId, keyId));
  return true;
}

function requireNetwork(network: string): void {
  const [address = "", bits, ...more] = network.split("/");
  const family = isIP(address);
  const bitsMax = family === 6 ? 128 : 32;
  const bitsFine = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax);
  if (family !== 0 && bitsFine && more.length === 0) return;
  throw new Failure("invalid_input", {
    detail: `allowed network "${network}": expected an address or address/bits`,
  });
}
