import { TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/database.ts";
import type { Failure } from "../../kernel/errors.ts";
import type { Storage } from "../../platform/storage/index.ts";
import {
  accountJobs,
  beginTotp,
  changeRole,
  choosePassword,
  createAccount,
  findSignedIn,
  finishSignIn,
  finishTotp,
  inviteMember,
  listMembers,
  makeLink,
  offerSetUp,
  openPasswords,
  openSession,
  removeMember,
  setUp,
  signInWithPassword,
} from "./index.ts";

const db = await freshDatabase();
const passwords = openPasswords();
const PASSWORD = "a long enough password";
let people = 0;

async function addMember(role: "owner" | "member" = "owner", accountId?: string) {
  const account = accountId ?? (await createAccount(db, "Test"));
  const email = `person${++people}@example.com`;
  const { memberId, secret } = await inviteMember(db, { accountId: account, email, name: "Person", role });
  await choosePassword(db, passwords, { secret, password: PASSWORD });
  return { accountId: account, memberId, email };
}

const signIn = (email: string, password = PASSWORD, address = "192.0.2.1") =>
  signInWithPassword(db, passwords, { email, password, address });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Failure) => error.code,
  );
const codeFrom = (uri: string, offset = 0) => {
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  return new TOTP({ secret }).generate({ timestamp: Date.now() + offset * 30_000 });
};

describe("set-up", () => {
  it("creates one owner, even when two people use two links at the same time", async () => {
    const links = [await offerSetUp(db), await offerSetUp(db)];
    const attempts = links.map((secret, index) =>
      codeOf(
        setUp(db, passwords, {
          secret: secret ?? "",
          accountName: "First",
          email: `first${index}@example.com`,
          name: "First",
          password: PASSWORD,
        }),
      ),
    );
    expect((await Promise.all(attempts)).sort()).toEqual(["done", "link_invalid"]);
    expect(await offerSetUp(db)).toBeNull();
  });
});

describe("passwords", () => {
  it("are stored as Argon2id, verified, and never kept in clear text", async () => {
    const hash = await passwords.hash(PASSWORD);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(hash, PASSWORD)).toBe(true);
    expect(await passwords.verify(hash, `${PASSWORD} `)).toBe(false);
    expect(await passwords.verify(null, "")).toBe(false);
  });

  it("are refused the same way, in about the same time, for an unknown person and for a wrong password", async () => {
    const { email } = await addMember();
    const median = async (who: string) => {
      const times: number[] = [];
      for (let round = 0; round < 4; round++) {
        const startedAt = performance.now();
        expect(await codeOf(signIn(who, "wrong password", `198.51.100.${round}`))).toBe("sign_in_refused");
        times.push(performance.now() - startedAt);
      }
      return times.sort((a, b) => a - b)[1] ?? 0;
    };
    const [known, unknown] = [await median(email), await median("nobody@example.com")];
    expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(3);
  });

  it("cannot be guessed: the sixth attempt from one address must wait, even for people who do not exist", async () => {
    const { email } = await addMember();
    for (const who of [email, "stranger@example.com"]) {
      const tries = await Promise.all(
        Array.from({ length: 12 }, () => codeOf(signIn(who, "wrong password", "203.0.113.9"))),
      );
      expect(tries.filter((code) => code === "sign_in_refused")).toHaveLength(5);
      expect(tries.filter((code) => code === "sign_in_locked")).toHaveLength(7);
    }
    expect(await codeOf(signIn(email, PASSWORD, "203.0.113.9"))).toBe("sign_in_locked");
    expect(await codeOf(signIn(email, PASSWORD, "203.0.113.10"))).toBe("done");
  });

  it("are reset by a link that works once and signs out every browser", async () => {
    const { memberId, email } = await addMember();
    const browser = { memberId, methods: ["pwd"], address: "::1", userAgent: "test", replaces: undefined };
    const { secret: cookie } = await openSession(db, browser);
    const secret = await makeLink(db, "reset", memberId);
    await choosePassword(db, passwords, { secret, password: "another long password" });
    expect(await codeOf(choosePassword(db, passwords, { secret, password: PASSWORD }))).toBe("link_invalid");
    expect(await findSignedIn(db, cookie, "::1")).toBeNull();
    expect(await codeOf(signIn(email))).toBe("sign_in_refused");
    expect(await codeOf(signIn(email, "another long password"))).toBe("done");
  });
});

