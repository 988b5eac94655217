import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createKey, saveAnswer } from "../src/features/access/index.ts";
import { createAccount, exportAccountRows } from "../src/features/accounts/index.ts";
import { findBalance, grantCredits, verifyLedger } from "../src/features/credits/index.ts";
import { removePerson } from "../src/features/rights/index.ts";
import { ALL_SCOPES, DEFAULT_SCOPES } from "../src/kernel/scopes.ts";
import { startTestApp } from "./app.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { findEverywhere } from "./find-everywhere.ts";
import { addPerson, PageVisitor, type TestPerson } from "./person.ts";
import { waitUntilDigested } from "./wait-for-reports.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "florin-rights-"));
onTestFileEnd(() => rmSync(folder, { recursive: true, force: true }));
const app = await startTestApp({ data: folder, rate_factor: 1_000 });
const kept = { keyId: null, clientId: null, operationId: "search.passages" };
const MARK = "The Wexmere glassworks employed 3,907 glaziers.";

async function signIn({ email }: TestPerson): Promise<PageVisitor> {
  const visitor = new PageVisitor(app.baseUrl);
  await visitor.signIn(email);
  return visitor;
}

/** The files of the store, by their paths. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => !name.includes("postgres") && statSync(path.join(folder, name)).isFile())
    .sort();
}

/** An account that has used everything that stores something of it. */
async function fillAccount(person: TestPerson, key: string): Promise<string> {
  const form = new FormData();
  const page = `<!doctype html><html><h1>Annual report 2025</h1><p>${MARK}</p></html>`;
  form.set("file", new Blob([page], { type: "text/html" }), "wexmere.html");
  form.set("title", "Wexmere annual report");
  const call = (url: string, body: object, more: object = {}) =>
    app.call("POST", url, { key, body, ...more });
  const { report_id } = (await app.call("POST", "/v1/company_report/upload", { key, form })).json.data;
  const ask = { report_id, question: "How many glaziers were employed?" };
  await waitUntilDigested(app, report_id);
  expect((await call("/v1/chat/chat_report", ask)).json.data?.answer).toContain("3,907");
  await call("/v1/chat/chat_report", ask, { headers: { "idempotency-key": "wexmere" } });
  const field_mapping = { People: { glaziers: { label: "Glaziers", type: "number" } } };
  for (const [url, body] of [
    ["/v1/chat/thread/create", { title: "Wexmere thread" }],
    ["/v1/search/saved/create", { name: "Wexmere search", query: "Wexmere glaziers" }],
    ["/v1/watchlist/create", { name: "Wexmere list" }],
    ["/v1/agent_builder/create", { name: "Wexmere builder", field_mapping, svc_entity_id_list: [] }],
  ] as const)
    expect((await call(url, body)).json, url).toMatchObject({ status_code: 200 });
  await createKey(app.db, { accountId: person.accountId, name: "Wexmere key", createdBy: person.memberId });
  return report_id;
}

