import { hash, randomBytes, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { TestApp } from "./app.ts";
import { PageVisitor } from "./person.ts";

export interface Registered {
  client_id: string;
  client_secret?: string;
  application_type?: string;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  token_type: string;
  scope: string;
  expires_in: number;
}

export const REDIRECT = "http://127.0.0.1:8090/callback";

export const CLIENT = {
  client_name: "Test client",
  redirect_uris: [REDIRECT],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
};

export async function register(app: TestApp, metadata: object = CLIENT) {
  const reply = await app.call("POST", "/oauth/register", { body: metadata });
  return {
    status: reply.status,
    json: reply.json as Registered & { error?: string; error_description?: string },
  };
}

export function authorizationUrl(app: Pick<TestApp, "baseUrl">, parameters: Record<string, string | null>) {
  const verifier = randomBytes(32).toString("base64url");
  const url = new URL("/oauth/authorize", app.baseUrl);
  const all = {
    response_type: "code",
    redirect_uri: REDIRECT,
    code_challenge: hash("sha256", verifier, "base64url"),
    code_challenge_method: "S256",
    state: "a-state",
    scope: "companies:read account:read",
    resource: `${app.baseUrl}/v1`,
    ...parameters,
  };
  for (const [name, value] of Object.entries(all)) if (value !== null) url.searchParams.set(name, value);
  return { url: url.href, verifier };
}

export async function postForm(
  app: TestApp,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const response = await fetch(app.baseUrl + path, {
    method: "POST",
    body: new URLSearchParams(form),
    headers,
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  const json: any = text === "" ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, json };
}

export interface Connection {
  clientId: string;
  visitor: PageVisitor;
  tokens: Tokens;
  code: string;
  verifier: string;
}

/** Registers a client, has a person allow it, and fetches tokens. */
export async function connectClient(
  app: TestApp,
  email: string,
  parameters: Record<string, string | null> = {},
): Promise<Connection> {
  const { client_id } = (await register(app)).json;
  const visitor = new PageVisitor(app.baseUrl);
  const { url, verifier } = authorizationUrl(app, { client_id, ...parameters });
  const back = await visitor.authorize(url, email);
  const code = back.searchParams.get("code") ?? "";
  const reply = await exchange(app, { client_id, code, code_verifier: verifier });
  if (reply.status !== 200) throw new Error(`no token: ${JSON.stringify(reply.json)} ${back.href}`);
  return { clientId: client_id, visitor, tokens: reply.json, code, verifier };
}

/** A client whose tokens are bound to its key (DPoP), and the headers of a request with a fresh proof. */
export async function connectBound(
  app: TestApp,
  email: string,
  parameters: Record<string, string | null> = {},
): Promise<{ headersFor: (method: string, path: string) => Promise<Record<string, string>> }> {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(publicKey);
  const prove = (method: string, path: string, more: object = {}) =>
    new SignJWT({ htm: method, htu: app.baseUrl + path, jti: randomUUID(), ...more })
      .setIssuedAt()
      .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk })
      .sign(privateKey);
  const { client_id } = (await register(app)).json;
  const { url, verifier } = authorizationUrl(app, { client_id, ...parameters });
  const back = await new PageVisitor(app.baseUrl).authorize(url, email);
  const code = back.searchParams.get("code") ?? "";
  const form = { grant_type: "authorization_code", redirect_uri: REDIRECT, client_id, code };
  const proof = { dpop: await prove("POST", "/oauth/token") };
  const { json } = await postForm(app, "/oauth/token", { ...form, code_verifier: verifier }, proof);
  const token: string = json.access_token;
  const ath = hash("sha256", token, "base64url");
  return {
    headersFor: async (method, path) => ({
      authorization: `DPoP ${token}`,
      dpop: await prove(method, path, { ath }),
    }),
  };
}

export function exchange(app: TestApp, form: Record<string, string>) {
  return postForm(app, "/oauth/token", { grant_type: "authorization_code", redirect_uri: REDIRECT, ...form });
}

export function refresh(
  app: TestApp,
  clientId: string,
  refreshToken: string,
  more: Record<string, string> = {},
) {
  const form = { grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken, ...more };
  return postForm(app, "/oauth/token", form);
}

export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
