import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import type ProviderType from "oidc-provider";
import type { InteractionResults } from "oidc-provider";
import { isLoopbackHost } from "./client-rules.ts";
import type { KeyRing } from "./keys.ts";
import { errors, Provider } from "./library.ts";
import {
  type AuthorizationServerOptions,
  configureProvider,
  REVOCATION_PATHS,
} from "./provider-configuration.ts";
import { renameToken, withBody } from "./structured-tokens.ts";
import type { VerifyToken } from "./verify-token.ts";

type Exchange = [request: IncomingMessage, response: ServerResponse];

/** A person on our sign-in pages, coming from a client and returning to it. */
export interface Interaction {
  uid: string;
  /** What the person has to do. */
  step: "sign_in" | "consent";
  /** The client requires the person to authenticate again. */
  mustSignInAgain: boolean;
  startedAtSeconds: number;
  personId: string | null;
  client: {
    id: string;
    name: string;
    redirectHost: string;
    redirectSource: string;
    isLoopback: boolean;
    isDocument: boolean;
  };
  resource: string | null;
  scopes: string[];
}

export interface AuthorizationServer {
  /** Handles everything under /oauth and the well-known documents that is not a page. */
  handle: (request: IncomingMessage, response: ServerResponse, body: Buffer | null) => Promise<void>;
  /** Null when the browser has no such request, or it has expired. */
  findInteraction: (...exchange: Exchange) => Promise<Interaction | null>;
  /** Each returns the URL the browser goes to next. */
  finishSignIn: (exchange: Exchange, personId: string, methods: string[]) => Promise<string>;
  finishConsent: (exchange: Exchange) => Promise<string>;
  refuse: (exchange: Exchange) => Promise<string>;
}

/** The authorization server: a certified library with our storage, our keys and our pages. */
export function openAuthorizationServer(
  options: AuthorizationServerOptions,
  keys: KeyRing,
  verifyToken: VerifyToken,
): AuthorizationServer {
  const { issuer, onError } = options;
  const requestContext = new AsyncLocalStorage<{ isPersonThere: boolean }>();
  const isPersonThere = () => requestContext.getStore()?.isPersonThere ?? false;
  let built: { provider: ProviderType; keyIds: string } | null = null;

  /** Rebuilt when the keys have changed; all its state is in the store. */
  async function current(): Promise<ProviderType> {
    const activeKeys = await keys.list();
    const keyIds = activeKeys.map(({ id }) => id).join();
    if (built?.keyIds === keyIds) return built.provider;
    const provider = new Provider(
      issuer,
      configureProvider(options, { keys: activeKeys, verifyToken, isPersonThere }),
    );
    // The request states how it was reached, see `asReached`.
    provider.proxy = true;
    provider.on("server_error", (_context, error) => onError(error));
    built = { provider, keyIds };
    return provider;
  }

  async function settle(exchange: Exchange, result: InteractionResults, merge: boolean): Promise<string> {
    const provider = await current();
    return provider.interactionResult(...exchange, result, { mergeWithLastSubmission: merge });
  }

  return {
    async handle(request, response, body) {
      const provider = await current();
      withPublicUrl(request, issuer);
      const path = request.url?.split("?", 1)[0] ?? "";
      const read = body && REVOCATION_PATHS.includes(path) ? renameToken(body) : body;
      const received = read === null ? request : withBody(request, read);
      const isPersonThere = (await options.findSignedIn(request.headers.cookie)) !== null;
      await requestContext.run({ isPersonThere }, () => provider.callback()(received, response));
    },
    async findInteraction(...exchange) {
      const provider = await current();
      const [request] = exchange;
      const isPersonThere = (await options.findSignedIn(request.headers.cookie)) !== null;
      try {
        return await requestContext.run({ isPersonThere }, async () =>
          describe(provider, await provider.interactionDetails(...exchange)),
        );
      } catch (error) {
        if (error instanceof errors.SessionNotFound) return null;
        throw error;
      }
    },
    finishSignIn: (exchange, personId, methods) =>
      settle(exchange, { login: { accountId: personId, amr: methods } }, false),
    async finishConsent(exchange) {
      const provider = await current();
      return settle(exchange, { consent: { grantId: await grantMissingScopes(provider, exchange) } }, true);
    },
    refuse: (exchange) =>
      settle(exchange, { error: "access_denied", error_description: "The person denied the request." }, true),
  };
}

/** Whatever a proxy or a Host header claims, the library sees the URL set by the operator. */
function withPublicUrl(request: IncomingMessage, issuer: string): void {
  const { host, protocol } = new URL(issuer);
  request.headers.host = host;
  request.headers["x-forwarded-host"] = host;
  request.headers["x-forwarded-proto"] = protocol.replace(":", "");
}

type Details = Awaited<ReturnType<ProviderType["interactionDetails"]>>;

async function describe(provider: ProviderType, details: Details): Promise<Interaction> {
  const { uid, prompt, params, session, iat } = details;
  const clientId = String(params["client_id"]);
  // A metadata document that is no longer available leaves the client without a name, not the person without a page.
  const client = await provider.Client.find(clientId).catch(() => undefined);
  const redirect = new URL(String(params["redirect_uri"]));
  return {
    uid,
    step: prompt.name === "login" ? "sign_in" : "consent",
    mustSignInAgain: prompt.reasons.some((reason) => reason === "login_prompt" || reason === "max_age"),
    startedAtSeconds: iat ?? 0,
    personId: session?.accountId ?? null,
    client: {
      id: clientId,
      name: client?.clientName ?? clientId,
      redirectHost: redirect.host === "" ? redirect.protocol : redirect.host,
      // In content security policy syntax.
      redirectSource: redirect.origin === "null" ? redirect.protocol : redirect.origin,
      isLoopback: isLoopbackHost(redirect.hostname) || redirect.protocol !== "https:",
      isDocument: clientId.startsWith("https://"),
    },
    resource: typeof params["resource"] === "string" ? params["resource"] : null,
    scopes: String(params["scope"] ?? "")
      .split(" ")
      .filter(Boolean),
  };
}

async function grantMissingScopes(provider: ProviderType, exchange: Exchange): Promise<string> {
  const { grantId, session, params, prompt } = await provider.interactionDetails(...exchange);
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant =
    known ??
    new provider.Grant({ accountId: session?.accountId ?? "", clientId: String(params["client_id"]) });
  const missing = prompt.details as {
    missingOIDCScope?: string[];
    missingOIDCClaims?: string[];
    missingResourceScopes?: Record<string, string[]>;
  }; // what the library's own consent prompt puts there
  if (missing.missingOIDCScope) grant.addOIDCScope(missing.missingOIDCScope.join(" "));
  if (missing.missingOIDCClaims) grant.addOIDCClaims(missing.missingOIDCClaims);
  for (const [resource, scopes] of Object.entries(missing.missingResourceScopes ?? {}))
    grant.addResourceScope(resource, scopes.join(" "));
  return grant.save();
}
