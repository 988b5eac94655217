import { createHmac, createPublicKey, generateKeyPairSync, hash, randomUUID } from "node:crypto";
import https from "node:https";
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { accessJobs } from "../src/features/access/index.ts";
import { startTestApp } from "./app.ts";
import { onTestFileEnd } from "./cleanup.ts";
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
import { addPerson, PASSWORD, PageVisitor } from "./person.ts";

const app = await startTestApp({ rate_factor: 100 });
const person = await addPerson(app);
const { tokens, clientId } = await connectClient(app, person.email);
const [, payloadPart = ""] = tokens.access_token.split(".");
const claims = JSON.parse(Buffer.from(payloadPart, "base64url").toString());
const signingKey = await readSigningKey();

const balance = (token: string) => app.call("GET", "/v1/account/balance", bearer(token));
const seconds = () => Math.floor(Date.now() / 1_000);
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

async function readSigningKey() {
  const [row] = await app.db<{ id: string; private_jwk: JWK }>`select id, private_jwk from oauth_signing_key`;
  if (!row) throw new Error("no signing key");
  return { kid: row.id, jwk: row.private_jwk, key: await importJWK(row.private_jwk, "ES256") };
}

/** A token signed with our own key, valid except for what the test changes. */
function forge(change: object, header: object = {}): Promise<string> {
  return new SignJWT({ ...claims, jti: randomUUID(), iat: seconds(), exp: seconds() + 300, ...change })
    .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: signingKey.kid, ...header })
    .sign(signingKey.key);
}

async function expectRefused(token: string): Promise<void> {
  const reply = await balance(token);
  expect([reply.status, reply.json.code]).toEqual([401, "token_invalid"]);
  expect(reply.headers.get("www-authenticate")).toMatch(
    /^Bearer error="invalid_token", .*resource_metadata="http.*\/\.well-known\/oauth-protected-resource\/v1"/,
  );
}

