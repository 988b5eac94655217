import { BlockList, isIP } from "node:net";
import { Failure } from "../../kernel/errors.ts";
import type { Scope } from "../../kernel/scopes.ts";
import type { Sql } from "../../platform/db/index.ts";
import { findBudgetLeft, takeKeyBudget } from "../credits/index.ts";
import type { KeyRow } from "./store.ts";

export interface KeyLimits {
  name: string;
  scopes: readonly Scope[];
  /** Null for ever. */
  expiresAt: Date | null;
  /** Empty for anywhere. */
  allowedNetworks: readonly string[];
  /** Null without a limit. */
  budgetCredits: number | null;
}

/** What a key may create: nothing beyond itself. An expiry or networks that are not given are its own. */
export async function limitToKey(sql: Sql, key: KeyRow, wanted: KeyLimits): Promise<KeyLimits> {
  const excess = wanted.scopes.filter((scope) => !key.scopes.includes(scope));
  if (excess.length > 0) refuse(`scopes: this key does not have ${excess.join(", ")}`);
  const endsAt = key.expires_at === null ? null : new Date(key.expires_at);
  if (endsAt && wanted.expiresAt && wanted.expiresAt > endsAt)
    refuse(`expires_at: this key itself expires at ${endsAt.toISOString()}`);
  const outside = wanted.allowedNetworks.find(
    (network) => key.allowed_networks.length > 0 && !key.allowed_networks.some(isWithin(network)),
  );
  if (outside !== undefined) refuse(`allowed_networks: this key may not be used from ${outside}`);
  await takeFromBudget(sql, key, wanted.budgetCredits);
  return {
    ...wanted,
    expiresAt: wanted.expiresAt ?? endsAt,
    allowedNetworks: wanted.allowedNetworks.length > 0 ? wanted.allowedNetworks : key.allowed_networks,
  };
}

/** A budget is taken from its own, so that all keys together spend no more than it could. */
async function takeFromBudget(sql: Sql, { id }: KeyRow, credits: number | null): Promise<void> {
  const left = await findBudgetLeft(sql, id);
  if (left === null || (credits !== null && (await takeKeyBudget(sql, id, credits)))) return;
  refuse(`budget_credits: expected at most the ${left} credits that this key has left`);
}

function refuse(detail: string): never {
  throw new Failure("key_limits_exceeded", { detail });
}

/** Whether every address of a network is part of another. */
const isWithin = (inner: string) => (outer: string) => {
  const [part, whole] = [parseNetwork(inner), parseNetwork(outer)];
  if (!part || !whole || part.family !== whole.family || part.bits < whole.bits) return false;
  const list = new BlockList();
  list.addSubnet(whole.address, whole.bits, whole.family);
  return list.check(part.address, part.family);
};

/** Undefined for what is no network. */
function parseNetwork(network: string) {
  const [address = "", bits] = network.split("/");
  const version = isIP(address);
  if (version === 0) return undefined;
  const family = version === 6 ? ("ipv6" as const) : ("ipv4" as const);
  return { address, family, bits: Number(bits ?? (version === 6 ? 128 : 32)) };
}
