import { describe, expect, it } from "vitest";
import { type CreateKeyInput, createKey, rotateKey } from "../src/features/access/index.ts";
import { changeRole } from "../src/features/accounts/index.ts";
import { ALL_SCOPES, DEFAULT_SCOPES, KEY_SCOPES } from "../src/kernel/scopes.ts";
import { startTestApp } from "./app.ts";
import { findEverywhere } from "./find-everywhere.ts";
import { authorizationUrl, bearer, connectClient } from "./oauth-client.ts";
import { addPerson, addSession, type TestPerson } from "./person.ts";

const app = await startTestApp({ rate_factor: 1_000 });

type Credential = { key: string } | { headers: Record<string, string> };
const send = async (by: Credential, path: string, body: object) =>
  (await app.call("POST", `/v1/account/key/${path}`, { ...by, body })).json;
const list = async (by: Credential) => (await app.call("GET", "/v1/account/key/list", by)).json;
/** The account of a test has a key of no person, which is left out. */
const listLive = async (by: Credential): Promise<{ key_id: string; name: string }[]> =>
  (await list(by)).data.filter(
    (key: { revoked_at: string | null; created_by: string | null }) =>
      key.revoked_at === null && key.created_by !== null,
  );
const balance = async (key: string) => (await app.call("GET", "/v1/account/balance", { key })).status;
const search = async (key: string) =>
  (await app.call("POST", "/v1/company_report/company_search", { key, body: { ticker: "NONE" } })).json.code;

/** An owner with a session and a key that manages keys within some limits. */
async function addManager(limits: Partial<CreateKeyInput> = {}) {
  const owner = await addPerson(app);
  return { owner, session: await sessionOf(owner), manager: await addKey(owner, limits) };
}

const sessionOf = async (person: TestPerson) => ({ headers: await addSession(app, person) });
const addKey = ({ accountId, memberId }: TestPerson, limits: Partial<CreateKeyInput> = {}) =>
  createKey(app.db, { accountId, createdBy: memberId, name: "Manager", scopes: KEY_SCOPES, ...limits });

describe("a key that creates keys", () => {
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  const later = new Date(Date.now() + 2 * 86_400_000).toISOString();

  it.each([
    ["a scope it lacks", { scopes: ["keys:write", "news:read"] }, { scopes: ["reports:read"] }],
    ["a longer life", { expiresAt: new Date(soon) }, { expires_at: later }],
    ["a larger budget", { budgetCredits: 10 }, { budget_credits: 11 }],
    ["no budget at all", { budgetCredits: 10 }, {}],
    [
      "an address outside its networks",
      { allowedNetworks: ["127.0.0.0/8"] },
      { allowed_networks: ["10.1.1.1"] },
    ],
    ["a wider network", { allowedNetworks: ["127.0.0.0/8"] }, { allowed_networks: ["127.0.0.0/7"] }],
    ["every IPv6 network", { allowedNetworks: ["127.0.0.0/8"] }, { allowed_networks: ["::/0"] }],
    [
      "every IPv4 address in its IPv6 form",
      { allowedNetworks: ["127.0.0.0/8"] },
      { allowed_networks: ["::ffff:0:0/96"] },
    ],
  ] as const)("403: cannot give %s", async (_what, limits, wanted) => {
    const { manager, session } = await addManager(limits);
    const reply = await send(manager, "create", { name: "More", ...wanted });
    expect([reply.status_code, reply.code]).toEqual([403, "key_limits_exceeded"]);
    expect(await listLive(session)).toHaveLength(1);
  });

  it("gives its own limits where none are named", async () => {
    const limits = { expiresAt: new Date(soon), allowedNetworks: ["127.0.0.0/8"] };
    const { manager, session, owner } = await addManager(limits);
    const { key_id } = (await send(manager, "create", { name: "Same", allowed_networks: [] })).data;
    expect((await list(session)).data.find((key: { key_id: string }) => key.key_id === key_id)).toMatchObject(
      {
        expires_at: soon,
        allowed_networks: ["127.0.0.0/8"],
        created_by: owner.memberId,
        created_by_key: manager.keyId,
        scopes: KEY_SCOPES.filter((scope) => scope !== "account:write" && !scope.startsWith("keys:")),
      },
    );
  });

  it("accepts what is within its limits", async () => {
    const { manager } = await addManager({
      allowedNetworks: ["127.0.0.0/8", "10.0.0.0/8"],
      budgetCredits: 5,
    });
    const wanted = { allowed_networks: ["127.0.0.0/9", "10.2.0.1"], budget_credits: 5, expires_at: soon };
    const { key } = (await send(manager, "create", { name: "Less", scopes: ["account:read"], ...wanted }))
      .data;
    expect(await balance(key)).toBe(200);
  });

  it("gives away parts of its budget: together they spend no more than it could", async () => {
    const { manager } = await addManager({ budgetCredits: 3 });
    const create = (budget: object) => send(manager, "create", { name: "Spender", ...budget });
    const { key } = (await create({ budget_credits: 2 })).data;
    for (const budget of [{}, { budget_credits: 2 }])
      expect((await create(budget)).code).toBe("key_limits_exceeded");
    expect([await search(key), await search(key)]).toEqual([undefined, undefined]);
    expect(await search(manager.key)).toBeUndefined();
    for (const spent of [key, manager.key]) expect(await search(spent)).toBe("key_budget_exhausted");
  });

  it("cannot rotate or revoke what it did not create: itself, other keys of its person, or keys of others", async () => {
    const { manager, owner } = await addManager();
    const others = [manager, await addKey(owner), await addKey(await addPerson(app))];
    for (const { keyId: key_id, key } of others) {
      for (const path of ["rotate", "revoke"])
        expect((await send(manager, path, { key_id })).code).toBe("key_not_found");
      expect(await balance(key)).toBe(200);
    }
  });

  it("is revoked together with the keys it created, and those they created", async () => {
    const { manager, session } = await addManager();
    const child = (await send(manager, "create", { name: "Child", scopes: KEY_SCOPES })).data;
    const grandchild = (await send(child, "create", { name: "Grandchild" })).data;
    expect((await send(grandchild, "create", { name: "No scope" })).code).toBe("scope_missing");
    expect((await send(session, "revoke", { key_id: manager.keyId })).data.revoked).toBe(true);
    expect(await listLive(session)).toEqual([]);
    // This node may still know the key for some seconds, but it creates nothing.
    expect((await send(manager, "create", { name: "Late" })).code).toBe("unauthorized");
  });

  it("passes the keys it created on to the key that replaces it", async () => {
    const { manager, session, owner } = await addManager();
    const child = (await send(manager, "create", { name: "Child" })).data;
    const next = await rotateKey(app.db, { ...owner, keyId: manager.keyId, overlapSeconds: 0 });
    expect(await balance(child.key)).toBe(200);
    expect((await send(next, "revoke", { key_id: child.key_id })).data.revoked).toBe(true);
    expect(await listLive(session)).toHaveLength(1);
  });

  it("creates none that outlives it when both happen at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      const { manager, session } = await addManager();
      const creating = Array.from({ length: 4 }, (_, index) =>
        send(manager, "create", { name: `Child ${index}` }),
      );
      await Promise.all([...creating, send(session, "revoke", { key_id: manager.keyId })]);
      expect(await listLive(session)).toEqual([]);
    }
  });

  it("loses the right when the person it acts for is no owner any more", async () => {
    const { manager, owner } = await addManager();
    await addPerson(app, { accountId: owner.accountId });
    await changeRole(app.db, { ...owner, role: "member" });
    expect((await list(manager)).code).toBe("owner_only");
    expect((await send(manager, "create", { name: "Late" })).code).toBe("owner_only");
  });
});

