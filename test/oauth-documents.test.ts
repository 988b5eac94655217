import { Readable } from "node:stream";
import { decodeJwt } from "jose";
import { expect, it } from "vitest";
import { openGrants, startCallLog } from "../src/features/access/index.ts";
import { createAccount } from "../src/features/accounts/index.ts";
import { openLedger } from "../src/features/credits/index.ts";
import { type Gate, openTimeLimit } from "../src/gate/index.ts";
import { Failure } from "../src/kernel/errors.ts";
import type { GuardedFetch } from "../src/platform/fetch/index.ts";
import { makeTokenBuckets, openAdmission } from "../src/platform/limits/index.ts";
import { openLog } from "../src/platform/log/index.ts";
import { mountOAuth, openIdentity } from "../src/surfaces/oauth/index.ts";
import { buildServer } from "../src/surfaces/rest/server.ts";
import type { TestApp } from "./app.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { freshDatabase } from "./database.ts";
import { authorizationUrl, CLIENT, exchange, REDIRECT, refresh } from "./oauth-client.ts";
import { addPerson, PageVisitor } from "./person.ts";

const CLIENT_ID = "https://client.example/oauth/client.json";
const db = await freshDatabase();
const log = openLog("silent");

/** Stands in for the internet, with the site of one client. */
const internet = {
  isUp: true,
  fetches: 0,
  document: { ...CLIENT, client_id: CLIENT_ID, client_name: "Document client" } as object,
};
const fetchThere: GuardedFetch = async (url, input) => {
  internet.fetches++;
  expect([url, input.redirectsMax]).toEqual([CLIENT_ID, 0]);
  if (!internet.isUp) throw new Failure("fetch_failed");
  const headers = { "content-type": "application/json", "cache-control": "max-age=60" };
  return { status: 200, headers, url, body: Readable.from([JSON.stringify(internet.document)]) };
};

/** A node of the service, with the doors this is about. */
async function startNode(baseUrl = ""): Promise<TestApp> {
  const gate: Gate = {
    db,
    limiter: makeTokenBuckets(),
    rateFactor: 100,
    admission: openAdmission({ callsMax: 100, callsPerAccountMax: 50, isBackedUp: () => false }),
    timeLimit: openTimeLimit(),
    ledger: openLedger(db),
    callLog: startCallLog(db, () => {}),
    baseUrl,
  };
  const identity = await openIdentity({
    gate,
    log,
    mailer: null,
    grants: openGrants(db),
    fetch: fetchThere,
    provider: null,
  });
  const server = buildServer({ log, baseUrl: () => gate.baseUrl, bodyBytesMax: 1e6, trustProxy: false });
  await mountOAuth(server, identity.tools);
  const address = await server.listen({ host: "127.0.0.1", port: 0 });
  gate.baseUrl ||= address;
  onTestFileEnd(() => server.close());
  // What the shared helpers use of a running service.
  return { baseUrl: address, db } as TestApp;
}

const node = await startNode();
const person = await addPerson(node, { accountId: await createAccount(db, "Test") });

async function connect() {
  const visitor = new PageVisitor(node.baseUrl);
  const { url, verifier } = authorizationUrl(node, { client_id: CLIENT_ID, redirect_uri: REDIRECT });
  const back = await visitor.authorize(url, person.email);
  const form = { client_id: CLIENT_ID, code: back.searchParams.get("code") ?? "", code_verifier: verifier };
  return { visitor, tokens: (await exchange(node, form)).json };
}

it("admits a client described by a document without registration, and the page names the document", async () => {
  const { visitor, tokens } = await connect();
  expect(decodeJwt(tokens.access_token)["client_id"]).toBe(CLIENT_ID);
  const consent = visitor.pages.find((page) => page.includes("Do not allow")) ?? "";
  expect(consent).toContain("Document client");
  expect(consent).toContain(CLIENT_ID);
  expect(internet.fetches).toBe(1);
});

it("signs no one out because of an outage at the client's site or a restart of ours", async () => {
  const { tokens } = await connect();
  internet.isUp = false;
  const restarted = await startNode(node.baseUrl);
  const reply = await refresh(restarted, CLIENT_ID, tokens.refresh_token);
  internet.isUp = true;
  expect([reply.status, typeof reply.json.access_token]).toEqual([200, "string"]);
});

it.each([
  ["names another client", { client_id: "https://client.example/other" }],
  ["wants a secret", { token_endpoint_auth_method: "client_secret_basic" }],
  ["has an http redirect", { redirect_uris: ["http://evil.example/cb"] }],
])("refuses a document that %s", async (_what, change) => {
  const other = await startNode(node.baseUrl);
  const before = internet.document;
  internet.document = { ...before, ...change };
  const visitor = new PageVisitor(other.baseUrl);
  await visitor.signIn(person.email);
  const seen = await visitor.visit(
    authorizationUrl(other, { client_id: CLIENT_ID, redirect_uri: REDIRECT }).url,
  );
  internet.document = before;
  expect([seen.status >= 400, seen.url.origin]).toEqual([true, other.baseUrl]);
});

it("fetches a client's document only for a signed-in person", async () => {
  const before = internet.fetches;
  const other = "https://client.example/unknown.json";
  const { url } = authorizationUrl(node, { client_id: other, redirect_uri: REDIRECT });
  const requests = await fetch(url, { redirect: "manual" });
  expect([requests.status, requests.headers.get("location")]).toEqual([
    303,
    expect.stringMatching(/^\/sign-in\?next=/),
  ]);
  const silent = await fetch(`${url}&prompt=none`, { redirect: "manual" });
  expect(silent.status).toBe(400);
  for (const path of ["token", "revoke", "introspect"]) {
    const body = new URLSearchParams({
      client_id: other,
      token: "x",
      grant_type: "refresh_token",
      refresh_token: "x",
    });
    expect((await fetch(`${node.baseUrl}/oauth/${path}`, { method: "POST", body })).status).toBeLessThan(500);
  }
  expect(internet.fetches).toBe(before);
});
