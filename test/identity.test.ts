import { setTimeout as sleep } from "node:timers/promises";
import { TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { createKey } from "../src/features/access/index.ts";
import { makeLink } from "../src/features/accounts/index.ts";
import { KEY_SCOPES } from "../src/kernel/scopes.ts";
import { startTestApp } from "./app.ts";
import { Authenticator } from "./authenticator.ts";
import { findEverywhere } from "./find-everywhere.ts";
import { bearer, connectClient } from "./oauth-client.ts";
import { addPerson, addSession, PASSWORD, PageVisitor } from "./person.ts";
import { startSmtpServer } from "./smtp-server.ts";

const smtp = await startSmtpServer();
const app = await startTestApp({ rate_factor: 100, smtp_url: smtp.url, mail_from: "florin@example.com" });
const origin = app.baseUrl.replace("127.0.0.1", "localhost");

/** The console's calls, as its pages make them. */
async function act(visitor: PageVisitor, method: string, path: string, body?: object) {
  const headers = { "x-florin-console": "1", ...(body ? { "content-type": "application/json" } : {}) };
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const seen = await visitor.request(`/console/api${path}`, init);
  const json = JSON.parse(seen.text);
  return {
    status: seen.status,
    code: json.code,
    detail: json.detail,
    data: json.data,
    headers: seen.headers,
  };
}

async function signedIn(details: Parameters<typeof addPerson>[1] = {}) {
  const person = await addPerson(app, details);
  const visitor = new PageVisitor(app.baseUrl);
  await act(visitor, "POST", "/sign_in", { email: person.email, password: PASSWORD });
  return { ...person, visitor };
}

describe("the setup", () => {
  it("offers a link that creates the owner once, and no password exists before", async () => {
    const fresh = await startTestApp();
    expect(fresh.setUpUrl).toMatch(/\/set-up\/[A-Za-z0-9_-]{43}$/);
    const visitor = new PageVisitor(fresh.baseUrl);
    const page = await visitor.visit(fresh.setUpUrl ?? "");
    const fields = { account_name: "Mine", name: "Ada", email: "Ada@Example.com", password: PASSWORD };
    const short = await visitor.submit(page, { ...fields, password: "short" });
    expect([short.status, short.text.includes("at least 10")]).toEqual([422, true]);
    const done = await visitor.submit(page, fields);
    expect(done.url.pathname).toBe("/console/");
    expect((await act(visitor, "GET", "/me")).data.member).toMatchObject({
      email: "ada@example.com",
      role: "owner",
      account_name: "Mine",
    });
    expect((await new PageVisitor(fresh.baseUrl).visit(fresh.setUpUrl ?? "")).status).toBe(403);
  });
});

describe("a second setup link", () => {
  it("expires with the first owner when it was not used", async () => {
    const fresh = await startTestApp();
    const unused = `${fresh.baseUrl}/set-up/${await makeLink(fresh.db, "set_up", null)}`;
    expect((await new PageVisitor(fresh.baseUrl).visit(unused)).status).toBe(200);
    await addPerson(fresh);
    expect((await new PageVisitor(fresh.baseUrl).visit(unused)).status).toBe(403);
  });
});

describe("sessions", () => {
  it("have HttpOnly, Secure and SameSite cookies, are listed as devices, and can be ended there", async () => {
    const { email, visitor } = await signedIn();
    const other = new PageVisitor(app.baseUrl);
    const reply = await act(other, "POST", "/sign_in", { email, password: PASSWORD });
    expect(reply.headers.getSetCookie()[0]).toMatch(
      /^__Host-florin_session=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; Secure; SameSite=Lax$/,
    );
    const devices = (await visitor.call("session/list")).data;
    expect(devices.map((device: { is_current: boolean }) => device.is_current).sort()).toEqual([false, true]);
    const theirs = devices.find((device: { is_current: boolean }) => !device.is_current);
    expect((await visitor.call("session/end", { session_id: theirs.session_id })).status).toBe(200);
    expect((await act(other, "GET", "/me")).code).toBe("session_required");
    expect((await act(visitor, "POST", "/sign_out", {})).status).toBe(200);
    expect((await act(visitor, "GET", "/me")).status).toBe(401);
  });

  it("of another member cannot be ended", async () => {
    const [mine, theirs] = [await signedIn(), await signedIn()];
    const [session] = (await theirs.visitor.call("session/list")).data;
    const { session_id } = session;
    expect((await mine.visitor.call("session/end", { session_id })).code).toBe("session_not_found");
    expect((await mine.visitor.call("session/end_others", {})).data).toEqual({ ended: 0 });
    expect((await act(theirs.visitor, "GET", "/me")).status).toBe(200);
  });

  it("pay for operations from the account, and the audit trail names the person", async () => {
    const { visitor, memberId } = await signedIn();
    const headers = { "x-florin-console": "1" };
    const reply = await visitor.request("/v1/account/balance", { headers });
    expect([reply.status, JSON.parse(reply.text).data.available]).toEqual([200, 1_000]);
    const trail = async () => JSON.parse((await visitor.request("/v1/account/audit", { headers })).text).data;
    await expect.poll(async () => (await trail()).length).toBeGreaterThanOrEqual(2);
    expect((await trail()).map((entry: { operation_id: string }) => entry.operation_id)).toEqual(
      expect.arrayContaining(["console.sign_in", "account.balance"]),
    );
    for (const entry of await trail()) expect([entry.user_id, entry.key_id]).toEqual([memberId, null]);
  });

  it("leave what pages read out of the audit trail on request, and keep what the person did", async () => {
    const { visitor } = await signedIn();
    const headers = { "x-florin-console": "1", "content-type": "application/json" };
    await visitor.request("/v1/account/balance", { headers });
    const body = JSON.stringify({ title: "Kept" });
    await visitor.request("/v1/chat/thread/create", { method: "POST", headers, body });
    await visitor.request("/v1/account/usage?start_date=never", { headers });
    const trail = async (query: string): Promise<string[]> =>
      JSON.parse((await visitor.request(`/v1/account/audit${query}`, { headers })).text).data.map(
        ({ operation_id }: { operation_id: string }) => operation_id,
      );
    await expect.poll(() => trail("")).toContain("account.usage");
    expect(await trail("")).toContain("account.balance");
    const kept = await trail("?hide_page_reads=true");
    // A call that failed is of interest, whatever it was.
    expect(kept).toEqual(expect.arrayContaining(["console.sign_in", "threads.create", "account.usage"]));
    expect(kept).not.toContain("account.balance");
    expect(kept).not.toContain("account.audit");
  });

  it("read pages without paying, and pay for what is tried out", async () => {
    const { visitor } = await signedIn();
    const cost = async (url: string, body: object, headers: Record<string, string>) => {
      const init = { method: "POST", headers: { "content-type": "application/json", ...headers } };
      const reply = await visitor.request(url, { ...init, body: JSON.stringify(body) });
      return [reply.status, reply.headers.get("x-credits-charged")];
    };
    const search = "/v1/company_report/company_search";
    const page = { "x-florin-console": "1" };
    const nothing = { ticker: "NONE" };
    expect(await cost(search, nothing, page)).toEqual([200, "0"]);
    expect(await cost(search, nothing, { ...page, "idempotency-key": "page" })).toEqual([200, "0"]);
    expect(await cost(search, nothing, { "x-florin-console": "try" })).toEqual([200, "1"]);
    expect(await cost("/v1/search/passages", { query: "margin" }, page)).toEqual([200, "2"]);
  });

  it("403: cannot be used by a page of another site", async () => {
    const { visitor } = await signedIn();
    const headers = { "x-florin-console": "1", "sec-fetch-site": "cross-site" };
    expect((await visitor.request("/console/api/me", { headers })).status).toBe(403);
    expect((await visitor.request("/v1/account/key/list", { headers })).status).toBe(403);
    const foreign = { "x-florin-console": "1", origin: "https://evil.example" };
    const reply = await app.call("POST", "/console/api/sign_in", { headers: foreign, body: {} });
    expect(reply.status).toBe(403);
    expect((await visitor.request("/console/api/me")).status).toBe(401);
  });
});

describe("passwords", () => {
  it("429: are delayed from the sixth wrong one on, without revealing whether the address is known", async () => {
    const { email } = await addPerson(app);
    const guess = (who: string) =>
      app.call("POST", "/console/api/sign_in", {
        headers: { "x-florin-console": "1" },
        body: { email: who, password: "wrong password" },
      });
    for (const who of [email, "nobody@example.com"]) {
      const replies = [];
      for (let round = 0; round < 6; round++) replies.push(await guess(who));
      expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
      expect(replies[0]?.json.message).toBe("Wrong e-mail, password or code.");
      expect(Number(replies[5]?.headers.get("retry-after"))).toBeGreaterThan(600);
    }
  });

  it("are changed with the old one, and other devices are signed out", async () => {
    const { email, visitor } = await signedIn();
    const other = new PageVisitor(app.baseUrl);
    await act(other, "POST", "/sign_in", { email, password: PASSWORD });
    const change = (current_password: string) =>
      act(visitor, "POST", "/password", { current_password, new_password: "a new long password" });
    expect((await change("wrong")).code).toBe("sign_in_refused");
    expect((await change(PASSWORD)).status).toBe(200);
    expect([(await act(other, "GET", "/me")).status, (await act(visitor, "GET", "/me")).status]).toEqual([
      401, 200,
    ]);
  });

  it("are reset by an e-mailed link that works once; unknown people get the same answer and no e-mail", async () => {
    const { email } = await addPerson(app);
    for (const who of ["stranger@example.com", email]) {
      const visitor = new PageVisitor(app.baseUrl);
      const answer = await visitor.submit(await visitor.visit("/forgot"), { email: who });
      expect(answer.text).toContain("a link is on its way");
    }
    await expect.poll(() => smtp.mails.length).toBe(1);
    expect(smtp.mails[0]).toContain(`To: ${email}`);
    const link = /http\S+\/reset\/[\w-]{43}/.exec(smtp.mails[0] ?? "")?.[0] ?? "";
    const visitor = new PageVisitor(app.baseUrl);
    const after = await visitor.submit(await visitor.visit(link), { password: "yet another password" });
    expect(after.url.pathname).toBe("/console/");
    expect((await new PageVisitor(app.baseUrl).visit(link)).status).toBe(403);
  });
});

/** A code is accepted for one more period of 30 seconds, which must not end within a test. */
async function waitForFreshCodePeriod(): Promise<number> {
  const left = 30_000 - (Date.now() % 30_000);
  // A timer may fire a millisecond early, still in the old period.
  if (left < 15_000) await sleep(left + 100);
  return Date.now();
}

describe("the second factor", () => {
  it("is set up with an app, required on page and console alike, and has recovery codes", async () => {
    const { email, visitor } = await signedIn();
    const { secret, uri } = (await act(visitor, "POST", "/totp", {})).data;
    expect(uri).toContain("otpauth://totp/Florin");
    const totp = new TOTP({ secret });
    const now = await waitForFreshCodePeriod();
    const code = (step: number) => totp.generate({ timestamp: now + step * 30_000 });
    expect((await act(visitor, "POST", "/totp/confirm", { code: "000000" })).code).toBe("sign_in_refused");
    const asShown = code(-1).replace(/^.../, "$& ");
    const { recovery_codes } = (await act(visitor, "POST", "/totp/confirm", { code: asShown })).data;
    expect(recovery_codes).toHaveLength(10);

    const console = new PageVisitor(app.baseUrl);
    const first = await act(console, "POST", "/sign_in", { email, password: PASSWORD });
    expect(first.data).toEqual({ step: "code", member: null });
    expect((await act(console, "GET", "/me")).status).toBe(401);
    expect((await act(console, "POST", "/sign_in/code", { code: code(0) })).status).toBe(200);
    expect((await act(console, "GET", "/me")).data.recovery_codes_left).toBe(10);

    const pages = new PageVisitor(app.baseUrl);
    const requests = await pages.signIn(email);
    expect(requests.text).toContain("One-time code");
    const wrong = await pages.submit(requests, { code: code(0) });
    expect(wrong.status).toBe(401);
    const done = await pages.submit(wrong, { code: recovery_codes[0] });
    expect(done.url.pathname).toBe("/console/");
    expect((await act(pages, "GET", "/me")).data.recovery_codes_left).toBe(9);
  });
});

describe("passkeys", () => {
  it("are added, sign in without a password, and cannot be replayed or used by another site", async () => {
    const { visitor, memberId } = await signedIn();
    const device = new Authenticator("localhost");
    const options = (await act(visitor, "POST", "/passkeys/options", {})).data;
    expect(options.rp.id).toBe("localhost");
    const foreign = device.create(options.challenge, "https://evil.example");
    expect((await act(visitor, "POST", "/passkeys", { name: "Phone", response: foreign })).status).toBe(422);
    const again = (await act(visitor, "POST", "/passkeys/options", {})).data;
    const made = device.create(again.challenge, origin);
    expect((await act(visitor, "POST", "/passkeys", { name: "Phone", response: made })).status).toBe(200);
    expect((await act(visitor, "POST", "/passkeys", { name: "Phone", response: made })).status).toBe(422);

    const signedOut = new PageVisitor(app.baseUrl);
    const ask = async () => (await act(signedOut, "POST", "/passkeys/sign_in_options", {})).data.challenge;
    const wrongSite = device.get(await ask(), "https://evil.example");
    expect((await act(signedOut, "POST", "/passkeys/sign_in", { response: wrongSite })).status).toBe(401);
    const used = device.get(await ask(), origin);
    const reply = await act(signedOut, "POST", "/passkeys/sign_in", { response: used });
    expect([reply.status, reply.data.member.id]).toEqual([200, memberId]);
    expect((await act(signedOut, "POST", "/passkeys/sign_in", { response: used })).status).toBe(401);
    const stranger = new Authenticator("localhost").get(await ask(), origin);
    expect((await act(signedOut, "POST", "/passkeys/sign_in", { response: stranger })).status).toBe(401);

    const [listed] = (await act(visitor, "GET", "/passkeys")).data;
    expect(listed).toMatchObject({ name: "Phone", last_used_at: expect.any(String) });
    expect((await act(visitor, "DELETE", `/passkeys/${listed.id}`)).status).toBe(200);
    const after = device.get(await ask(), origin);
    expect((await act(signedOut, "POST", "/passkeys/sign_in", { response: after })).status).toBe(401);
  });
});

describe("members and keys", () => {
  it("are managed by owners, who invite, promote and remove; members may not", async () => {
    const owner = await signedIn();
    const details = { email: "new@example.com", name: "New", role: "member" };
    const { member_id, link } = (await owner.visitor.call("member/invite", details)).data;
    const joining = new PageVisitor(app.baseUrl);
    const joined = await joining.submit(await joining.visit(link), { password: PASSWORD });
    expect(joined.url.pathname).toBe("/console/");
    await expect.poll(() => smtp.mails.some((mail) => mail.includes("To: new@example.com"))).toBe(true);
    expect((await joining.call("member/invite", { ...details, email: "x@example.com" })).code).toBe(
      "owner_only",
    );
    const me = { member_id: owner.memberId };
    expect((await joining.call("member/remove", me)).code).toBe("owner_only");
    expect((await joining.call("member/role", { ...me, role: "member" })).code).toBe("owner_only");
    expect((await joining.call("member/reset_link", me)).code).toBe("owner_only");
    const headers = { "x-florin-console": "1" };
    expect((await joining.request("/v1/account/audit", { headers })).status).toBe(403);
    expect((await owner.visitor.call("member/role", { member_id, role: "owner" })).status).toBe(200);
    expect((await joining.request("/v1/account/audit", { headers })).status).toBe(200);
    expect((await owner.visitor.call("member/remove", { member_id })).data.removed).toBe(true);
    expect((await act(joining, "GET", "/me")).status).toBe(401);
    const foreign = await signedIn();
    const other = { member_id: foreign.memberId };
    expect((await owner.visitor.call("member/remove", other)).data.removed).toBe(false);
    expect((await owner.visitor.call("member/reset_link", other)).code).toBe("member_not_found");
    expect((await owner.visitor.call("member/role", { ...other, role: "member" })).code).toBe(
      "member_not_found",
    );
    expect((await act(foreign.visitor, "GET", "/me")).data.member.role).toBe("owner");
  });

  it("include keys created, rotated and revoked in the console, each acting for its person with an audit trail of its own", async () => {
    const owner = await signedIn();
    const member = await signedIn({ accountId: owner.accountId, role: "member" });
    const details = { name: "backend", scopes: ["account:read"] };
    const made = (await member.visitor.call("key/create", details)).data;
    expect((await app.call("GET", "/v1/account/balance", { key: made.key })).status).toBe(200);
    const other = (await owner.visitor.call("key/create", { name: "other" })).data;
    const names = async (visitor: PageVisitor) =>
      (await visitor.call("key/list")).data.map((key: { name: string }) => key.name);
    expect(await names(member.visitor)).toEqual(["backend"]);
    expect(await names(owner.visitor)).toEqual(expect.arrayContaining(["backend", "other"]));
    const { key_id } = made;
    expect((await member.visitor.call("key/revoke", { key_id: other.key_id })).code).toBe("key_not_found");
    const rotated = (await owner.visitor.call("key/rotate", { key_id, overlap_seconds: 0 })).data;
    expect((await app.call("GET", "/v1/account/balance", { key: rotated.key })).status).toBe(200);
    const [row] = await app.db<{ created_by: string }>`
      select created_by from api_key where id = ${rotated.key_id}`;
    expect(row?.created_by).toBe(owner.memberId);
    const trail = async () => (await app.call("GET", "/v1/account/audit", { key: rotated.key })).json.data;
    await expect
      .poll(async () =>
        (await trail()).findLast((entry: { key_id: string }) => entry.key_id === rotated.key_id),
      )
      .toMatchObject({ user_id: null, client_id: null, operation_id: "account.balance", status: 200 });
    expect((await owner.visitor.call("key/create", { name: "x", scopes: ["nonsense"] })).status).toBe(422);
  });

  it("include connected applications, which are listed and disconnected", async () => {
    const { visitor, email } = await signedIn();
    const { tokens } = await connectClient(app, email);
    const [application] = (await visitor.call("client/list")).data;
    expect(application).toMatchObject({
      client_name: "Test client",
      scopes: ["account:read", "companies:read"],
    });
    const { grant_id } = application;
    const other = await signedIn();
    expect((await other.visitor.call("client/disconnect", { grant_id })).code).toBe("grant_not_found");
    expect((await visitor.call("client/disconnect", { grant_id })).status).toBe(200);
    expect((await app.call("GET", "/v1/account/balance", bearer(tokens.access_token))).status).toBe(401);
  });
});

describe("two owners who make each other members at the same time", () => {
  it("leave one owner", async () => {
    for (let round = 0; round < 5; round++) {
      const one = await signedIn();
      const other = await signedIn({ accountId: one.accountId });
      const demote = (by: typeof one, { memberId: member_id }: typeof one) =>
        by.visitor.call("member/role", { member_id, role: "member" });
      const replies = await Promise.all([demote(one, other), demote(other, one)]);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      const roles = (await one.visitor.call("member/list")).data.map(({ role }: { role: string }) => role);
      expect(roles.sort()).toEqual(["member", "owner"]);
    }
  });
});

describe("an invitation", () => {
  it("is shown once: a repeated call invites no one else, and no table has the link", async () => {
    const { memberId, accountId } = await signedIn();
    const headers = { ...(await addSession(app, { memberId })), "idempotency-key": "invite" };
    const body = { email: "once@example.com", name: "Once" };
    const invite = async (path: string, given: object) =>
      (await app.call("POST", `/v1/account/member/${path}`, { headers, body: given })).json.data;
    const first = await invite("invite", body);
    expect(await invite("invite", body)).toEqual({ member_id: first.member_id, link: null });
    headers["idempotency-key"] = "reset";
    const { link } = await invite("reset_link", { member_id: first.member_id });
    expect((await invite("reset_link", { member_id: first.member_id })).link).toBeNull();
    for (const url of [first.link, link])
      expect(await findEverywhere(app.db, url.split("/").at(-1))).toEqual([]);
    const recorded = async () =>
      (
        await app.db`select from call_audit where account_id = ${accountId} and operation_id = 'members.invite'`
      ).length;
    await expect.poll(recorded).toBe(2);
  });
});

describe("a key", () => {
  it("403: manages no members, sessions or applications, also with every scope that a key may have", async () => {
    const { accountId, memberId } = await signedIn();
    const { key } = await createKey(app.db, {
      accountId,
      createdBy: memberId,
      name: "Key",
      scopes: KEY_SCOPES,
    });
    for (const [method, path] of [
      ["GET", "member/list"],
      ["POST", "member/invite"],
      ["POST", "member/role"],
      ["POST", "member/reset_link"],
      ["POST", "member/remove"],
      ["GET", "session/list"],
      ["POST", "session/end"],
      ["POST", "session/end_others"],
      ["GET", "client/list"],
      ["POST", "client/disconnect"],
    ] as const) {
      const reply = await app.call(method, `/v1/account/${path}`, { key });
      expect([path, reply.json.code]).toEqual([path, "scope_missing"]);
    }
  });
});

describe("the audit trail", () => {
  it("is append-only: entries cannot be changed or removed", async () => {
    const { accountId, key } = await app.addAccount();
    await app.call("GET", "/v1/account/balance", { key });
    const count = async () =>
      (await app.db<{ n: number }>`select count(*) as n from call_audit where account_id = ${accountId}`)[0]
        ?.n;
    await expect.poll(count).toBe(1);
    await expect(app.db`update call_audit set status = 500`.then(() => {})).rejects.toThrow("append-only");
    await expect(app.db`delete from call_audit`.then(() => {})).rejects.toThrow("append-only");
  });
});

it("lists what only a browser does, with the shape of every input", async () => {
  const { actions } = (await app.call("GET", "/console/api")).json;
  expect(actions.length).toBeGreaterThan(10);
  for (const action of actions)
    expect([action.input.type, action.path.startsWith("/console/api/")]).toEqual(["object", true]);
});
