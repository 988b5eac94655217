import { Failure } from "../../../kernel/errors.ts";
import { makeId } from "../../../kernel/ids.ts";
import type { Caller } from "../../../kernel/operation.ts";
import { type Database, inTransaction, type Sql } from "../../../platform/db/index.ts";
import { forgetPerson } from "../data-rights/store.ts";
import { endSessionsOf } from "../sessions/store.ts";
import { makeLink } from "./links.ts";
import {
  countOtherOwners,
  endLinks,
  findMember,
  insertMember,
  lockMembers,
  type Member,
  markRemoved,
  type Role,
  saveRole,
} from "./store.ts";

/** Adds a member without a password; returns the link with which to choose one. */
export async function inviteMember(
  db: Database,
  input: { accountId: string; email: string; name: string; role: Role },
): Promise<{ memberId: string; secret: string }> {
  return inTransaction(db, async (sql) => {
    const id = makeId("usr");
    if (!(await insertMember(sql, { id, ...input }))) throw new Failure("email_taken");
    return { memberId: id, secret: await makeLink(sql, "join", id) };
  });
}

/** An account always keeps an owner. */
export async function changeRole(
  db: Database,
  target: { accountId: string; memberId: string; role: Role },
): Promise<void> {
  const { accountId, memberId, role } = target;
  await inTransaction(db, async (sql) => {
    if (role !== "owner") await requireOtherOwner(await countOtherOwners(sql, accountId, memberId));
    if (!(await saveRole(sql, accountId, memberId, role))) throw new Failure("member_not_found");
  });
}

/**
 * Removes a person: sessions and links end, their tokens are rejected, and who they were is forgotten. `endMore` ends,
 * in the same transaction, what other features keep for the person, who is passed as they were.
 */
export async function removeMember<Ended>(
  db: Database,
  { accountId, memberId }: { accountId: string; memberId: string },
  endMore: (sql: Sql, person: Member) => Promise<Ended>,
): Promise<Ended> {
  return inTransaction(db, async (sql) => {
    await lockMembers(sql, accountId);
    await requireOtherOwner(await countOtherOwners(sql, accountId, memberId));
    const person = await findMember(sql, memberId);
    if (!person || !(await markRemoved(sql, accountId, memberId))) throw new Failure("member_not_found");
    await endSessionsOf(sql, memberId, null);
    await endLinks(sql, memberId);
    await forgetPerson(sql, memberId);
    return endMore(sql, person);
  });
}

function requireOtherOwner(others: number): void {
  if (others === 0) throw new Failure("invalid_input", { detail: "an account keeps at least one owner" });
}

/** For what only an owner may see or do; a plain member's token or session is not enough. */
async function requireOwner(db: Database, memberId: string): Promise<Member> {
  const member = await findMember(db, memberId);
  if (member?.role !== "owner") throw new Failure("owner_only");
  return member;
}

/** A key that no person created is not an owner. */
export async function requireOwnerOf(db: Database, { userId }: Caller): Promise<Member> {
  if (userId === null) throw new Failure("owner_only");
  return requireOwner(db, userId);
}

/** A key can do no more than the person who created it; a key that no person created belongs to the account. */
export async function requireOwnAccount(db: Database, { userId }: Caller): Promise<void> {
  if (userId !== null) await requireOwner(db, userId);
}

export function requirePerson({ userId }: Caller): string {
  if (userId === null)
    throw new Failure("invalid_input", {
      detail: "This is for a person: use a key that a member created, or sign in.",
    });
  return userId;
}