describe("a forged token", () => {
  it("is accepted when nothing is wrong with it (control)", async () => {
    expect((await balance(await forge({}))).status).toBe(200);
  });

  it("is refused with alg none", async () => {
    for (const alg of ["none", "None", "NONE"]) {
      const unsigned = `${encode({ alg, typ: "at+jwt", kid: signingKey.kid })}.${encode(claims)}.`;
      await expectRefused(unsigned);
      await expectRefused(`${unsigned}${tokens.access_token.split(".")[2]}`);
    }
  });

  it("is refused when our public key is used as an HMAC secret (key confusion)", async () => {
    const { d: _private, ...jwk } = signingKey.jwk;
    const pem = createPublicKey({ key: jwk as never, format: "jwk" }).export({ type: "spki", format: "pem" });
    const secrets = [pem.toString(), JSON.stringify(jwk), Buffer.from(String(jwk.x), "base64url")];
    for (const secret of secrets) {
      const body = `${encode({ alg: "HS256", typ: "at+jwt", kid: signingKey.kid })}.${encode(claims)}`;
      await expectRefused(`${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`);
    }
  });

  it("is refused with another party's key, under its own id, under ours, or embedded in the token", async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    const jwk = await exportJWK(publicKey);
    const headers = [{ kid: "theirs" }, { kid: signingKey.kid }, { kid: signingKey.kid, jwk }, { jwk }, {}];
    for (const header of headers) {
      const token = await new SignJWT({ ...claims, exp: seconds() + 300 })
        .setProtectedHeader({ alg: "ES256", typ: "at+jwt", ...header })
        .sign(privateKey);
      await expectRefused(token);
    }
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey;
    const header = { alg: "RS256", typ: "at+jwt", kid: signingKey.kid };
    await expectRefused(await new SignJWT(claims).setProtectedHeader(header).sign(rsa));
  });

  it("is refused with a wrong issuer", async () => {
    for (const iss of ["https://evil.example", `${app.baseUrl}/`, "", null])
      await expectRefused(await forge({ iss }));
  });

  it("is refused with a wrong audience: another service, the other endpoint, a list", async () => {
    const audiences = ["https://evil.example/v1", `${app.baseUrl}/mcp`, [`${app.baseUrl}/v1`, "x"], null];
    for (const aud of audiences) await expectRefused(await forge({ aud }));
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const atMcp = await app.call("POST", "/mcp", { ...bearer(tokens.access_token), body });
    expect([atMcp.status, atMcp.json.code]).toEqual([401, "token_invalid"]);
    expect(atMcp.headers.get("www-authenticate")).toContain("/.well-known/oauth-protected-resource/mcp");
  });

  it("is refused when it is expired, has no expiry, or is from the future", async () => {
    await expectRefused(await forge({ iat: seconds() - 700, exp: seconds() - 60 }));
    await expectRefused(await forge({ exp: null }));
    await expectRefused(await forge({ nbf: seconds() + 120 }));
    await expectRefused(await forge({ iat: seconds() + 120, exp: seconds() + 600 }));
    await expectRefused(await forge({ iat: seconds() - 86_400, exp: seconds() + 86_400 }));
  });

  it("is refused after its expiry even when it was accepted a moment before", async () => {
    const token = await forge({ iat: seconds() - 300, exp: seconds() - 4 });
    expect((await balance(token)).status).toBe(200);
    await expect.poll(async () => (await balance(token)).status).toBe(401);
  });

  it("is refused with a missing or altered signature, or changed content", async () => {
    const [header = "", payload = "", signature = ""] = tokens.access_token.split(".");
    await expectRefused(`${header}.${payload}.`);
    await expectRefused(`${header}.${payload}`);
    await expectRefused(`${header}.${payload}.${signature.slice(0, -4)}AAAA`);
    await expectRefused(
      `${header}.${encode({ ...claims, scope: "reports:write account:read" })}.${signature}`,
    );
    await expectRefused(`${header}.${payload}.${"A".repeat(5_000)}`);
  });

  it("is refused with another type, such as an ID token or a plain JWT", async () => {
    for (const typ of ["JWT", "id_token+jwt", "dpop+jwt"]) await expectRefused(await forge({}, { typ }));
  });

  it("is refused with another person's grant, or one that does not exist", async () => {
    const other = await addPerson(app);
    await expectRefused(await forge({ sub: other.memberId }));
    await expectRefused(await forge({ gid: randomUUID() }));
    for (const name of ["sub", "client_id", "gid", "jti", "scope"])
      await expectRefused(await forge({ [name]: null }));
  });
});

describe("other tenants", () => {
  it("cannot be reached with a key or a token of another account", async () => {
    const other = await app.addAccount({ credits: 7 });
    const theirs = await app.call("GET", "/v1/account/balance", { key: other.key });
    expect(theirs.json.data.available).toBe(7);
    expect((await balance(tokens.access_token)).json.data.available).not.toBe(7);
    const trail = await app.call("GET", "/v1/account/audit", { key: other.key });
    expect(trail.json.data.every((entry: { user_id: string }) => entry.user_id !== person.memberId)).toBe(
      true,
    );
  });
});

