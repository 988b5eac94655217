import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, it } from "vitest";
import { rotateSigningKeys } from "../src/features/access/index.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { testServer } from "./database.ts";
import { inDatabase, urlOf } from "./database-name.ts";
import {
  authorizationUrl,
  bearer,
  CLIENT,
  connectClient,
  exchange,
  postForm,
  REDIRECT,
  refresh,
  register,
} from "./oauth-client.ts";
import { addPerson, PageVisitor } from "./person.ts";

const app = await startTestApp({ rate_factor: 100 });
const balance = (token: string) => app.call("GET", "/v1/account/balance", bearer(token));

describe("the authorization server", () => {
  it("lets a person sign in, asks for consent in plain words, and issues a token that pays from their account", async () => {
    const person = await addPerson(app);
    const { tokens, visitor } = await connectClient(app, person.email);
    const consent = visitor.pages.find((page) => page.includes("Do not allow")) ?? "";
    expect(consent).toContain("Test client");
    expect(consent).toContain("127.0.0.1:8090");
    expect(consent).toContain("Look up and screen companies");
    expect(consent).toContain("runs on your own device");
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: "ES256", typ: "at+jwt" });
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      iss: app.baseUrl,
      aud: `${app.baseUrl}/v1`,
      sub: person.memberId,
      scope: "companies:read account:read",
    });
    const search = await app.call("POST", "/v1/company_report/company_search", {
      ...bearer(tokens.access_token),
      body: { name: "nobody" },
    });
    expect([search.status, search.headers.get("x-credits-remaining")]).toEqual([200, "999"]);
    expect((await balance(tokens.access_token)).json.data).toMatchObject({ available: 999, spent: 1 });
  });

  it("publishes its metadata wherever clients look, with the same issuer", async () => {
    const paths = ["oauth-authorization-server", "openid-configuration"].flatMap((name) => [
      `/.well-known/${name}`,
      `/.well-known/${name}/mcp`,
      `/mcp/.well-known/${name}`,
    ]);
    for (const path of paths) {
      const { status, json, headers } = await app.call("GET", path, {
        headers: { origin: "https://a.example" },
      });
      expect([path, status, headers.get("access-control-allow-origin")]).toEqual([
        path,
        200,
        "https://a.example",
      ]);
      expect(json).toMatchObject({
        issuer: app.baseUrl,
        authorization_endpoint: `${app.baseUrl}/oauth/authorize`,
        token_endpoint: `${app.baseUrl}/oauth/token`,
        registration_endpoint: `${app.baseUrl}/oauth/register`,
        revocation_endpoint: `${app.baseUrl}/oauth/revoke`,
        introspection_endpoint: `${app.baseUrl}/oauth/introspect`,
        code_challenge_methods_supported: ["S256"],
        response_types_supported: ["code"],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
      });
      expect(json.dpop_signing_alg_values_supported).toContain("ES256");
    }
  });

  it("does not take its own address from the Host header", async () => {
    const forged = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
    const { json } = await app.call("GET", "/.well-known/oauth-authorization-server", { headers: forged });
    expect(json.token_endpoint).toBe(`${app.baseUrl}/oauth/token`);
  });

  it("describes each protected resource", async () => {
    for (const [path, resource] of [
      ["/.well-known/oauth-protected-resource", app.baseUrl],
      ["/.well-known/oauth-protected-resource/mcp", `${app.baseUrl}/mcp`],
      ["/mcp/.well-known/oauth-protected-resource", `${app.baseUrl}/mcp`],
      ["/.well-known/oauth-protected-resource/v1", `${app.baseUrl}/v1`],
    ]) {
      const { json, headers } = await app.call("GET", path ?? "");
      expect(json).toMatchObject({ resource, authorization_servers: [app.baseUrl] });
      expect(headers.get("access-control-allow-origin")).toBe("*");
    }
  });

  it("gives a client that names no resource a token for the whole service with the default scopes", async () => {
    const person = await addPerson(app);
    const { tokens } = await connectClient(app, person.email, { resource: null, scope: null });
    expect(decodeJwt(tokens.access_token).aud).toBe(app.baseUrl);
    expect(tokens.scope.split(" ")).not.toContain("reports:write");
    expect((await balance(tokens.access_token)).status).toBe(200);
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const accept = { accept: "application/json, text/event-stream" };
    const headers = { ...bearer(tokens.access_token).headers, ...accept };
    expect((await app.call("POST", "/mcp", { headers, body })).status).toBe(200);
  });

  it("rotates refresh tokens and keeps audience and scope", async () => {
    const person = await addPerson(app);
    const { tokens, clientId } = await connectClient(app, person.email);
    const next = await refresh(app, clientId, tokens.refresh_token);
    expect(next.status).toBe(200);
    expect(next.json.refresh_token).not.toBe(tokens.refresh_token);
    const [before, after] = [decodeJwt(tokens.access_token), decodeJwt(next.json.access_token)];
    expect([after.aud, after["scope"]]).toEqual([before.aud, before["scope"]]);
    expect((await balance(next.json.access_token)).status).toBe(200);
  });

  it("revokes everything under the grant at once, by refresh token or access token", async () => {
    for (const kind of ["refresh_token", "access_token"] as const) {
      const person = await addPerson(app);
      const { tokens, clientId } = await connectClient(app, person.email);
      expect((await balance(tokens.access_token)).status).toBe(200);
      const form = { token: tokens[kind], client_id: clientId };
      expect((await postForm(app, "/oauth/revoke", form)).status).toBe(200);
      expect((await balance(tokens.access_token)).json.code).toBe("token_invalid");
      expect((await refresh(app, clientId, tokens.refresh_token)).json.error).toBe("invalid_grant");
    }
  });

  it("introspects only for the client that owns the token", async () => {
    const person = await addPerson(app);
    const { tokens, clientId } = await connectClient(app, person.email);
    const form = { token: tokens.access_token, client_id: clientId };
    const own = await postForm(app, "/oauth/introspect", form);
    expect(own.json).toMatchObject({
      active: true,
      sub: person.memberId,
      aud: `${app.baseUrl}/v1`,
      client_id: clientId,
    });
    const other = (await register(app)).json.client_id;
    expect((await postForm(app, "/oauth/introspect", { ...form, client_id: other })).json).toEqual({
      active: false,
    });
    await postForm(app, "/oauth/revoke", form);
    expect((await postForm(app, "/oauth/introspect", form)).json).toEqual({ active: false });
  });

  it("asks a client that it no longer knows to register again", async () => {
    const reply = await refresh(app, "no-such-client", "x");
    expect([reply.status, reply.json.error]).toEqual([401, "invalid_client"]);
  });

  it("puts iss into every answer, also when the person declines", async () => {
    const person = await addPerson(app);
    const { client_id } = (await register(app)).json;
    const { url } = authorizationUrl(app, { client_id });
    const back = await new PageVisitor(app.baseUrl).authorize(url, person.email, "deny");
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: "access_denied",
      iss: app.baseUrl,
      state: "a-state",
    });
  });

  it("accepts the registrations of real clients, with any loopback port", async () => {
    const shapes = [
      [
        "https://insiders.vscode.dev/redirect",
        "https://vscode.dev/redirect",
        "http://127.0.0.1/",
        "http://127.0.0.1:33418/",
      ],
      ["cursor://anysphere.cursor-mcp/oauth/callback"],
      ["https://claude.ai/api/mcp/auth_callback"],
      ["http://localhost:3118/callback"],
    ];
    for (const redirect_uris of shapes)
      expect((await register(app, { ...CLIENT, redirect_uris })).status).toBe(201);
    const person = await addPerson(app);
    const { client_id } = (await register(app, { ...CLIENT, redirect_uris: shapes[0] })).json;
    const { url } = authorizationUrl(app, { client_id, redirect_uri: "http://127.0.0.1:59656/" });
    const back = await new PageVisitor(app.baseUrl).authorize(url, person.email);
    expect([back.host, back.searchParams.has("code")]).toEqual(["127.0.0.1:59656", true]);
  });

  it("reads every parameter of a request without a scope, also after a second question mark", async () => {
    const person = await addPerson(app);
    const { client_id } = (await register(app, CLIENT)).json;
    const { url } = authorizationUrl(app, { client_id, scope: null, state: null });
    const back = await new PageVisitor(app.baseUrl).authorize(`${url}&state=why?so`, person.email);
    expect(back.searchParams.get("state")).toBe("why?so");
  });

  it("authenticates confidential clients by their secret", async () => {
    const person = await addPerson(app);
    const metadata = { ...CLIENT, token_endpoint_auth_method: "client_secret_basic" };
    const { client_id, client_secret = "" } = (await register(app, metadata)).json;
    const { url, verifier } = authorizationUrl(app, { client_id });
    const back = await new PageVisitor(app.baseUrl).authorize(url, person.email);
    const form = {
      grant_type: "authorization_code",
      redirect_uri: REDIRECT,
      code: back.searchParams.get("code") ?? "",
      code_verifier: verifier,
    };
    const basic = (secret: string) => ({
      authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString("base64")}`,
    });
    expect((await postForm(app, "/oauth/token", form, basic("wrong"))).status).toBe(401);
    expect((await postForm(app, "/oauth/token", form, basic(client_secret))).status).toBe(200);
  });
});

describe("a second node, or the same one after a restart", () => {
  it("accepts what the first issued, signs with a rotated key, and is accepted by the first", async () => {
    const person = await addPerson(app);
    const { tokens, clientId } = await connectClient(app, person.email);
    const { keyId } = await rotateSigningKeys(app.db, { overlapSeconds: 3_600 });
    await app.db`update oauth_signing_key set active_from = now() - interval '1 second' where id = ${keyId}`;
    const second = await startTestApp({
      rate_factor: 100,
      base_url: app.baseUrl,
      database_url: await databaseUrlOf(app),
    });
    const address = second.server.server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const there = { ...second, baseUrl: `http://127.0.0.1:${port}` };
    const response = await fetch(`${there.baseUrl}/v1/account/balance`, bearer(tokens.access_token));
    expect(response.status).toBe(200);
    const next = await refresh(there, clientId, tokens.refresh_token);
    expect(decodeProtectedHeader(next.json.access_token).kid).toBe(keyId);
    expect((await balance(next.json.access_token)).status).toBe(200);
    const { keys } = (await app.call("GET", "/oauth/jwks")).json;
    expect(keys).toHaveLength(2);
    for (const key of keys) expect(Object.keys(key)).not.toContain("d");
  });
});

