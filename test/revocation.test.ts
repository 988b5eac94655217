import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createKey, revokeKey } from "../src/features/access/index.ts";
import { type ArtifactRow, insertArtifact } from "../src/features/agents/artifacts/store.ts";
import { insertRun } from "../src/features/agents/runs/store.ts";
import { makeId } from "../src/kernel/ids.ts";
import type { Scope } from "../src/kernel/scopes.ts";
import { startTestApp } from "./app.ts";
import { bearer, connectBound, connectClient, refresh } from "./oauth-client.ts";
import { addPerson, PASSWORD, PageVisitor, type TestPerson } from "./person.ts";
import { startStopwatch } from "./stopwatch.ts";

const app = await startTestApp({ rate_factor: 1_000 });

async function act(visitor: PageVisitor, method: string, path: string, body?: object) {
  const headers = { "x-florin-console": "1", ...(body ? { "content-type": "application/json" } : {}) };
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  return JSON.parse((await visitor.request(`/console/api${path}`, init)).text);
}

async function addKey({ memberId, accountId }: TestPerson): Promise<string> {
  return (await createKey(app.db, { accountId, createdBy: memberId, name: "mine" })).key;
}

async function signedIn(input: Parameters<typeof addPerson>[1] = {}) {
  const person = await addPerson(app, input);
  const visitor = new PageVisitor(app.baseUrl);
  await act(visitor, "POST", "/sign_in", { email: person.email, password: PASSWORD });
  return { ...person, visitor };
}

describe("a removed member", () => {
  it("loses the keys they created and what they kept private, and the removal says how many", async () => {
    const owner = await signedIn();
    const member = await signedIn({ accountId: owner.accountId, role: "member" });
    const key = await addKey(member);
    const balance = () => app.call("GET", "/v1/account/balance", { key });
    const body = { name: "Private", template: "guidance" };
    const builder = (await app.call("POST", "/v1/agent_builder/create", { key, body })).json.data;
    expect((await balance()).status).toBe(200);
    const removed = await owner.visitor.call("member/remove", { member_id: member.memberId });
    const readMilliseconds = startStopwatch();
    expect(removed.data).toEqual({
      member_id: member.memberId,
      removed: true,
      keys_ended: 1,
      builders_ended: 1,
      webhooks_ended: 0,
      searches_ended: 0,
      threads_deleted: 0,
      watchlists_deleted: 0,
    });
    while ((await balance()).status === 200) await sleep(100);
    expect(readMilliseconds()).toBeLessThan(5_000);
    const [row] = await app.db<{ active: boolean }>`
      select active from agent_builder where builder_id = ${builder.id}`;
    expect(row?.active).toBe(false);
  });
});

describe("what a removed member left running", () => {
  it("is cancelled, and public pages of private builders close", async () => {
    const owner = await signedIn();
    const member = await signedIn({ accountId: owner.accountId, role: "member" });
    const key = await addKey(member);
    const create = async (visibility: string) => {
      const body = { name: visibility, template: "guidance", visibility };
      const { id } = (await app.call("POST", "/v1/agent_builder/create", { key, body })).json.data;
      const run = { run_id: makeId("run"), builder_id: id, account_id: owner.accountId, key_id: null };
      const how = {
        requested_by: null,
        subscription_id: null,
        due_at: null,
        agent_type: "data" as const,
        everything: true,
      };
      await insertRun(app.db, { ...run, ...how });
      const public_word = randomBytes(24).toString("base64url");
      await insertArtifact(app.db, {
        artifact_id: makeId("out"),
        builder_id: id,
        run_id: null,
        agent_type: "report",
        svc_entity_id: null,
        company_list: [],
        publish_date: "2026-01-01",
        extract_json: null,
        evidence: null,
        difference: null,
        provenance: {} as ArtifactRow["provenance"],
        content_sha256: "0".repeat(64),
        public_word,
      });
      const stateOf = async () => {
        const [row] = await app.db<{ state: string; public_word: string | null }>`
          select state, public_word from agent_run join agent_artifact using (builder_id)
          where builder_id = ${id}`;
        return row && [row.state, row.public_word !== null];
      };
      return stateOf;
    };
    const [own, shared] = [await create("private"), await create("shared")];
    await owner.visitor.call("member/remove", { member_id: member.memberId });
    expect(await own()).toEqual(["cancelled", false]);
    expect(await shared()).toEqual(["waiting", true]);
  });
});