describe("codes and refresh tokens", () => {
  it("are refused on code replay, which also revokes what the code gave", async () => {
    const victim = await addPerson(app);
    const grant = await connectClient(app, victim.email);
    const again = await exchange(app, {
      client_id: grant.clientId,
      code: grant.code,
      code_verifier: grant.verifier,
    });
    expect([again.status, again.json.error]).toEqual([400, "invalid_grant"]);
    await expectRefused(grant.tokens.access_token);
    expect((await refresh(app, grant.clientId, grant.tokens.refresh_token)).json.error).toBe("invalid_grant");
  });

  it("are useless to another client", async () => {
    const victim = await addPerson(app);
    const [mine, theirs] = [(await register(app)).json.client_id, (await register(app)).json.client_id];
    const { url, verifier } = authorizationUrl(app, { client_id: mine });
    const back = await new PageVisitor(app.baseUrl).authorize(url, victim.email);
    const code = back.searchParams.get("code") ?? "";
    const stolen = await exchange(app, { client_id: theirs, code, code_verifier: verifier });
    expect([stolen.status, stolen.json.error]).toEqual([400, "invalid_grant"]);
  });

  it("end as a whole family on refresh replay, including live access tokens", async () => {
    const victim = await addPerson(app);
    const grant = await connectClient(app, victim.email);
    const next = await refresh(app, grant.clientId, grant.tokens.refresh_token);
    expect((await balance(next.json.access_token)).status).toBe(200);
    await endGrace();
    const replay = await refresh(app, grant.clientId, grant.tokens.refresh_token);
    expect([replay.status, replay.json.error]).toEqual([400, "invalid_grant"]);
    await expectRefused(next.json.access_token);
    expect((await refresh(app, grant.clientId, next.json.refresh_token)).json.error).toBe("invalid_grant");
  });

  /** As if eleven seconds had passed since a refresh token was used. */
  async function endGrace(): Promise<void> {
    await app.db`update oauth_record set consumed_at = consumed_at - interval '11 seconds' where consumed_at is not null`;
  }

  it("can be refreshed again for a few seconds by the same client when the answer was lost", async () => {
    const owner = await addPerson(app);
    const grant = await connectClient(app, owner.email);
    const lost = await refresh(app, grant.clientId, grant.tokens.refresh_token);
    const repeated = await refresh(app, grant.clientId, grant.tokens.refresh_token);
    expect([lost.status, repeated.status]).toEqual([200, 200]);
    expect((await balance(repeated.json.access_token)).status).toBe(200);
    const stranger = (await register(app)).json.client_id;
    expect((await refresh(app, stranger, grant.tokens.refresh_token)).json.error).toBe("invalid_grant");
    await endGrace();
    expect((await refresh(app, grant.clientId, repeated.json.refresh_token)).status).toBe(200);
    expect((await refresh(app, grant.clientId, grant.tokens.refresh_token)).json.error).toBe("invalid_grant");
    await expectRefused(repeated.json.access_token);
  });

  it("belong to one grant when refreshes arrive together, and end with it as a whole", async () => {
    const owner = await addPerson(app);
    const grant = await connectClient(app, owner.email);
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => refresh(app, grant.clientId, grant.tokens.refresh_token)),
    );
    const succeeded = replies.filter(({ status }) => status === 200);
    expect(succeeded.length).toBeGreaterThan(0);
    for (const { status, json } of replies) if (status !== 200) expect(json.error).toBe("invalid_grant");
    await endGrace();
    await refresh(app, grant.clientId, grant.tokens.refresh_token);
    for (const { json } of succeeded) await expectRefused(json.access_token);
  });

  it("cannot gain a scope by a refresh, and a call without a scope gets its name", async () => {
    const victim = await addPerson(app);
    const grant = await connectClient(app, victim.email, { scope: "account:read" });
    const more = await refresh(app, grant.clientId, grant.tokens.refresh_token, {
      scope: "account:read companies:read",
    });
    expect([more.status, more.json.error]).toEqual([400, "invalid_scope"]);
    const reply = await app.call("POST", "/v1/company_report/company_search", {
      ...bearer(grant.tokens.access_token),
      body: { name: "x" },
    });
    expect([reply.status, reply.json.code]).toEqual([403, "scope_missing"]);
    const challenge = reply.headers.get("www-authenticate") ?? "";
    expect(challenge).toContain('error="insufficient_scope"');
    expect(challenge).toContain('scope="account:read companies:read"');
    const unknown = authorizationUrl(app, { client_id: grant.clientId, scope: "admin:everything" });
    const back = await grant.visitor.visit(unknown.url);
    expect(back.url.searchParams.get("code")).toBeNull();
  });

  it("never report an outage as a bad grant", async () => {
    const victim = await addPerson(app);
    const grant = await connectClient(app, victim.email);
    await app.db`alter table oauth_record rename to oauth_record_away`;
    const during = await refresh(app, grant.clientId, grant.tokens.refresh_token);
    await app.db`alter table oauth_record_away rename to oauth_record`;
    expect(during.status).toBeGreaterThanOrEqual(500);
    expect(during.json.error).toBe("server_error");
    expect((await refresh(app, grant.clientId, grant.tokens.refresh_token)).status).toBe(200);
  });
});

