import { randomUUID } from "node:crypto";
import { importJWK, type JWK, SignJWT } from "jose";
import { saveRecord } from "../../src/features/access/oauth/store.ts";
import type { Database } from "../../src/platform/db/index.ts";

export const BASE_URL = "http://127.0.0.1:8080";

/** A token in a request for the balance, as the gate gets it. */
export function present(value: string) {
  const scheme = "Bearer" as const;
  return {
    scheme,
    value,
    proof: undefined,
    method: "GET",
    path: "/v1/account/balance",
    host: undefined,
    surface: "v1" as const,
  };
}

/** Tokens as the service makes them, under a grant that is in force. */
export async function openMint(db: Database, memberId: string): Promise<() => Promise<string>> {
  const [row] = await db<{ id: string; private_jwk: JWK }>`select id, private_jwk from oauth_signing_key`;
  if (!row) throw new Error("no signing key");
  const signingKey = await importJWK(row.private_jwk, "ES256");
  const grantId = randomUUID();
  const owner = { grantId: null, uid: null, clientId: "bench", personId: memberId };
  await saveRecord(db, { model: "Grant", id: grantId, payload: {}, ttlSeconds: 3_600, ...owner });
  const claims = { gid: grantId, client_id: "bench", scope: "companies:read account:read" };
  return () =>
    new SignJWT({ ...claims, jti: randomUUID() })
      .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: row.id })
      .setIssuer(BASE_URL)
      .setAudience(`${BASE_URL}/v1`)
      .setSubject(memberId)
      .setIssuedAt()
      .setExpirationTime("10m")
      .sign(signingKey);
}