describe("one-time codes", () => {
  it("are requested after the password, accepted once each, and can be replaced by a recovery code", async () => {
    const { email } = await addMember();
    const { member } = await signIn(email);
    const { uri } = await beginTotp(db, member);
    expect((await signIn(email)).ticket).toBeNull();
    const recovery = await finishTotp(db, member.id, codeFrom(uri));
    const { ticket } = await signIn(email);
    expect(await codeOf(finishSignIn(db, { ticket: ticket ?? "", code: codeFrom(uri) }))).toBe(
      "sign_in_refused",
    );
    const next = { ticket: ticket ?? "", code: codeFrom(uri, 1) };
    expect(await finishSignIn(db, next)).toEqual({ memberId: member.id, method: "otp" });
    expect(await codeOf(finishSignIn(db, next))).toBe("sign_in_refused");
    const again = { ticket: (await signIn(email)).ticket ?? "", code: recovery[0]?.toUpperCase() ?? "" };
    expect((await finishSignIn(db, again)).method).toBe("recovery");
    const reused = { ...again, ticket: (await signIn(email)).ticket ?? "" };
    expect(await codeOf(finishSignIn(db, reused))).toBe("sign_in_refused");
  });

  it("cannot be guessed by trial", async () => {
    const { email } = await addMember();
    const { member } = await signIn(email);
    await finishTotp(db, member.id, codeFrom((await beginTotp(db, member)).uri));
    const { ticket } = await signIn(email);
    const tries = [];
    for (let round = 0; round < 8; round++)
      tries.push(await codeOf(finishSignIn(db, { ticket: ticket ?? "", code: "000000" })));
    expect(tries.at(-1)).toBe("sign_in_locked");
  });
});

describe("members", () => {
  it("include at least one owner; a removed member is signed out and can be invited again", async () => {
    const owner = await addMember();
    const other = await addMember("member", owner.accountId);
    expect(
      await codeOf(
        removeMember(db, { accountId: owner.accountId, memberId: owner.memberId }, async () => {}),
      ),
    ).toBe("invalid_input");
    const demoted = { accountId: owner.accountId, memberId: owner.memberId, role: "member" as const };
    expect(await codeOf(changeRole(db, demoted))).toBe("invalid_input");
    const browser = { methods: ["pwd"], address: "::1", userAgent: "test", replaces: undefined };
    const { secret } = await openSession(db, { memberId: other.memberId, ...browser });
    await removeMember(db, { accountId: owner.accountId, memberId: other.memberId }, async () => {});
    expect(await findSignedIn(db, secret, "::1")).toBeNull();
    expect(await codeOf(signIn(other.email))).toBe("sign_in_refused");
    expect((await listMembers(db, owner.accountId, 10)).map(({ id }) => id)).toEqual([owner.memberId]);
    const back = { accountId: owner.accountId, email: other.email, name: "Back", role: "member" as const };
    expect(await codeOf(inviteMember(db, back))).toBe("done");
    expect(await codeOf(inviteMember(db, back))).toBe("email_taken");
  });

  it("of another account cannot be reached", async () => {
    const [first, second] = [await addMember(), await addMember()];
    expect(
      await codeOf(
        removeMember(db, { accountId: second.accountId, memberId: first.memberId }, async () => {}),
      ),
    ).toBe("member_not_found");
  });
});

it("deletes expired records and nothing else", async () => {
  const { memberId } = await addMember();
  const browser = { memberId, methods: ["pwd"], address: "::1", userAgent: "test", replaces: undefined };
  const [old, live] = [await openSession(db, browser), await openSession(db, browser)];
  await db`update member_session set expires_at = now() - interval '31 days' where id = ${old.sessionId}`;
  // Nothing here has files.
  const jobs = accountJobs({ db, storage: {} as Storage });
  await jobs
    .find(({ name }) => name === "accounts.forget-stale-sign-ins")
    ?.run({}, new AbortController().signal);
  const left = await db<{ id: string }>`select id from member_session where member_id = ${memberId}`;
  expect(left.map(({ id }) => id)).toEqual([live.sessionId]);
  expect(await findSignedIn(db, live.secret, "::1")).not.toBeNull();
});