describe("the authorization request", () => {
  const attempt = async (parameters: Record<string, string | null>) => {
    const { client_id } = (await register(app)).json;
    const { url, verifier } = authorizationUrl(app, { client_id, ...parameters });
    return { seen: await new PageVisitor(app.baseUrl).visit(url), client_id, verifier };
  };

  it("is refused on a PKCE downgrade: no challenge, a plain one, or a code without its verifier", async () => {
    const none = await attempt({ code_challenge: null, code_challenge_method: null });
    expect(none.seen.url.searchParams.get("error")).toBe("invalid_request");
    const plain = await attempt({ code_challenge_method: "plain" });
    expect(plain.seen.url.searchParams.get("error")).toBe("invalid_request");
    const victim = await addPerson(app);
    const { client_id } = (await register(app)).json;
    for (const proof of [{}, { code_verifier: "A".repeat(43) }]) {
      const { url } = authorizationUrl(app, { client_id });
      const back = await new PageVisitor(app.baseUrl).authorize(url, victim.email);
      const code = back.searchParams.get("code") ?? "";
      const reply = await exchange(app, { client_id, code, ...proof });
      expect([reply.status, reply.json.error]).toEqual([400, "invalid_grant"]);
    }
  });

  it("ends on an error page, never a redirect, when the redirect address does not match", async () => {
    const foreign = [
      "https://evil.example/callback",
      "http://127.0.0.1:8090/other",
      `${REDIRECT}/../evil`,
      "http://127.0.0.1.evil.example:8090/callback",
      "http://localhost@evil.example/callback",
      "javascript:alert(1)",
    ];
    for (const redirect_uri of foreign) {
      const { seen } = await attempt({ redirect_uri });
      expect([redirect_uri, seen.status, seen.url.origin]).toEqual([redirect_uri, 400, app.baseUrl]);
      expect(seen.headers.get("location")).toBeNull();
    }
    for (const next of [
      "https://evil.example/",
      "//evil.example",
      "/\\evil.example",
      "/console/..//evil.example",
    ]) {
      const visitor = new PageVisitor(app.baseUrl);
      const form = await visitor.visit(`/sign-in?next=${encodeURIComponent(next)}`);
      const after = await visitor.submit(form, { email: person.email, password: PASSWORD, next });
      expect(after.url.origin + after.url.pathname).toBe(`${app.baseUrl}/console/`);
    }
  });

  it("refuses client names that look like others, and key addresses inside the network", async () => {
    const names = [
      "\u202Eevil",
      "a\u200Bb",
      "\u200B",
      "line\nend",
      "tab\there",
      "  ",
      "soft\u00ADhyphen",
      "---",
    ];
    for (const client_name of names)
      expect([client_name, (await register(app, { ...CLIENT, client_name })).status]).toEqual([
        client_name,
        400,
      ]);
    for (const client_name of ["Café 東京 (beta)", "Änderungs-Bot 2"])
      expect([client_name, (await register(app, { ...CLIENT, client_name })).status]).toEqual([
        client_name,
        201,
      ]);
    for (const jwks_uri of ["http://169.254.169.254/", "https://10.0.0.1/keys", "https://localhost./keys"])
      expect([jwks_uri, (await register(app, { ...CLIENT, jwks_uri })).status]).toEqual([jwks_uri, 400]);
  });

  it("redirects only to https, to this device, or to the scheme of an application's domain", async () => {
    const registers = async (uri: string) =>
      [uri, (await register(app, { ...CLIENT, redirect_uris: [uri] })).status] as const;
    for (const uri of ["ms-msdt:/id", "search-ms:query", "mailto:a@b.c", "tel:1", "intent:x", "ssh://a/b"])
      expect(await registers(uri)).toEqual([uri, 400]);
    for (const uri of ["https://a.example/b", "http://localhost:1/b", "com.example.app:/b", "cursor://a.b/c"])
      expect(await registers(uri)).toEqual([uri, 201]);
  });

  it("refuses dangerous registrations", async () => {
    const uris = [
      "http://evil.example/cb",
      "javascript:alert(1)//",
      "data:text/html,x",
      "https://a.example/#f",
      "https://user:pw@a.example/",
      "not a uri",
    ];
    for (const uri of uris) {
      const { status, json } = await register(app, { ...CLIENT, redirect_uris: [uri] });
      expect([uri, status, json.error?.startsWith("invalid_")]).toEqual([uri, 400, true]);
    }
    const many = Array.from({ length: 11 }, (_, index) => `https://a.example/${index}`);
    expect((await register(app, { ...CLIENT, redirect_uris: many })).status).toBe(400);
    expect((await register(app, { ...CLIENT, response_types: ["token"] })).status).toBe(400);
    expect((await register(app, { ...CLIENT, client_name: "x".repeat(20_000) })).status).toBe(413);
  });

  it("names the issuer in every answer, so that a client can detect a mix-up", async () => {
    const { seen } = await attempt({ scope: "openid", prompt: "none" });
    expect(seen.url.searchParams.get("error")).toBeTruthy();
    expect(seen.url.searchParams.get("iss")).toBe(app.baseUrl);
    const elsewhere = await startTestApp({ rate_factor: 100 });
    const stranger = await addPerson(elsewhere);
    const grant = await connectClient(elsewhere, stranger.email);
    await expectRefused(grant.tokens.access_token);
  });

  it("refuses an unknown resource", async () => {
    const { seen } = await attempt({ resource: "https://evil.example/" });
    expect(seen.url.searchParams.get("error")).toBe("invalid_target");
  });
});

