import {
  authenticateSession,
  ensureSigningKey,
  type Grants,
  type IdentityVerifier,
  loadOAuth,
  type OAuth,
} from "../../features/access/index.ts";
import { findSignedIn, offerSetUp, openPasswords } from "../../features/accounts/index.ts";
import type { Gate } from "../../gate/index.ts";
import { ensureSecret } from "../../platform/db/index.ts";
import type { GuardedFetch } from "../../platform/fetch/index.ts";
import type { Log } from "../../platform/log/index.ts";
import type { Mailer } from "../../platform/mail/index.ts";
import { type OpenIdProvider, openSingleSignOn } from "../../platform/single-sign-on/index.ts";
import { readCookie, SESSION_COOKIE } from "../cookies.ts";
import { resolveBaseUrl } from "../resolve-base-url.ts";
import { pageHeaders, renderPage } from "./pages/layout.ts";
import { messagePage } from "./pages/sign-in-pages.ts";
import type { IdentityTools } from "./tools.ts";

export interface Identity {
  tools: IdentityTools;
  identityVerifier: IdentityVerifier;
  /** The URL where the first owner sets up the service; null when there is an owner. */
  offerSetUp: () => Promise<string | null>;
}

export interface IdentityOptions {
  gate: Gate;
  log: Log;
  /** Null without a mail server. */
  mailer: Mailer | null;
  grants: Grants;
  fetch: GuardedFetch | null;
  /** Null without an outside OpenID provider. */
  provider: OpenIdProvider | null;
}

/** Everything about people, ready before the server listens; what needs its URL is created at first use. */
export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const { gate, log, fetch, provider, grants } = options;
  const { db } = gate;
  const openOAuth = await loadOAuth();
  const [formKey, cookieKey] = [await ensureSecret(db, "forms"), await ensureSecret(db, "oauth cookies")];
  await ensureSigningKey(db);
  /** One for each of our host names: an issuer has exactly one. */
  const opened = new Map<string, OAuth>();
  const oauth = (host: string | undefined) => {
    const baseUrl = resolveBaseUrl(gate.baseUrl, host);
    const known = opened.get(baseUrl);
    if (known) return known;
    const fresh = openOAuth({
      db,
      baseUrl,
      cookieSecret: cookieKey.toString("base64url"),
      fetch,
      findSignedIn: async (cookies) =>
        (await findSignedIn(db, readCookie(cookies, SESSION_COOKIE), null))?.member.id ?? null,
      errorPage: renderError,
      grants,
      onError: (error) => log.error({ err: error }, "oauth"),
    });
    opened.set(baseUrl, fresh);
    return fresh;
  };
  return {
    tools: {
      db,
      log,
      callLog: gate.callLog,
      limiter: gate.limiter,
      rateFactor: gate.rateFactor,
      passwords: openPasswords(),
      mailer: options.mailer,
      grants,
      singleSignOn: provider && openSingleSignOn(provider),
      formKey,
      baseUrl: () => gate.baseUrl,
      oauth,
    },
    identityVerifier: {
      byToken: (token) => oauth(token.host).verifier.authenticate(token),
      bySession: (secret, address) => authenticateSession(db, secret, address),
    },
    async offerSetUp() {
      const secret = await offerSetUp(db);
      return secret && `${gate.baseUrl}/set-up/${secret}`;
    },
  };
}

function renderError({
  error,
  error_description,
}: {
  error: string;
  error_description?: string | undefined;
}) {
  const text = `The application requested something that is not allowed: ${error_description ?? error}.`;
  const { title, content } = messagePage("That did not work", text, 400);
  return { html: renderPage(title, content), headers: pageHeaders() };
}
