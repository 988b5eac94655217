import type { Configuration, KoaContextWithOIDC, interactionPolicy as Policy } from "oidc-provider";
import { makeAdapter } from "./adapter.ts";
import { applyClientRules, CLIENT_RULES_PROPERTY } from "./client-rules.ts";
import { SIGNING_ALGORITHM } from "./keys.ts";
import { errors, interactionPolicy } from "./library.ts";
import type { RecordStore, SigningKey } from "./records.ts";
import { tokenOfRecord } from "./structured-tokens.ts";
import { PROOF_ALGORITHMS } from "./verify-proof.ts";
import type { VerifyToken } from "./verify-token.ts";

export interface ClientDocument {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** `isPersonThere`: a signed-in person is waiting for the response. */
export type FetchDocument = (url: string, query: { isPersonThere: boolean }) => Promise<ClientDocument>;

export interface AuthorizationServerOptions {
  /** The service's URL, without a path: clients derive everything else from it. */
  issuer: string;
  /** The audiences of tokens. The first is used when a client names none. */
  resources: readonly [string, ...string[]];
  scopes: readonly string[];
  records: RecordStore;
  cookieSecret: string;
  /** Fetches a client's published metadata; null when outgoing requests are not allowed. */
  fetchDocument: FetchDocument | null;
  isPerson: (id: string) => Promise<boolean>;
  /** The signed-in person, by the browser's cookies. */
  findSignedIn: (cookies: string | undefined) => Promise<string | null>;
  errorPage: ErrorPage;
  onError: (error: unknown) => void;
}

/** Renders the error page for a request that cannot continue. */
export type ErrorPage = (error: { error: string; error_description?: string | undefined }) => {
  html: string;
  headers: Record<string, string>;
};

const MINUTE = 60;
const DAY = 86_400;
const ACCESS_TOKEN_SECONDS = 10 * MINUTE;
const PATHS = {
  authorization: "/oauth/authorize",
  token: "/oauth/token",
  registration: "/oauth/register",
  revocation: "/oauth/revoke",
  introspection: "/oauth/introspect",
  jwks: "/oauth/jwks",
} as const;
const LIFE_SECONDS = {
  AuthorizationCode: MINUTE,
  AccessToken: ACCESS_TOKEN_SECONDS,
  IdToken: ACCESS_TOKEN_SECONDS,
  RefreshToken: 30 * DAY,
  Grant: 180 * DAY,
  Session: 14 * DAY,
  Interaction: 15 * MINUTE,
};
const COOKIES = {
  long: { signed: true, sameSite: "lax", httpOnly: true },
  short: { signed: true, sameSite: "lax", httpOnly: true },
  names: { session: "florin_oauth", interaction: "florin_oauth_interaction", resume: "florin_oauth_resume" },
} as const;
const INTERACTION_PATH = "/oauth/interaction";
export const REVOCATION_PATHS: readonly string[] = [PATHS.revocation, PATHS.introspection];

interface ProviderParts {
  keys: readonly SigningKey[];
  verifyToken: VerifyToken;
  /** For the current request. */
  isPersonThere: () => boolean;
}

export function configureProvider(
  options: AuthorizationServerOptions,
  { keys, verifyToken, isPersonThere }: ProviderParts,
): Configuration {
  const { scopes, resources, records, cookieSecret, isPerson } = options;
  return {
    adapter: makeAdapter(records, (id) => findStructuredToken(id, resources, verifyToken)),
    jwks: {
      keys: keys.map(({ id, privateJwk }) => ({
        ...privateJwk,
        kid: id,
        alg: SIGNING_ALGORITHM,
        use: "sig",
      })),
    },
    routes: PATHS,
    cookies: { keys: [cookieSecret], ...COOKIES },
    scopes: ["openid", "offline_access", ...scopes],
    responseTypes: ["code"],
    pkce: { required: () => true },
    clientAuthMethods: ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"],
    // The library's default would be RSA, for which there is no key: every registration would fail.
    clientDefaults: { id_token_signed_response_alg: SIGNING_ALGORITHM },
    enabledJWA: {
      idTokenSigningAlgValues: [SIGNING_ALGORITHM],
      dPoPSigningAlgValues: PROOF_ALGORITHMS as "ES256"[], // all of them are in the library's list of names
    },
    extraClientMetadata: {
      properties: ["software_id", "software_version", CLIENT_RULES_PROPERTY],
      validator: (_context, key, _value, metadata) => {
        if (key === CLIENT_RULES_PROPERTY) applyClientRules(metadata as Record<string, unknown>);
      },
    },
    findAccount: async (_context, id) =>
      (await isPerson(id)) ? { accountId: id, claims: async () => ({ sub: id }) } : undefined,
    interactions: {
      url: (_context, interaction) => `${INTERACTION_PATH}/${interaction.uid}`,
      policy: interactionRules(options),
    },
    features: features(options),
    // The grant id in each token lets the gate check that the grant is still active.
    extraTokenClaims: (_context, token) =>
      "grantId" in token && token.grantId ? { gid: token.grantId } : {},
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    expiresWithSession: async () => false,
    revokeGrantPolicy: () => true,
    ttl: LIFE_SECONDS,
    // Tokens never travel by cookie, so a page of any origin may send its own.
    clientBasedCORS: () => true,
    // Also for a client's published keys: the library never sends requests itself.
    fetch: asFetch(options.fetchDocument, isPersonThere),
    renderError: (context, out) => {
      const { html, headers } = options.errorPage(out);
      context.set(headers);
      context.type = "html";
      context.body = html;
    },
  };
}

function features({
  resources,
  scopes,
  fetchDocument,
}: AuthorizationServerOptions): Configuration["features"] {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    // Enabled by default in the library, and then announced in the metadata.
    pushedAuthorizationRequests: { enabled: false },
    registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
    ...(fetchDocument ? { clientIdMetadataDocument: { enabled: true, ack: "draft-02" } } : {}),
    revocation: {
      enabled: true,
      allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
    },
    introspection: {
      enabled: true,
      allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
    },
    dPoP: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_context, _client, oneOf) => oneOf?.[0] ?? resources[0],
      useGrantedResource: () => true,
      getResourceServerInfo: (_context, indicator) => {
        const audience = resources.find((resource) => resource === indicator.replace(/\/$/, ""));
        if (audience === undefined) throw new errors.InvalidTarget();
        return {
          scope: scopes.join(" "),
          audience,
          accessTokenTTL: ACCESS_TOKEN_SECONDS,
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: SIGNING_ALGORITHM } },
        };
      },
    },
  };
}