describe("the sign-in and consent pages", () => {
  it("allow nothing on CSRF: without the form's token, with another's, or from another site", async () => {
    const victim = await addPerson(app);
    const visitor = new PageVisitor(app.baseUrl);
    await visitor.signIn(victim.email);
    const { client_id } = (await register(app)).json;
    const page = await visitor.visit(authorizationUrl(app, { client_id }).url);
    const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? "";
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    const send = (fields: Record<string, string>, headers = {}) =>
      visitor.request(action, { method: "POST", body: new URLSearchParams(fields), headers });
    expect((await send({ decision: "allow" })).status).toBe(403);
    expect((await send({ decision: "allow", form_token: "x".repeat(token.length) })).status).toBe(403);
    const fields = { decision: "allow", form_token: token };
    expect((await send(fields, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await send(fields)).status).toBe(303);
  });

  it("bind a consent to its browser", async () => {
    const victim = await addPerson(app);
    const attacker = await addPerson(app);
    const [theirs, mine] = [new PageVisitor(app.baseUrl), new PageVisitor(app.baseUrl)];
    await Promise.all([theirs.signIn(victim.email), mine.signIn(attacker.email)]);
    const { client_id } = (await register(app)).json;
    const page = await mine.visit(authorizationUrl(app, { client_id }).url);
    const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? "";
    expect((await theirs.visit(action)).status).toBe(400);
  });

  it("cannot be framed, run no foreign script, and are not cached", async () => {
    const { headers } = await new PageVisitor(app.baseUrl).visit("/sign-in");
    const policy = headers.get("content-security-policy") ?? "";
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "script-src 'self'",
      "base-uri 'none'",
    ])
      expect(policy).toContain(part);
    expect([headers.get("x-frame-options"), headers.get("cache-control")]).toEqual(["DENY", "no-store"]);
  });

  it("escape the name of a client", async () => {
    const victim = await addPerson(app);
    const visitor = new PageVisitor(app.baseUrl);
    await visitor.signIn(victim.email);
    const name = `<script>alert(1)</script>"'&`;
    const { client_id } = (await register(app, { ...CLIENT, client_name: name })).json;
    const page = await visitor.visit(authorizationUrl(app, { client_id }).url);
    expect(page.text).not.toContain("<script>alert");
    expect(page.text).toContain("&lt;script&gt;alert(1)");
  });

  it("prevent session fixation: signing in creates a new secret, and the planted one stays worthless", async () => {
    const planted = "A".repeat(43);
    const visitor = new PageVisitor(app.baseUrl);
    visitor.cookies.set("__Host-florin_session", { value: planted, path: "/" });
    await visitor.signIn(person.email);
    const first = visitor.cookies.get("__Host-florin_session")?.value ?? "";
    expect(first).not.toBe(planted);
    await visitor.signIn(person.email);
    const second = visitor.cookies.get("__Host-florin_session")?.value ?? "";
    const call = (secret: string) =>
      app.call("GET", "/v1/account/balance", {
        headers: { cookie: `__Host-florin_session=${secret}`, "x-florin-console": "1" },
      });
    expect([(await call(planted)).status, (await call(first)).status, (await call(second)).status]).toEqual([
      401, 401, 200,
    ]);
  });

  it("do not let the session cookie alone pay: a call must come from our own pages", async () => {
    const visitor = new PageVisitor(app.baseUrl);
    await visitor.signIn(person.email);
    expect((await visitor.request("/v1/account/balance")).status).toBe(401);
  });
});

