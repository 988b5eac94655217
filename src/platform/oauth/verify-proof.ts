import { hash } from "node:crypto";
import { calculateJwkThumbprint, EmbeddedJWK, errors, jwtVerify } from "jose";
import { z } from "zod";

/** Asymmetric only: a proof shows that the sender holds a private key. */
export const PROOF_ALGORITHMS = ["ES256", "EdDSA", "Ed25519", "PS256", "RS256"];
export const PROOF_SECONDS_MAX = 60;
const SKEW_SECONDS = 5;
const LENGTH_MAX = 4_096;

const ProofClaims = z.object({
  jti: z.string().min(1).max(200),
  htm: z.string(),
  htu: z.string(),
  ath: z.string(),
  iat: z.number(),
});

export interface ProofDemand {
  proof: string;
  method: string;
  /** The requested URL, without query and fragment. */
  url: string;
  accessToken: string;
  /** The thumbprint of the key the token is bound to. */
  keyThumbprint: string;
}

/** The proof's identifier when it is valid for this request and this token (RFC 9449), else null. */
export async function verifyProof(demand: ProofDemand): Promise<string | null> {
  if (demand.proof.length > LENGTH_MAX) return null;
  try {
    const { payload, protectedHeader } = await jwtVerify(demand.proof, EmbeddedJWK, {
      algorithms: PROOF_ALGORITHMS,
      typ: "dpop+jwt",
      clockTolerance: SKEW_SECONDS,
      maxTokenAge: PROOF_SECONDS_MAX,
    });
    const claims = ProofClaims.safeParse(payload);
    if (!claims.success || !protectedHeader.jwk) return null;
    const { jti, htm, htu, ath } = claims.data;
    const isForThis =
      htm === demand.method &&
      withoutQuery(htu) === demand.url &&
      ath === hash("sha256", demand.accessToken, "base64url") &&
      (await calculateJwkThumbprint(protectedHeader.jwk)) === demand.keyThumbprint;
    return isForThis ? hash("sha256", `${demand.keyThumbprint} ${jti}`, "base64url") : null;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}

function withoutQuery(url: string): string | null {
  const parsed = URL.parse(url);
  if (!parsed) return null;
  parsed.search = "";
  parsed.hash = "";
  return parsed.href;
}