describe("the same browser", () => {
  const subjectOf = async (visitor: PageVisitor, client_id: string, email: string, scope: string) => {
    const { url, verifier } = authorizationUrl(app, { client_id, scope });
    const back = await visitor.authorize(url, email);
    const code = back.searchParams.get("code") ?? "";
    const { json } = await exchange(app, { client_id, code, code_verifier: verifier });
    return { sub: decodeJwt(json.access_token).sub, scope: json.scope };
  };

  it("is asked again for more scopes without signing in, and belongs to the person who signed in last", async () => {
    const [first, second] = [await addPerson(app), await addPerson(app)];
    const { client_id } = (await register(app)).json;
    const visitor = new PageVisitor(app.baseUrl);
    const signIns = () => visitor.pages.filter((page) => page.includes('name="password"')).length;
    expect(await subjectOf(visitor, client_id, first.email, "account:read")).toEqual({
      sub: first.memberId,
      scope: "account:read",
    });
    expect(signIns()).toBe(1);
    const more = "account:read companies:read";
    expect((await subjectOf(visitor, client_id, first.email, more)).scope).toBe(more);
    expect(signIns()).toBe(1);
    await visitor.signIn(second.email);
    expect((await subjectOf(visitor, client_id, "", more)).sub).toBe(second.memberId);
    await visitor.visit("/sign-out", { method: "POST" });
    expect((await subjectOf(visitor, client_id, first.email, more)).sub).toBe(first.memberId);
  });
});