describe("an account", () => {
  it("can be exported without secrets, and erased so that only its ledger and its calls remain", async () => {
    const accountId = await createAccount(app.db, "Wexmere account");
    await grantCredits(app.db, accountId, 1_000);
    const owner = await addPerson(app, { accountId });
    const { key } = await createKey(app.db, { accountId, name: "Wexmere first", createdBy: owner.memberId });
    const visitor = await signIn(owner);
    const before = listFiles(folder);
    await fillAccount(owner, key);
    const balance = await findBalance(app.db, accountId);
    expect(listFiles(folder).length).toBeGreaterThan(before.length);

    const exported = (await visitor.call("export")).data;
    const text = JSON.stringify(exported);
    for (const table of [
      "account",
      "member",
      "api_key",
      "report",
      "credit_entry",
      "chat_thread",
      "watchlist",
    ])
      expect(Object.keys(exported.tables), table).toContain(table);
    expect(text).toContain("Wexmere thread");
    expect(text).not.toContain(key);
    expect(text).not.toMatch(/"(?:hash|secret|password_hash|totp_secret|vector)":/);
    const places = (await findEverywhere(app.db, "Wexmere")).join();
    for (const table of ["report", "chat_thread", "saved_search", "watchlist", "agent_builder", "api_key"])
      expect(places).toContain(`public.${table}:`);

    const refused = await visitor.call("erase", { account_id: "acc_aaaaaaaaaaaaaaaa" });
    expect(refused.code).toBe("invalid_input");
    expect((await visitor.call("erase", { account_id: accountId })).status).toBe(200);

    for (const trace of ["Wexmere", "3,907 glaziers", owner.email])
      expect(await findEverywhere(app.db, trace)).toEqual([]);
    const kept = (await findEverywhere(app.db, accountId)).map((place) => place.replace(/:.*/, ""));
    expect(kept.filter((place) => !place.startsWith("jobs."))).toEqual([
      "public.account",
      "public.call_audit",
      "public.credit_balance",
      "public.credit_entry",
    ]);
    const addresses = async () =>
      (await app.db`select from call_audit where account_id = ${accountId} and address is not null`).length;
    expect(await addresses()).toBe(0);
    // A call that ended while the account was erased is recorded afterwards.
    await app.db`
      insert into call_audit (account_id, at, request_id, channel, operation_id, address, status, credits, duration_ms)
      values (${accountId}, now(), 'late', 'rest', 'account.balance', '192.0.2.7', 401, 0, 1)`;
    expect(await addresses()).toBe(0);
    await expect(app.db`update call_audit set status = 200 where account_id = ${accountId}`).rejects.toThrow(
      "append-only",
    );
    await expect.poll(() => listFiles(folder)).toEqual(before);
    expect(await findBalance(app.db, accountId)).toEqual(balance);
    expect((await verifyLedger(app.db)).faults).toEqual([]);
    const status = async () => (await app.call("GET", "/v1/account/balance", { key })).status;
    await expect.poll(status).toBe(401);
    expect((await visitor.call("balance")).status).toBe(401);
  });

  it("leaves other accounts as they are when one is erased, also the files they share", async () => {
    const [first, second] = [await addPerson(app), await addPerson(app)];
    for (const { accountId } of [first, second]) await grantCredits(app.db, accountId, 1_000);
    const keys = [];
    for (const { accountId, memberId } of [first, second])
      keys.push((await createKey(app.db, { accountId, name: "Key", createdBy: memberId })).key);
    const [firstKey = "", secondKey = ""] = keys;
    await fillAccount(first, firstKey);
    const report_id = await fillAccount(second, secondKey);
    const rows = await exportAccountRows(app.db, second.accountId, null);
    const visitor = await signIn(first);
    expect((await visitor.call("erase", { account_id: first.accountId })).status).toBe(200);
    const count = (tables: object) =>
      Object.entries(tables).flatMap(([name, list]) => (name === "call_audit" ? [] : [[name, list.length]]));
    expect(count(await exportAccountRows(app.db, second.accountId, null))).toEqual(count(rows));
    const body = { report_id, question: "How many glaziers were employed?" };
    const { json } = await app.call("POST", "/v1/chat/chat_report", { key: secondKey, body });
    expect(json.data.answer).toContain("3,907");
  });

  it("is erased and exported for an owner only", async () => {
    const member = await addPerson(app, { role: "member" });
    const visitor = await signIn(member);
    expect((await visitor.call("export")).code).toBe("owner_only");
    expect((await visitor.call("erase", { account_id: member.accountId })).code).toBe("owner_only");
  });
});

describe("a person", () => {
  it("gets what is stored about them and nothing of others", async () => {
    const { accountId } = await app.addAccount();
    const [one, other] = [await addPerson(app, { accountId }), await addPerson(app, { accountId })];
    for (const { memberId } of [one, other])
      await createKey(app.db, { accountId, name: `Key of ${memberId}`, createdBy: memberId });
    const text = JSON.stringify((await (await signIn(one)).call("person/export")).data);
    expect(text).toContain(one.email);
    expect(text).toContain(`Key of ${one.memberId}`);
    expect(text).not.toContain(other.email);
    expect(text).not.toContain(other.memberId);
    expect(text).not.toMatch(/"(?:hash|secret|password_hash|totp_secret)":/);
  });

  it("is forgotten once removed: no table has their name, e-mail address, address or browser", async () => {
    const { accountId } = await app.addAccount();
    const owner = await addPerson(app, { accountId });
    const leaving = await addPerson(app, { accountId, role: "member" });
    await signIn(leaving);
    const visitor = await signIn(owner);
    expect((await visitor.call("member/remove", { member_id: leaving.memberId })).data.removed).toBe(true);
    expect(await findEverywhere(app.db, leaving.email)).toEqual([]);
    expect(await app.db`select from member_session where member_id = ${leaving.memberId}`).toEqual([]);
  });
});

describe("stored answers", () => {
  it("show no removed person: neither their own nor those of others that name them are replayed", async () => {
    const { accountId } = await app.addAccount();
    const owner = await addPerson(app, { accountId });
    const leaving = await addPerson(app, { accountId, role: "member", name: 'Quentin "Q" Harrowgate' });
    const keys = [];
    for (const { memberId } of [owner, leaving])
      keys.push((await createKey(app.db, { accountId, name: "Key", createdBy: memberId })).key);
    const [ownerKey = "", leavingKey = ""] = keys;
    const read = async (key: string, url: string, name: string) =>
      app.call("GET", url, { key, headers: { "idempotency-key": name } });
    const form = new FormData();
    form.set("file", new Blob(["<!doctype html><html><p>Text</p></html>"]), "report.html");
    form.set("shared_with", "uploader");
    await app.call("POST", "/v1/company_report/upload", { key: leavingKey, form });
    const sharing = "/v1/company_report/sharing";
    expect((await read(ownerKey, sharing, "sharing")).text).toContain("Harrowgate");
    await read(ownerKey, "/v1/account/export", "export");
    await read(ownerKey, "/v1/account/balance", "balance");
    await read(leavingKey, "/v1/account/balance", "own");
    // A long result that is stored for reading on.
    await saveAnswer(app.db, "kept", { ...kept, accountId, userId: owner.memberId }, { by: leaving.email });
    const stored = async () =>
      (await app.db<{ key: string }>`select key from idempotent_call where account_id = ${accountId}`)
        .map(({ key }) => key.split(" ")[1])
        .sort();
    expect(await stored()).toEqual(["balance", "export", "own", "sharing"]);
    await removePerson(app.tools, leaving);
    expect(await stored()).toEqual(["balance"]);
    for (const trace of ["Harrowgate", leaving.email])
      expect(await findEverywhere(app.db, trace)).toEqual([]);
    expect((await read(ownerKey, sharing, "sharing")).text).not.toContain("Harrowgate");
  });
});

