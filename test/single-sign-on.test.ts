import { beforeEach, describe, expect, it } from "vitest";
import { forgetPerson } from "../src/features/accounts/data-rights/store.ts";
import { findMember, inviteMember, removeMember } from "../src/features/accounts/index.ts";
import { startTestApp } from "./app.ts";
import { CLIENT, TestOpenIdProvider } from "./openid-provider.ts";
import { addPerson, PageVisitor } from "./person.ts";

const provider = new TestOpenIdProvider();
const app = await startTestApp({
  rate_factor: 100,
  sso_issuer: await provider.listen(),
  sso_client_id: CLIENT.id,
  sso_client_secret: CLIENT.secret,
  sso_name: "Lantern Works",
});
const CALLBACK = `${app.baseUrl}/sign-in/sso/callback`;

let subjects = 0;
const newSubject = () => `subject-${++subjects}`;

/** From the sign-in page to the provider and back. */
async function signIn(visitor: PageVisitor, next = "/console/reports") {
  const away = await visitor.visit(`/sign-in/sso?next=${encodeURIComponent(next)}`);
  return visitor.visit(await provider.visit(away.url.href));
}

const whoIs = async (visitor: PageVisitor) => {
  const headers = { "x-florin-console": "1" };
  return JSON.parse((await visitor.request("/console/api/me", { headers })).text).data?.member?.email;
};

beforeEach(() => provider.open(CALLBACK));

describe("an outside OpenID provider", () => {
  it("signs in the member who has the verified address, and leads to the page they wanted", async () => {
    const { email } = await addPerson(app);
    provider.person = { subject: newSubject(), email: email.toUpperCase(), isVerified: true };
    const visitor = new PageVisitor(app.baseUrl);
    expect((await visitor.visit("/sign-in")).text).toContain("Sign in with Lantern Works");
    const page = await signIn(visitor);
    expect(page.url.pathname).toBe("/console/reports");
    expect(await whoIs(visitor)).toBe(email);
  });

  it("makes an invited person a member without a password", async () => {
    const owner = await addPerson(app);
    const email = "invited@example.com";
    const invited = { accountId: owner.accountId, email, name: "Invited", role: "member" as const };
    const { memberId } = await inviteMember(app.db, invited);
    expect(await findMember(app.db, memberId)).toMatchObject({ has_joined: false });
    provider.person = { subject: newSubject(), email, isVerified: true };
    await signIn(new PageVisitor(app.baseUrl));
    expect(await findMember(app.db, memberId)).toMatchObject({ has_password: false, has_joined: true });
  });

  it("knows a person by the subject when their address changes, and no other person by the old address", async () => {
    const { email } = await addPerson(app);
    const subject = newSubject();
    provider.person = { subject, email, isVerified: true };
    await signIn(new PageVisitor(app.baseUrl));
    provider.person = { subject, email: "renamed@example.com", isVerified: true };
    const visitor = new PageVisitor(app.baseUrl);
    await signIn(visitor);
    expect(await whoIs(visitor)).toBe(email);

    provider.person = { subject: newSubject(), email, isVerified: true };
    const other = new PageVisitor(app.baseUrl);
    expect((await signIn(other)).status).toBe(403);
    expect(await whoIs(other)).toBeUndefined();
  });

  it.each([
    ["an address that no member has", { email: "stranger@example.com", isVerified: true }],
    ["an address that it has not verified", { email: null, isVerified: false }],
  ])("does not sign in a person with %s", async (_, { email, isVerified }) => {
    const member = await addPerson(app);
    provider.person = { subject: newSubject(), email: email ?? member.email, isVerified };
    const visitor = new PageVisitor(app.baseUrl);
    const page = await signIn(visitor);
    expect([page.status, page.text.includes("No member has your address")]).toEqual([403, true]);
    expect(await whoIs(visitor)).toBeUndefined();
  });

  it("refuses a member who was removed, and forgets the identity with the person", async () => {
    const owner = await addPerson(app);
    const { memberId, email } = await addPerson(app, { accountId: owner.accountId, role: "member" });
    provider.person = { subject: newSubject(), email, isVerified: true };
    await signIn(new PageVisitor(app.baseUrl));
    await removeMember(app.db, { accountId: owner.accountId, memberId }, async () => null);
    expect((await signIn(new PageVisitor(app.baseUrl))).status).toBe(403);
    await forgetPerson(app.db, memberId);
    expect(await app.db`select 1 from member_identity where member_id = ${memberId}`).toEqual([]);
  });

  it("accepts no answer that belongs to another browser, or to no sign-in", async () => {
    const { email } = await addPerson(app);
    provider.person = { subject: newSubject(), email, isVerified: true };
    const away = await new PageVisitor(app.baseUrl).visit("/sign-in/sso");
    const answer = await provider.visit(away.url.href);
    const victim = new PageVisitor(app.baseUrl);
    expect((await victim.visit(answer)).status).toBe(403);
    await victim.visit("/sign-in/sso");
    expect((await victim.visit(answer)).status).toBe(403);
    expect(await whoIs(victim)).toBeUndefined();
  });

  it("leads nowhere but to our own pages", async () => {
    const { email } = await addPerson(app);
    provider.person = { subject: newSubject(), email, isVerified: true };
    const page = await signIn(new PageVisitor(app.baseUrl), "https://example.com/");
    expect(page.url.href).toBe(`${app.baseUrl}/console/`);
  });

  it("that does not answer is said on a page, and is asked again later", async () => {
    const fresh = await startTestApp({
      sso_issuer: provider.issuer,
      sso_client_id: CLIENT.id,
      sso_client_secret: CLIENT.secret,
    });
    provider.close();
    const visitor = new PageVisitor(fresh.baseUrl);
    const page = await visitor.visit("/sign-in/sso");
    expect([page.status, page.text.includes("does not answer")]).toEqual([503, true]);
    provider.open(`${fresh.baseUrl}/sign-in/sso/callback`);
    expect((await visitor.visit("/sign-in/sso")).url.origin).toBe(provider.issuer);
  });
});

describe("a service without an outside provider", () => {
  it("offers none", async () => {
    const plain = await startTestApp();
    const visitor = new PageVisitor(plain.baseUrl);
    expect((await visitor.visit("/sign-in")).text).not.toContain("/sign-in/sso");
    expect((await visitor.visit("/sign-in/sso")).status).toBe(404);
  });
});
