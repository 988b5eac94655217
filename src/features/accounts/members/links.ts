import { Failure } from "../../../kernel/errors.ts";
import { makeId } from "../../../kernel/ids.ts";
import { type Database, inTransaction, type Sql } from "../../../platform/db/index.ts";
import { hashSecret, makeSecret } from "../secret.ts";
import { endSessionsOf } from "../sessions/store.ts";
import type { Passwords } from "../sign-in/password.ts";
import { insertAccount, listAccounts } from "../store.ts";
import {
  endLinks,
  findLink,
  findMember,
  hasMembers,
  insertLink,
  insertMember,
  type LinkPurpose,
  type LinkRow,
  lockSetUp,
  type Member,
  savePasswordHash,
  spendLink,
} from "./store.ts";

const TTL_SECONDS: Record<LinkPurpose, number> = { set_up: 86_400, join: 7 * 86_400, reset: 3_600 };

/** Returns the link's secret; building the URL is up to the surface. */
export async function makeLink(sql: Sql, purpose: LinkPurpose, memberId: string | null): Promise<string> {
  const secret = makeSecret();
  await insertLink(sql, { hash: hashSecret(secret), purpose, memberId, ttlSeconds: TTL_SECONDS[purpose] });
  return secret;
}

/** A link for the first owner while there is none; each start creates one, and using any of them ends all. */
export async function offerSetUp(db: Database): Promise<string | null> {
  return (await hasMembers(db)) ? null : makeLink(db, "set_up", null);
}

export interface OpenLink {
  purpose: LinkPurpose;
  member: Member | null;
  /** For set-up: the existing account, which the new owner will own. */
  accountName: string | null;
}

/** What a link is valid for, without using it. */
export async function readLink(db: Database, secret: string): Promise<OpenLink> {
  const link = await findLink(db, hashSecret(secret));
  if (!link || (link.purpose === "set_up" && (await hasMembers(db)))) throw new Failure("link_invalid");
  const member = link.member_id === null ? null : ((await findMember(db, link.member_id)) ?? null);
  if (link.member_id !== null && !member) throw new Failure("link_invalid");
  const [account] = member ? [] : await listAccounts(db, 1);
  return { purpose: link.purpose, member, accountName: account?.name ?? null };
}

export interface SetUpInput {
  secret: string;
  accountName: string;
  email: string;
  name: string;
  password: string;
}

/** Creates the first owner: of the existing account, or of a new one. */
export async function setUp(db: Database, passwords: Passwords, input: SetUpInput): Promise<string> {
  const passwordHash = await passwords.hash(input.password);
  return inTransaction(db, async (sql) => {
    await lockSetUp(sql);
    await takeLink(sql, input.secret, ["set_up"]);
    if (await hasMembers(sql)) throw new Failure("link_invalid");
    const [existing] = await listAccounts(sql, 1);
    const accountId = existing?.id ?? makeId("acc");
    if (!existing) await insertAccount(sql, { id: accountId, name: input.accountName });
    const memberId = makeId("usr");
    await insertMember(sql, { id: memberId, accountId, email: input.email, name: input.name, role: "owner" });
    await savePasswordHash(sql, memberId, passwordHash);
    await endLinks(sql, null);
    return memberId;
  });
}

/** Sets the password of the member the link was issued to; every session of theirs is signed out. */
export async function choosePassword(
  db: Database,
  passwords: Passwords,
  input: { secret: string; password: string },
): Promise<string> {
  const passwordHash = await passwords.hash(input.password);
  return inTransaction(db, async (sql) => {
    const { member_id } = await takeLink(sql, input.secret, ["join", "reset"]);
    if (member_id === null || !(await findMember(sql, member_id))) throw new Failure("link_invalid");
    await savePasswordHash(sql, member_id, passwordHash);
    await endSessionsOf(sql, member_id, null);
    await endLinks(sql, member_id);
    return member_id;
  });
}

async function takeLink(sql: Sql, secret: string, purposes: readonly LinkPurpose[]): Promise<LinkRow> {
  const link = await spendLink(sql, hashSecret(secret));
  if (!link || !purposes.includes(link.purpose)) throw new Failure("link_invalid");
  return link;
}