describe("a service behind a TLS proxy", () => {
  it("uses the public address everywhere, and sets secure cookies", async () => {
    const proxied = await startTestApp({
      base_url: "https://florin.example",
      trust_proxy: true,
      rate_factor: 100,
    });
    const address = proxied.server.server.address();
    const inside = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
    const headers = { "x-forwarded-proto": "https", "x-forwarded-host": "florin.example" };
    const get = (path: string) => fetch(inside + path, { headers, redirect: "manual" });
    const metadata = await (await get("/.well-known/oauth-authorization-server")).json();
    expect(metadata).toMatchObject({
      issuer: "https://florin.example",
      token_endpoint: "https://florin.example/oauth/token",
    });
    const refused = await get("/v1/account/balance");
    expect(refused.headers.get("www-authenticate")).toContain(
      'resource_metadata="https://florin.example/.well-known/oauth-protected-resource/v1"',
    );
    const there = {
      ...proxied,
      baseUrl: inside,
      call: (method: string, path: string, options = {}) => callAt(inside + path, method, options),
    };
    const { client_id } = (await register(there)).json;
    const { url } = authorizationUrl(there, { client_id, resource: "https://florin.example/v1" });
    const begun = await get(url.slice(inside.length));
    expect([begun.status, begun.headers.get("location")]).toEqual([
      303,
      expect.stringMatching(/^\/oauth\/interaction\//),
    ]);
    for (const cookie of begun.headers.getSetCookie()) expect(cookie.toLowerCase()).toContain("secure");
    const page = await (await get("/sign-in")).text();
    expect(page).not.toContain("was not loaded over HTTPS");
  });
});

it("exchanges a code once, only for the client that requested it", async () => {
  const person = await addPerson(app);
  const { clientId, code, verifier, tokens } = await connectClient(app, person.email);
  const again = await exchange(app, { client_id: clientId, code, code_verifier: verifier });
  expect([again.status, again.json.error]).toEqual([400, "invalid_grant"]);
  expect((await balance(tokens.access_token)).status).toBe(401);
});

async function databaseUrlOf({ db }: TestApp): Promise<string> {
  const [row] = await db<{ name: string }>`select current_database() as name`;
  return urlOf(inDatabase(testServer(), row?.name ?? ""));
}

async function callAt(url: string, method: string, { body }: { body?: unknown }) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
}