describe("a bearer token", () => {
  it("is refused in the query even when it is valid", async () => {
    const reply = await app.call("GET", `/v1/account/balance?access_token=${tokens.access_token}`);
    expect([reply.status, reply.json.code]).toEqual([401, "key_in_url"]);
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    expect((await app.call("POST", `/mcp?access_token=${tokens.access_token}`, { body })).status).toBe(401);
  });

  it("bound by DPoP needs a fresh proof by its own key, for this method, address and token, once", async () => {
    const victim = await addPerson(app);
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    const jwk = await exportJWK(publicKey);
    const prove = (
      method: string,
      path: string,
      more: object = {},
      by: { key?: CryptoKey; jwk?: JWK } = {},
    ) =>
      new SignJWT({ htm: method, htu: app.baseUrl + path, jti: randomUUID(), iat: seconds(), ...more })
        .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk: by.jwk ?? jwk })
        .sign(by.key ?? privateKey);
    const { client_id } = (await register(app)).json;
    const { url, verifier } = authorizationUrl(app, { client_id });
    const back = await new PageVisitor(app.baseUrl).authorize(url, victim.email);
    const form = {
      grant_type: "authorization_code",
      redirect_uri: REDIRECT,
      client_id,
      code: back.searchParams.get("code") ?? "",
      code_verifier: verifier,
    };
    const proof = await prove("POST", "/oauth/token");
    const issued = await postForm(app, "/oauth/token", form, { dpop: proof });
    expect([issued.status, issued.json.token_type]).toEqual([200, "DPoP"]);
    const token: string = issued.json.access_token;
    const ath = hash("sha256", token, "base64url");
    const path = "/v1/account/balance";
    const use = async (authorization: string, dpop?: string) => {
      const headers = { authorization, ...(dpop ? { dpop } : {}) };
      const reply = await app.call("GET", path, { headers });
      return reply.status === 200 ? 200 : `${reply.status} ${reply.json.code}`;
    };
    const good = await prove("GET", path, { ath });
    expect(await use(`DPoP ${token}`, good)).toBe(200);
    expect(await use(`DPoP ${token}`, good)).toBe("401 proof_invalid");
    expect(await use(`Bearer ${token}`)).toBe("401 proof_invalid");
    expect(await use(`DPoP ${token}`)).toBe("401 proof_invalid");
    const other = await generateKeyPair("ES256", { extractable: true });
    const otherJwk = await exportJWK(other.publicKey);
    const bad = [
      await prove("POST", path, { ath }),
      await prove("GET", "/v1/account/usage", { ath }),
      await prove("GET", path, { ath: hash("sha256", "another", "base64url") }),
      await prove("GET", path),
      await prove("GET", path, { ath, iat: seconds() - 300 }),
      await prove("GET", path, { ath, iat: seconds() + 300 }),
      await prove("GET", path, { ath }, { key: other.privateKey, jwk: otherJwk }),
      await prove("GET", path, { ath }, { key: other.privateKey }),
    ];
    for (const wrong of bad) expect(await use(`DPoP ${token}`, wrong)).toBe("401 proof_invalid");
    expect(await use(`DPoP ${tokens.access_token}`, await prove("GET", path, { ath }))).toBe(
      "401 token_invalid",
    );
    const unproven = await refresh(app, client_id, issued.json.refresh_token);
    expect([unproven.status, unproven.json.error]).toEqual([400, "invalid_grant"]);
    const replayed = await postForm(app, "/oauth/token", form, { dpop: proof });
    expect(replayed.status).toBe(400);
  });

  it("of a removed member ends with the membership", async () => {
    const owner = await addPerson(app);
    const leaving = await addPerson(app, { accountId: owner.accountId, role: "member" });
    const grant = await connectClient(app, leaving.email);
    await app.db`update member set removed_at = now() where id = ${leaving.memberId}`;
    await expectRefused(grant.tokens.access_token);
    expect((await refresh(app, grant.clientId, grant.tokens.refresh_token)).status).toBe(400);
  });
});