describe("a member who is no owner", () => {
  it("creates keys, but none that manages keys", async () => {
    const owner = await addPerson(app);
    const member = await sessionOf(await addPerson(app, { accountId: owner.accountId, role: "member" }));
    expect((await send(member, "create", { name: "Mine" })).data.key).toMatch(/^flr_live_/);
    for (const scope of ["keys:read", "keys:write"])
      expect((await send(member, "create", { name: "Manager", scopes: [scope] })).code).toBe("owner_only");
    expect((await list(member)).data.map(({ name }: { name: string }) => name)).toEqual(["Mine"]);
  });
});

describe("a new key", () => {
  it("is shown once: repeating the call creates no second key, and no table has the key", async () => {
    const { session } = await addManager();
    const headers = { ...session.headers, "idempotency-key": "once" };
    const first = (await send({ headers }, "create", { name: "Once" })).data;
    const again = (await send({ headers }, "create", { name: "Once" })).data;
    expect(again).toEqual({ key_id: first.key_id, key: null });
    const rotation = { key_id: first.key_id };
    const renewed = { ...session.headers, "idempotency-key": "renewed" };
    const rotated = (await send({ headers: renewed }, "rotate", rotation)).data;
    expect((await send({ headers: renewed }, "rotate", rotation)).data).toEqual({ ...rotated, key: null });
    for (const { key } of [first, rotated]) expect(await findEverywhere(app.db, key)).toEqual([]);
    expect(await findEverywhere(app.db, first.key_id)).toContain("public.idempotent_call: 1");
  });

  it("is created once and recorded, also when its caller hangs up", async () => {
    const { session, owner } = await addManager();
    const signal = AbortSignal.timeout(1);
    const body = { name: "Unseen" };
    await app.call("POST", "/v1/account/key/create", { ...session, body, signal }).catch(() => null);
    const recorded = async () =>
      (
        await app.db`select from call_audit where account_id = ${owner.accountId} and operation_id = 'keys.create'`
      ).length;
    const named = async () =>
      (await list(session)).data.filter(({ name }: { name: string }) => name === "Unseen").length;
    await expect.poll(async () => (await recorded()) === (await named())).toBe(true);
    expect(await named()).toBeLessThanOrEqual(1);
  });

  it("has only scopes that a key may have, and no client can request those that manage keys", async () => {
    const { session, owner } = await addManager();
    for (const scope of ALL_SCOPES.filter((one) => !KEY_SCOPES.includes(one)))
      expect((await send(session, "create", { name: "x", scopes: [scope] })).code).toBe("invalid_input");
    expect(DEFAULT_SCOPES.filter((scope) => scope.startsWith("keys:"))).toEqual([]);
    const { clientId, visitor, tokens } = await connectClient(app, owner.email);
    for (const scope of ["keys:write", "keys:read"]) {
      const { url } = authorizationUrl(app, { client_id: clientId, scope });
      expect((await visitor.visit(url)).url.searchParams.get("code")).toBeNull();
    }
    expect((await list(bearer(tokens.access_token))).code).toBe("scope_missing");
  });
});

describe("the session of a person", () => {
  it("403: manages no keys for a page of another site", async () => {
    const { session } = await addManager();
    const body = { name: "Forged" };
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }]) {
      const by = { headers: { ...session.headers, ...headers } };
      expect((await send(by, "create", body)).code).toBe("origin_not_allowed");
    }
    const { "x-florin-console": _header, ...cookie } = session.headers;
    expect((await send({ headers: cookie }, "create", body)).status_code).toBe(401);
    expect(await listLive(session)).toHaveLength(1);
  });
});