describe("a changed password", () => {
  it("disconnects every application unless asked not to", async () => {
    const { visitor, email } = await signedIn();
    const change = (current: string, next: string, more: object = {}) =>
      act(visitor, "POST", "/password", { current_password: current, new_password: next, ...more });
    const { tokens, clientId } = await connectClient(app, email);
    const works = async () =>
      (await app.call("GET", "/v1/account/balance", bearer(tokens.access_token))).status;
    const kept = await change(PASSWORD, "another good password", { disconnect_applications: false });
    expect([kept.data.applications_disconnected, await works()]).toEqual([0, 200]);
    const ended = await change("another good password", PASSWORD);
    expect([ended.data.applications_disconnected, await works()]).toEqual([1, 401]);
    expect((await refresh(app, clientId, tokens.refresh_token)).status).toBe(400);
  });
});

/** What a client of 2026-07-28 hears on `subscriptions/listen`, until the stream ends. */
async function listen(headers: Record<string, string>) {
  const revision = "2026-07-28";
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const response = await fetch(`${app.baseUrl}/mcp`, {
    method: "POST",
    headers: {
      ...headers,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": revision,
      "mcp-method": "subscriptions/listen",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "subscriptions/listen",
      params: { _meta, notifications: { resourcesListChanged: true, resourceSubscriptions: [] } },
    }),
  });
  const received = { text: "", ended: false };
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const done = (async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      received.text += part.value;
  })()
    .catch(() => {})
    .then(() => {
      received.ended = true;
    });
  await expect.poll(() => received.text).toContain("acknowledged");
  return { received, done, stop: () => reader?.cancel() };
}

/** The notification that a report has become readable: of one account, or public. */
const announce = (accountId: string | null) =>
  app.db`select pg_notify('florin_report_ready', ${JSON.stringify({ report_id: "rep_test", account_id: accountId, readers: null })})`.then(
    () => {},
  );

describe("a listening stream", () => {
  const withKey = async (accountId: string, scopes?: Scope[]) => {
    const made = await createKey(app.db, { accountId, name: "Key", ...(scopes ? { scopes } : {}) });
    return { ...made, headers: { "x-api-key": made.key } };
  };

  it("announces reports only to those who may read them", async () => {
    const { accountId } = await app.addAccount();
    const stranger = await app.addAccount();
    const own = await listen((await withKey(accountId)).headers);
    const other = await listen({ "x-api-key": stranger.key });
    const narrow = await listen((await withKey(accountId, ["companies:read"])).headers);
    await announce(accountId);
    await expect.poll(() => own.received.text).toContain("list_changed");
    expect(other.received.text).not.toContain("list_changed");
    expect(narrow.received.text).not.toContain("list_changed");
    await announce(null);
    await expect.poll(() => other.received.text).toContain("list_changed");
    expect(narrow.received.text).not.toContain("list_changed");
    await Promise.all([own.stop(), other.stop(), narrow.stop()]);
  });

  it("ends within five seconds of its key's revocation", async () => {
    const { accountId } = await app.addAccount();
    const { keyId, headers } = await withKey(accountId);
    const { received, done } = await listen(headers);
    expect(received.ended).toBe(false);
    await revokeKey(app.db, accountId, keyId);
    const readMilliseconds = startStopwatch();
    await done;
    expect(readMilliseconds()).toBeLessThan(5_500);
  });

  it("ends within five seconds when its DPoP-bound token is revoked, over MCP and REST", async () => {
    const { visitor, email } = await signedIn();
    const client = await connectBound(app, email, {
      resource: app.baseUrl,
      scope: "reports:read agents:read",
    });
    const mcp = await listen(await client.headersFor("POST", "/mcp"));
    const stream = await fetch(`${app.baseUrl}/v1/events`, {
      headers: { ...(await client.headersFor("GET", "/v1/events")), accept: "text/event-stream" },
    });
    expect(stream.status).toBe(200);
    const events = stream.text();
    // Past the seconds a credential is trusted: the stream is checked again without a new proof, and stays.
    await sleep(4_000);
    expect(mcp.received.ended).toBe(false);
    const [{ grant_id }] = (await visitor.call("client/list")).data;
    await visitor.call("client/disconnect", { grant_id });
    const readMilliseconds = startStopwatch();
    expect(await events).toContain("token_invalid");
    await mcp.done;
    expect(readMilliseconds()).toBeLessThan(5_500);
  });

  it("ends within five seconds when its application is disconnected", async () => {
    const { visitor, email } = await signedIn();
    const { tokens } = await connectClient(app, email, {
      resource: `${app.baseUrl}/mcp`,
      scope: "reports:read",
    });
    const { done } = await listen(bearer(tokens.access_token).headers);
    const [{ grant_id }] = (await visitor.call("client/list")).data;
    await visitor.call("client/disconnect", { grant_id });
    const readMilliseconds = startStopwatch();
    await done;
    expect(readMilliseconds()).toBeLessThan(5_500);
  });
});