describe("an open endpoint", () => {
  it("answers 429 to a registration flood: twenty in an hour from one address", async () => {
    const open = await startTestApp();
    const statuses = [];
    for (let round = 0; round < 22; round++) {
      statuses.push((await register(open)).status);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });

  it("never fetches a client id that leads to a private address (SSRF)", async () => {
    let hits = 0;
    const inside = https.createServer((_request, response) => {
      hits++;
      response.end("{}");
    });
    inside.on("connection", () => hits++);
    await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
    onTestFileEnd(() => inside.close());
    const address = inside.address();
    const port = typeof address === "object" ? address?.port : 0;
    const ids = [
      `https://127.0.0.1:${port}/client.json`,
      `https://localhost:${port}/client.json`,
      `https://[::1]:${port}/client.json`,
      `https://[::ffff:127.0.0.1]:${port}/client.json`,
      `https://2130706433:${port}/client.json`,
      `https://user@localhost:${port}/client.json`,
      "https://169.254.169.254/latest/meta-data",
      "https://10.0.0.1/client.json",
    ];
    for (const client_id of ids) {
      const visitor = new PageVisitor(app.baseUrl);
      await visitor.signIn(person.email);
      const seen = await visitor.visit(authorizationUrl(app, { client_id }).url);
      expect([client_id, seen.status >= 400 && seen.status < 500]).toEqual([client_id, true]);
      expect(seen.url.origin).toBe(app.baseUrl);
    }
    const keyed = {
      ...CLIENT,
      token_endpoint_auth_method: "private_key_jwt",
      jwks_uri: `https://127.0.0.1:${port}/jwks.json`,
    };
    const { client_id } = (await register(app, keyed)).json;
    const { privateKey } = await generateKeyPair("ES256");
    const assertion = await new SignJWT({
      iss: client_id,
      sub: client_id,
      aud: app.baseUrl,
      jti: randomUUID(),
    })
      .setProtectedHeader({ alg: "ES256", kid: "a" })
      .setExpirationTime("1m")
      .sign(privateKey);
    const byKey = await exchange(app, {
      client_id,
      code: "x",
      client_assertion: assertion,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    });
    expect(byKey.status).toBeGreaterThanOrEqual(400);
    const sector = { ...CLIENT, sector_identifier_uri: `https://127.0.0.1:${port}/uris.json` };
    expect((await register(app, { ...sector, subject_type: "pairwise" })).status).toBe(400);
    expect(hits).toBe(0);
  });

  it("removes clients without a consent after a day, and keeps the others", async () => {
    const [unused, used] = [(await register(app)).json.client_id, clientId];
    await app.db`update oauth_record set created_at = now() - interval '25 hours' where model = 'Client' and id = any (${[unused, used]})`;
    const tidy = accessJobs(app.db, { auditDays: null }).find(
      ({ name }) => name === "access.forget-oauth-records",
    );
    await tidy?.run({}, new AbortController().signal);
    expect((await refresh(app, unused, "x")).json.error).toBe("invalid_client");
    expect((await refresh(app, used, "x")).json.error).toBe("invalid_grant");
  });
});