describe("data rights as operations", () => {
  async function join(accountId: string, role: "owner" | "member") {
    const person = await addPerson(app, { accountId, role });
    const { key } = await createKey(app.db, { accountId, name: role, createdBy: person.memberId });
    return { ...person, key };
  }
  const send = (key: string, path: string, body?: object, headers = {}) =>
    app.call(body ? "POST" : "GET", `/v1/account/${path}`, { key, headers, ...(body ? { body } : {}) });

  it("export the same to a key and to the console, free of charge, to owners and to the person alone", async () => {
    const { accountId, key: keyOfNoOne } = await app.addAccount();
    const [owner, member] = [await join(accountId, "owner"), await join(accountId, "member")];
    const exported = await send(owner.key, "export");
    expect([exported.status, exported.headers.get("x-credits-charged")]).toEqual([200, "0"]);
    const inConsole = (await (await signIn(owner)).call("export")).data;
    expect(Object.keys(inConsole.tables)).toEqual(
      expect.arrayContaining(Object.keys(exported.json.data.tables)),
    );
    const own = JSON.stringify((await send(member.key, "person/export")).json.data);
    expect(own).toContain(member.email);
    expect(own).not.toContain(owner.email);
    for (const key of [member.key, keyOfNoOne])
      expect((await send(key, "export")).json.code).toBe("owner_only");
    expect((await send(keyOfNoOne, "person/export")).json.code).toBe("invalid_input");
  });

  it("remove a member for owners and for the member, once, and never the last owner", async () => {
    const { accountId } = await app.addAccount();
    const owner = await join(accountId, "owner");
    const [one, other] = [await join(accountId, "member"), await join(accountId, "member")];
    const remove = async (by: TestPerson, { memberId }: TestPerson) =>
      (await signIn(by)).call("member/remove", { member_id: memberId });
    expect((await remove(other, one)).code).toBe("owner_only");
    expect((await remove(owner, one)).data).toMatchObject({ removed: true, keys_ended: 1 });
    expect((await remove(owner, one)).data).toMatchObject({ removed: false, keys_ended: 0 });
    const stranger = await addPerson(app);
    expect((await remove(owner, stranger)).data.removed).toBe(false);
    expect((await remove(other, other)).data.removed).toBe(true);
    expect((await remove(owner, owner)).code).toBe("invalid_input");
    for (const { email } of [one, other]) expect(await findEverywhere(app.db, email)).toEqual([]);
    expect(await findEverywhere(app.db, stranger.email)).not.toEqual([]);
  });

  it("erase the account for an owner who names it, leave an entry in the audit trail, and end the credential", async () => {
    const { accountId } = await app.addAccount();
    const [owner, member] = [await join(accountId, "owner"), await join(accountId, "member")];
    const erase = (key: string, account_id: string) =>
      send(key, "erase", { account_id }, { "idempotency-key": "erase" });
    expect((await erase(member.key, accountId)).json.code).toBe("owner_only");
    expect((await erase(owner.key, "acc_aaaaaaaaaaaaaaaa")).json.code).toBe("invalid_input");
    const erased = await erase(owner.key, accountId);
    expect([erased.status, erased.json.data]).toEqual([200, { account_id: accountId, erased: true }]);
    expect(await findEverywhere(app.db, owner.email)).toEqual([]);
    await expect.poll(async () => (await erase(owner.key, accountId)).status).toBe(401);
    const entries = () => app.db<{ status: number }>`
      select status from call_audit where account_id = ${accountId} and operation_id = 'account.erase' and status = 200`;
    await expect.poll(async () => (await entries()).length).toBe(1);
  });

  it("need their own scope, which clients that ask for none do not get", async () => {
    const { key } = await app.addAccount({ scopes: ALL_SCOPES.filter((scope) => scope !== "account:write") });
    expect((await send(key, "export")).json.code).toBe("scope_missing");
    expect(DEFAULT_SCOPES).not.toContain("account:write");
  });
});
