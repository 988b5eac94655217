import { hash } from "node:crypto";
import { Failure } from "../../../kernel/errors.ts";
import { ALL_SCOPES, type Scope } from "../../../kernel/scopes.ts";
import { batchLoader, type Database } from "../../../platform/db/index.ts";
import {
  PROOF_SECONDS_MAX,
  type TokenClaims,
  type VerifyToken,
  verifyProof,
} from "../../../platform/oauth/index.ts";
import type { GateCaller } from "../authenticate.ts";
import { findLiveGrants, insertProof, type LiveGrant } from "./store.ts";

/** An access token as it came in, and what it came with. */
export interface PresentedToken {
  scheme: "Bearer" | "DPoP";
  value: string;
  proof: string | undefined;
  method: string;
  /** The address asked for, without query. */
  path: string;
  /** The Host header: which of our names the caller used. */
  host: string | undefined;
  /** The door it came to; a token for the other one is refused. */
  door: Door;
  /** Its proof was taken when the call began; a proof is good for one time. */
  proofTaken?: true;
}

export type Door = "mcp" | "v1";

/** A revoked grant stops working on every node within this time; on the node that ended it, at once. */
const TRUST_MILLISECONDS = 3_000;
const CACHE_ENTRIES_MAX = 10_000;
const SKEW_MILLISECONDS = 5_000;

/** A token whose signature and claims were checked; they cannot change, so they are checked once. */
interface Verified {
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
  /** The service's own address: the audience of every token that is for the whole of it. */
  baseUrl: string;
}

/** Tells who a token speaks for: a person, through a client, with the scopes they agreed to. */
export function openTokenVerifier({ db, verifyToken, baseUrl }: TokenVerifierOptions): TokenVerifier {
  const verified = new Map<string, Verified>();
  const grants = new Map<string, { grant: LiveGrant | null; endsAt: number }>();
  const loadGrant = batchLoader(async (ids: string[]) => {
    const found = await findLiveGrants(db, ids);
    return new Map(found.map((grant) => [grant.grant_id, grant]));
  });

  async function verify({ value, door }: PresentedToken): Promise<Verified> {
    const name = hash("sha256", door + value, "base64url");
    const known = verified.get(name);
    if (known && known.endsAt > Date.now()) return known;
    const claims = await verifyToken(value, [`${baseUrl}/${door}`, baseUrl]);
    if (!claims) throw new Failure("token_invalid");
    const granted = claims.scope.split(" ");
    const fresh = {
      claims,
      scopes: new Set(ALL_SCOPES.filter((scope) => granted.includes(scope))),
      endsAt: claims.exp * 1_000 + SKEW_MILLISECONDS,
    };
    memoize(verified, name, fresh);
    return fresh;
  }

  async function getCachedGrant(id: string): Promise<LiveGrant | null> {
    const known = grants.get(id);
    if (known && known.endsAt > Date.now()) return known.grant;
    const grant = (await loadGrant(id)) ?? null;
    memoize(grants, id, { grant, endsAt: Date.now() + TRUST_MILLISECONDS });
    return grant;
  }

  async function requireProof(token: PresentedToken, { cnf }: TokenClaims): Promise<void> {
    if (token.proofTaken) return;
    if (!cnf) {
      if (token.scheme === "Bearer") return;
      throw new Failure("token_invalid", { detail: "The token is not bound to a key." });
    }
    if (token.scheme !== "DPoP" || token.proof === undefined)
      throw new Failure("proof_invalid", { detail: "The token is bound to a key: a DPoP proof is needed." });
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
      return { accountId, userId, keyId: null, clientId: claims.client_id, scopes, budgeted: false, endsAt };
    },
    forgetGrant: (grantId) => void grants.delete(grantId),
  };
}

/** Oldest first out: a flood of tokens must not grow the memory. */
function memoize<Value>(memory: Map<string, Value>, name: string, value: Value): void {
  if (memory.size >= CACHE_ENTRIES_MAX) memory.delete(memory.keys().next().value ?? "");
  memory.delete(name);
  memory.set(name, value);
}
