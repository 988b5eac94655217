import { hash } from "node:crypto";
import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";
import { errors } from "./library.ts";
import type { FoundRecord, OAuthRecord, RecordStore } from "./records.ts";
import { JWT_RECORD_PREFIX } from "./structured-tokens.ts";
import { PROOF_SECONDS_MAX } from "./verify-proof.ts";

/** Records whose identifier is the secret itself: found by its hash, never stored in clear. */
const SECRET_MODELS = new Set(["AuthorizationCode", "RefreshToken", "Session"]);

/**
 * A client whose response was lost repeats the same refresh token: within this time that is not reuse. Later, reuse
 * ends the grant.
 */
const GRACE_SECONDS: Readonly<Record<string, number>> = { RefreshToken: 10 };

/** Lets the library store its records in our database. */
export function makeAdapter(
  records: RecordStore,
  findStructured: (id: string) => Promise<AdapterPayload | undefined>,
): AdapterFactory {
  return (model): Adapter => {
    const isSecret = SECRET_MODELS.has(model);
    const graceSeconds = GRACE_SECONDS[model] ?? 0;
    const isUsed = (consumedAt: number | null): consumedAt is number =>
      consumedAt !== null && Date.now() / 1_000 - consumedAt >= graceSeconds;
    const keyOf = (id: string) => (isSecret ? hash("sha256", id, "hex") : id);
    const read = (found: FoundRecord | null, id?: string): AdapterPayload | undefined => {
      if (!found) return undefined;
      const { payload, consumedAt } = found;
      return {
        ...payload,
        ...(isSecret && id !== undefined ? { jti: id } : {}),
        ...(isUsed(consumedAt) ? { consumed: consumedAt } : {}),
      };
    };
    return {
      async upsert(id, payload, ttlSeconds) {
        // The library reads and then writes; between the two another node may have used the same proof.
        if (model === "ReplayDetection") {
          if (await records.takeProof(id, ttlSeconds ?? PROOF_SECONDS_MAX)) return;
          throw new errors.InvalidDpopProof("DPoP proof JWT Replay detected");
        }
        await records.save(describeRecord({ model, id: keyOf(id), isSecret }, payload, ttlSeconds));
      },
      async find(id) {
        if (model === "AccessToken" && id.startsWith(JWT_RECORD_PREFIX)) return findStructured(id);
        return read(await records.find(model, keyOf(id)), id);
      },
      async findByUid(uid) {
        return read(await records.findByUid(model, uid));
      },
      // The device flow is not offered, so this is never called.
      async findByUserCode() {
        return undefined;
      },
      async consume(id) {
        if (!(await records.consume(model, keyOf(id), graceSeconds)))
          throw new errors.InvalidGrant("already used");
      },
      destroy: (id) => records.remove(model, keyOf(id)),
      revokeByGrantId: (grantId) => records.removeGrant(grantId),
    };
  };
}

function describeRecord(
  { model, id, isSecret }: { model: string; id: string; isSecret: boolean },
  payload: AdapterPayload,
  ttlSeconds: number | undefined,
): OAuthRecord {
  const { jti, ...rest } = payload;
  return {
    model,
    id,
    payload: isSecret ? rest : payload,
    grantId: payload.grantId ?? null,
    // A browser session's uid is not secret; the cookie contains its identifier.
    uid: payload.uid ?? null,
    clientId: payload.clientId ?? null,
    personId: payload.accountId ?? null,
    ttlSeconds: ttlSeconds ?? null,
  };
}