/**
 * The library remembers browsers itself: it must not know anyone whom the console has signed out or replaced. It
 * would also authorise a client again without asking; we always ask.
 */
function interactionRules({ findSignedIn }: AuthorizationServerOptions): Policy.DefaultPolicy {
  const { Check, base } = interactionPolicy;
  const isDifferentUser = async ({ oidc, req }: KoaContextWithOIDC) => {
    const known = oidc.session?.accountId;
    return known !== undefined && known !== (await findSignedIn(req.headers.cookie));
  };
  const needsConsent = ({ oidc }: KoaContextWithOIDC) => !oidc.result?.consent;
  const policy = base();
  policy
    .get("login")
    ?.checks.add(
      new Check("console_session", "the person is not signed in", "login_required", isDifferentUser),
    );
  policy
    .get("consent")
    ?.checks.add(new Check("ask_always", "the person was not asked", "consent_required", needsConsent));
  return policy;
}

async function findStructuredToken(id: string, resources: readonly string[], verifyToken: VerifyToken) {
  const claims = await verifyToken(tokenOfRecord(id), resources);
  if (!claims) return undefined;
  const { sub, client_id, gid, aud, scope, iat, exp, cnf } = claims;
  return {
    kind: "AccessToken",
    jti: id,
    accountId: sub,
    clientId: client_id,
    grantId: gid,
    aud,
    scope,
    iat,
    exp,
    ...(cnf ? { jkt: cnf.jkt } : {}),
  };
}

function asFetch(fetchDocument: FetchDocument | null, isPersonThere: () => boolean): typeof globalThis.fetch {
  return async (input) => {
    if (!fetchDocument) throw new Error("this service does not fetch client metadata");
    const url = input instanceof Request ? input.url : String(input);
    const { status, headers, body } = await fetchDocument(url, { isPersonThere: isPersonThere() });
    return new Response(body, { status, headers });
  };
}
