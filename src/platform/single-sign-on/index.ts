/** Signing in at an outside OpenID provider: the authorization code flow with PKCE. */
import type { Configuration } from "openid-client";
import { z } from "zod";

/** Loaded with the first sign-in: most installations have no provider. */
const loadLibrary = () => import("openid-client");

const ANSWER_SECONDS_MAX = 10;
const SCOPES = "openid email";

export interface OpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** As people know it. */
  name: string;
}

/** What the browser keeps between leaving for the provider and coming back. */
export const SignInChecks = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });
export type SignInChecks = z.output<typeof SignInChecks>;

/** A person as the provider knows them. */
export interface OutsideIdentity {
  issuer: string;
  subject: string;
  /** Null unless the provider has verified it. */
  email: string | null;
}

export interface SingleSignOn {
  name: string;
  /** The address at the provider that the browser is sent to. */
  start: (callbackUrl: string) => Promise<{ url: string; checks: SignInChecks }>;
  /** `returnUrl` is the callback URL with what the provider added to it. Throws when it is not the answer to `checks`. */
  finish: (returnUrl: string, checks: SignInChecks) => Promise<OutsideIdentity>;
}

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional(),
  // Some providers write it as text.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
});

export function openSingleSignOn(provider: OpenIdProvider): SingleSignOn {
  let known: Promise<Configuration> | null = null;
  const configure = () => {
    // A provider that was away is asked again at the next sign-in.
    known ??= discover(provider).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
  return {
    name: provider.name,
    async start(callbackUrl) {
      const [library, configuration] = await Promise.all([loadLibrary(), configure()]);
      const checks = {
        state: library.randomState(),
        nonce: library.randomNonce(),
        verifier: library.randomPKCECodeVerifier(),
      };
      const url = library.buildAuthorizationUrl(configuration, {
        redirect_uri: callbackUrl,
        scope: SCOPES,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await library.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: "S256",
      });
      return { url: url.href, checks };
    },
    async finish(returnUrl, { state, nonce, verifier }) {
      const [library, configuration] = await Promise.all([loadLibrary(), configure()]);
      const tokens = await library.authorizationCodeGrant(configuration, new URL(returnUrl), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const own = Claims.parse(tokens.claims());
      // Many providers give the address only at their user endpoint.
      const claims =
        own.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
          ? Claims.parse(await library.fetchUserInfo(configuration, tokens.access_token, own.sub))
          : own;
      return {
        issuer: configuration.serverMetadata().issuer,
        subject: own.sub,
        email: claims.email_verified === true ? (claims.email?.toLowerCase() ?? null) : null,
      };
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OpenIdProvider): Promise<Configuration> {
  const library = await loadLibrary();
  const url = new URL(issuer);
  return library.discovery(url, clientId, clientSecret, undefined, {
    timeout: ANSWER_SECONDS_MAX,
    // The settings allow plain HTTP only on this machine.
    execute: url.protocol === "http:" ? [library.allowInsecureRequests] : [],
  });
}
