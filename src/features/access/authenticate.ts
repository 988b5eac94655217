import { BlockList, isIP } from "node:net";
import { Failure } from "../../kernel/errors.ts";
import type { Caller } from "../../kernel/operation.ts";
import type { Scope } from "../../kernel/scopes.ts";
import { batchLoader, type Database } from "../../platform/db/index.ts";
import { hashKey, isWellFormedKey } from "./key-format.ts";
import type { PresentedToken } from "./oauth/authenticate-token.ts";
import { findLiveKey, findLiveKeys, type LiveKey } from "./store.ts";

export interface Credentials {
  apiKey: string | undefined;
  address: string;
  token?: PresentedToken | undefined;
  /** The console's session cookie. */
  session?: string | undefined;
}

/** A caller, with what the gate needs to know about its credential. */
export interface GateCaller extends Caller {
  /** The OAuth client a person uses. */
  clientId: string | null;
  budgeted: boolean;
  /** When a token expires, in milliseconds. An expired key is noticed when it is looked up. */
  endsAt?: number;
}

/** The same credentials, to be checked again while a long call is running. */
export function forRecheck(credentials: Credentials): Credentials {
  const { token } = credentials;
  return token ? { ...credentials, token: { ...token, proofVerified: true } } : credentials;
}

/** Authenticates people: by token and by console session. */
export interface IdentityVerifier {
  byToken: (token: PresentedToken) => Promise<GateCaller>;
  bySession: (secret: string, address: string) => Promise<GateCaller>;
}

/** A revoked key stops working everywhere within this time, without nodes notifying each other. */
const CACHE_MILLISECONDS = 3_000;
const CACHE_ENTRIES_MAX = 20_000;

interface Cached {
  caller: GateCaller | null;
  networks: BlockList | null;
  endsAt: number;
}

/** Authenticates a caller. The result for a key, good or bad, is cached for a few seconds. */
export function makeAuthenticate(
  db: Database,
  identityVerifier: IdentityVerifier,
): (credentials: Credentials) => Promise<GateCaller> {
  const cache = new Map<string, Cached>();
  const load = batchLoader(async (hashes: string[]) => {
    const keys = await findLiveKeys(db, hashes);
    return new Map(keys.map((key) => [key.hash, key]));
  });

  /** Returns the value rather than a promise: nearly every call finds its key here. */
  function getCached(hash: string): Cached | null {
    const known = cache.get(hash);
    return known && known.endsAt > Date.now() ? known : null;
  }

  async function lookUp(hash: string): Promise<Cached> {
    const fresh = memoize(await load(hash));
    // Evict the oldest: a flood of invented keys must not grow memory.
    if (cache.size >= CACHE_ENTRIES_MAX) cache.delete(cache.keys().next().value ?? "");
    cache.delete(hash);
    cache.set(hash, fresh);
    return fresh;
  }

  return async (credentials) => {
    const { apiKey, address } = credentials;
    if (apiKey === undefined) return authenticatePerson(identityVerifier, credentials);
    const hash = hashKey(apiKey);
    const known = getCached(hash);
    if (!known && !isWellFormedKey(apiKey)) throw new Failure("unauthorized");
    const { caller, networks } = known ?? (await lookUp(hash));
    if (!caller) throw new Failure("unauthorized");
    if (networks && !includes(networks, address)) throw new Failure("address_not_allowed");
    return caller;
  };
}

/** The caller of what a key has left behind, such as a link: with its scopes and networks, as long as it is valid. */
export async function authenticateKeyId(
  db: Database,
  { accountId, keyId, address }: { accountId: string; keyId: string; address: string },
): Promise<GateCaller> {
  const { caller, networks } = memoize(await findLiveKey(db, accountId, keyId));
  if (!caller) throw new Failure("link_invalid");
  if (networks && !includes(networks, address)) throw new Failure("address_not_allowed");
  return caller;
}

function authenticatePerson(
  identityVerifier: IdentityVerifier,
  credentials: Credentials,
): Promise<GateCaller> {
  const { token, session, address } = credentials;
  if (token) return identityVerifier.byToken(token);
  if (session !== undefined) return identityVerifier.bySession(session, address);
  throw new Failure("unauthorized");
}

function memoize(key: LiveKey | undefined): Cached {
  const endsAt = Date.now() + CACHE_MILLISECONDS;
  if (!key) return { caller: null, networks: null, endsAt };
  const caller: GateCaller = {
    accountId: key.account_id,
    userId: key.created_by,
    keyId: key.id,
    sessionId: null,
    clientId: null,
    // The column holds only scopes that were validated when the key was created.
    scopes: new Set(key.scopes as Scope[]),
    budgeted: key.budget_credits !== null,
  };
  const expiresAt = key.expires_at ? Date.parse(key.expires_at) : Number.POSITIVE_INFINITY;
  const networks = key.allowed_networks.length > 0 ? toBlockList(key.allowed_networks) : null;
  return { caller, networks, endsAt: Math.min(endsAt, expiresAt) };
}

function toBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** An IPv4 caller on a dual-stack socket appears as `::ffff:1.2.3.4`; BlockList understands that form. */
function includes(networks: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && networks.check(address, family === 6 ? "ipv6" : "ipv4");
}
