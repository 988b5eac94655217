import { errors, jwtVerify } from "jose";
import { z } from "zod";
import { type KeyRing, SIGNING_ALGORITHM } from "./keys.ts";

const SKEW_SECONDS = 5;
const LENGTH_MAX = 4_096;
/** None of our tokens lives longer, whatever it claims. */
const AGE_SECONDS_MAX = 3_600;

const Claims = z.object({
  iss: z.string(),
  aud: z.string(),
  sub: z.string().min(1),
  client_id: z.string().min(1),
  jti: z.string().min(1),
  gid: z.string().min(1),
  scope: z.string(),
  iat: z.number(),
  exp: z.number(),
  cnf: z.object({ jkt: z.string() }).optional(),
});
export type TokenClaims = z.output<typeof Claims>;

export type VerifyToken = (token: string, audiences: readonly string[]) => Promise<TokenClaims | null>;

/**
 * Treats an access token as hostile: verifies our signature with our one algorithm, the type, the issuer, one of the
 * given audiences, times, and every claim that later decisions depend on. Null when anything is wrong.
 */
export function makeVerifyToken(issuer: string, keys: KeyRing): VerifyToken {
  return async (token, audiences) => {
    if (token.length > LENGTH_MAX) return null;
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid }) => {
          const key = kid === undefined ? null : await keys.findPublic(kid);
          if (!key) throw new errors.JWKSNoMatchingKey();
          return key;
        },
        {
          algorithms: [SIGNING_ALGORITHM],
          typ: "at+jwt",
          issuer,
          audience: [...audiences],
          clockTolerance: SKEW_SECONDS,
          maxTokenAge: AGE_SECONDS_MAX,
          requiredClaims: ["exp", "iat"],
        },
      );
      const claims = Claims.safeParse(payload);
      return claims.success ? claims.data : null;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
      throw error;
    }
  };
}
