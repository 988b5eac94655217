import { hash } from "node:crypto";
import { Failure } from "../../../kernel/errors.ts";
import { COMMON_SCOPES, type Scope } from "../../../kernel/scopes.ts";
import { batchLoader, type Database } from "../../../platform/db/index.ts";
import {
  PROOF_SECONDS_MAX,
  type TokenClaims,
  type VerifyToken,
  verifyProof,
} from "../../../platform/oauth/index.ts";
import type { GateCaller } from "../authenticate.ts";
import { findLiveGrants, insertProof, type LiveGrant } from "./store.ts";

/** An access token as received, with the request it came with. */
export interface PresentedToken {
  scheme: "Bearer" | "DPoP";
  value: string;
  proof: string | undefined;
  method: string;
  /** The requested path, without query. */
  path: string;
  /** The Host header: which of the service's names the caller used. */
  host: string | undefined;
  /** The surface it was sent to; a token for the other one is rejected. */
  surface: Surface;
  /** The proof was consumed when the call began; a proof is valid once. */
  proofVerified?: true;
}

export type Surface = "mcp" | "v1";

/** A revoked grant stops working on every node within this time; on the node that revoked it, immediately. */
const CACHE_MILLISECONDS = 3_000;
const CACHE_ENTRIES_MAX = 10_000;
const SKEW_MILLISECONDS = 5_000;

/** A token whose signature and claims were verified; they cannot change, so they are verified once. */
interface VerifiedToken {
  claims: TokenClaims;
  scopes: ReadonlySet<Scope>;
  endsAt: number;
}

export interface TokenVerifier {
  authenticate: (token: PresentedToken) => Promise<GateCaller>;
  forgetGrant: (grantId: string) => void;
}

export interface TokenVerifierOptions {
  db: Database;
  verifyToken: VerifyToken;
  /** The service's own URL: the audience of tokens for the whole service. */
  baseUrl: string;
}

/** Identifies whom a token acts for: a person, through a client, with the scopes they agreed to. */
export function openTokenVerifier({ db, verifyToken, baseUrl }: TokenVerifierOptions): TokenVerifier {
  const verified = new Map<string, VerifiedToken>();
  const grants = new Map<string, { grant: LiveGrant | null; endsAt: number }>();
  const loadGrant = batchLoader(async (ids: string[]) => {
    const found = await findLiveGrants(db, ids);
    return new Map(found.map((grant) => [grant.grant_id, grant]));
  });

  async function verify({ value, surface }: PresentedToken): Promise<VerifiedToken> {
    const name = hash("sha256", surface + value, "base64url");
    const known = verified.get(name);
    if (known && known.endsAt > Date.now()) return known;
    const claims = await verifyToken(value, [`${baseUrl}/${surface}`, baseUrl]);
    if (!claims) throw new Failure("token_invalid");
    const granted = claims.scope.split(" ");
    const fresh = {
      claims,
      scopes: new Set(COMMON_SCOPES.filter((scope) => granted.includes(scope))),
      endsAt: claims.exp * 1_000 + SKEW_MILLISECONDS,
    };
    memoize(verified, name, fresh);
    return fresh;
  }

  async function getCachedGrant(id: string): Promise<LiveGrant | null> {
    const known = grants.get(id);
    if (known && known.endsAt > Date.now()) return known.grant;
    const grant = (await loadGrant(id)) ?? null;
    memoize(grants, id, { grant, endsAt: Date.now() + CACHE_MILLISECONDS });
    return grant;
  }

  async function requireProof(token: PresentedToken, { cnf }: TokenClaims): Promise<void> {
    if (token.proofVerified) return;
    if (!cnf) {
      if (token.scheme === "Bearer") return;
      throw new Failure("token_invalid", { detail: "The token is not bound to a key." });
    }
    if (token.scheme !== "DPoP" || token.proof === undefined)
      throw new Failure("proof_invalid", {
        detail: "The token is bound to a key: a DPoP proof is required.",
      });
    const proofId = await verifyProof({
      proof: token.proof,
      method: token.method,
      url: baseUrl + token.path,
      accessToken: token.value,
      keyThumbprint: cnf.jkt,
    });
    if (proofId === null)
      throw new Failure("proof_invalid", { detail: "The proof is not for this request." });
    if (!(await insertProof(db, proofId, 2 * PROOF_SECONDS_MAX)))
      throw new Failure("proof_invalid", { detail: "The proof was used before." });
  }

  return {
    async authenticate(token) {
      const { claims, scopes } = await verify(token);
      const grant = await getCachedGrant(claims.gid);
      if (!grant || grant.member_id !== claims.sub) throw new Failure("token_invalid");
      await requireProof(token, claims);
      const { account_id: accountId, member_id: userId } = grant;
      const endsAt = claims.exp * 1_000;
      const { client_id: clientId } = claims;
      return { accountId, userId, keyId: null, sessionId: null, clientId, scopes, budgeted: false, endsAt };
    },
    forgetGrant: (grantId) => void grants.delete(grantId),
  };
}

/** Evict the oldest: a flood of tokens must not grow memory. */
function memoize<Value>(memory: Map<string, Value>, name: string, value: Value): void {
  if (memory.size >= CACHE_ENTRIES_MAX) memory.delete(memory.keys().next().value ?? "");
  memory.delete(name);
  memory.set(name, value);
}
