import { COMMON_SCOPES } from "../../../kernel/scopes.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { GuardedFetch } from "../../../platform/fetch/index.ts";
import {
  type AuthorizationServer,
  type ErrorPage,
  loadAuthorizationServer,
  makeVerifyToken,
  openKeyRing,
} from "../../../platform/oauth/index.ts";
import { findMember } from "../../accounts/index.ts";
import { openTokenVerifier, type TokenVerifier } from "./authenticate-token.ts";
import { makeDocumentFetch } from "./client-documents.ts";
import type { Grants } from "./grants.ts";
import { openRecords } from "./records.ts";
import { listSigningKeys } from "./store.ts";

export interface OAuthOptions {
  db: Database;
  /** The service's URL: issuer of the tokens and root of their audiences. */
  baseUrl: string;
  cookieSecret: string;
  /** Null when clients may not be described by documents on the public internet. */
  fetch: GuardedFetch | null;
  findSignedIn: (cookies: string | undefined) => Promise<string | null>;
  errorPage: ErrorPage;
  grants: Grants;
  onError: (error: unknown) => void;
}

export interface OAuth {
  server: AuthorizationServer;
  verifier: TokenVerifier;
}

export async function loadOAuth(): Promise<(options: OAuthOptions) => OAuth> {
  const openAuthorizationServer = await loadAuthorizationServer();
  return (options) => openOAuth(options, openAuthorizationServer);
}

/** Both halves of OAuth on one database: the server that issues tokens and the verifier that accepts them. */
function openOAuth(
  options: OAuthOptions,
  openAuthorizationServer: Awaited<ReturnType<typeof loadAuthorizationServer>>,
): OAuth {
  const { db, baseUrl, cookieSecret, fetch, findSignedIn, errorPage, grants, onError } = options;
  const keys = openKeyRing(() => listSigningKeys(db));
  const verifyToken = makeVerifyToken(baseUrl, keys);
  const verifier = openTokenVerifier({ db, verifyToken, baseUrl });
  const server = openAuthorizationServer(
    {
      issuer: baseUrl,
      resources: [baseUrl, `${baseUrl}/mcp`, `${baseUrl}/v1`],
      scopes: COMMON_SCOPES,
      records: openRecords(db, grants.announceEnd),
      cookieSecret,
      fetchDocument: fetch && makeDocumentFetch(db, fetch),
      isPerson: async (id) => (await findMember(db, id)) !== undefined,
      findSignedIn,
      errorPage,
      onError,
    },
    keys,
    verifyToken,
  );
  grants.onEnd(verifier.forgetGrant);
  return { server, verifier };
}
