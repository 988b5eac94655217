import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import type { SigningKey } from "./records.ts";

/** The only algorithm our tokens are signed and verified with. */
export const SIGNING_ALGORITHM = "ES256";
/** Other nodes' keys and rotated keys are noticed within this time. */
const CACHE_MILLISECONDS = 30_000;
/** A token under an unknown key triggers a reload, but not every such token does. */
const RELOAD_MILLISECONDS = 1_000;

export async function makeSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { id: await calculateJwkThumbprint(jwk), privateJwk: { ...jwk } };
}

export interface KeyRing {
  /** All active keys, the signing one first. */
  list: () => Promise<readonly SigningKey[]>;
  findPublic: (id: string) => Promise<CryptoKey | null>;
}

/** The signing keys, cached for a while. */
export function openKeyRing(load: () => Promise<readonly SigningKey[]>): KeyRing {
  let keys: Promise<readonly SigningKey[]> | null = null;
  let loadedAt = Number.NEGATIVE_INFINITY;
  let publicKeys = new Map<string, CryptoKey>();

  async function refresh(): Promise<readonly SigningKey[]> {
    const loaded = await load();
    if (loaded.length === 0) throw new Error("there is no signing key");
    publicKeys = new Map(
      await Promise.all(loaded.map(async (key) => [key.id, await toPublic(key)] as const)),
    );
    return loaded;
  }

  function list(cacheMilliseconds = CACHE_MILLISECONDS): Promise<readonly SigningKey[]> {
    if (keys && performance.now() - loadedAt < cacheMilliseconds) return keys;
    loadedAt = performance.now();
    const loading = refresh();
    keys = loading;
    // A failed load is not cached: the next caller retries.
    loading.catch(() => {
      if (keys === loading) keys = null;
    });
    return loading;
  }

  return {
    list: () => list(),
    async findPublic(id) {
      await list();
      if (!publicKeys.has(id)) await list(RELOAD_MILLISECONDS);
      return publicKeys.get(id) ?? null;
    },
  };
}

async function toPublic({ privateJwk }: SigningKey): Promise<CryptoKey> {
  const { d: _secret, ...jwk } = privateJwk as JWK; // written by makeSigningKey
  // An elliptic curve JWK becomes a CryptoKey; only symmetric ones become bytes.
  return (await importJWK(jwk, SIGNING_ALGORITHM)) as CryptoKey;
}
