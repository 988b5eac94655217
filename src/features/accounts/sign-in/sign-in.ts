import { Failure } from "../../../kernel/errors.ts";
import type { Database } from "../../../platform/db/index.ts";
import {
  findMember,
  findMemberByEmail,
  findPasswordHash,
  type Member,
  savePasswordHash,
} from "../members/store.ts";
import { takeSecondFactor } from "../second-factor/second-factor.ts";
import { hashSecret, makeSecret } from "../secret.ts";
import { endSessionsOf } from "../sessions/store.ts";
import { attemptPassword } from "./attempts.ts";
import type { Passwords } from "./password.ts";
import { deleteTicket, findTicket, insertTicket } from "./store.ts";

const TICKET_SECONDS = 300;

/** Either the person is authenticated, or a ticket was issued that a second factor completes. */
export type FirstStep = { member: Member; ticket: null } | { member: Member; ticket: string };

export async function signInWithPassword(
  db: Database,
  passwords: Passwords,
  given: { email: string; password: string; address: string },
): Promise<FirstStep> {
  const email = given.email.trim().toLowerCase();
  const member = await attemptPassword(db, { email, address: given.address }, async () => {
    const found = await findMemberByEmail(db, email);
    const stored = found ? await findPasswordHash(db, found.id) : null;
    // Also computed for unknown people, so that the duration reveals nothing.
    if (!(await passwords.verify(stored, given.password)) || !found) throw new Failure("sign_in_refused");
    return found;
  });
  if (!member.has_totp) return { member, ticket: null };
  const ticket = makeSecret();
  await insertTicket(db, { hash: hashSecret(ticket), memberId: member.id, ttlSeconds: TICKET_SECONDS });
  return { member, ticket };
}

/** Completes a sign-in with its second factor. A wrong code may be retried while the ticket is valid. */
export async function finishSignIn(
  db: Database,
  given: { ticket: string; code: string },
): Promise<{ memberId: string; method: "otp" | "recovery" }> {
  const hash = hashSecret(given.ticket);
  const memberId = await findTicket(db, hash);
  if (memberId === null || !(await findMember(db, memberId))) throw new Failure("sign_in_refused");
  const method = await takeSecondFactor(db, memberId, given.code);
  if (!(await deleteTicket(db, hash))) throw new Failure("sign_in_refused");
  return { memberId, method };
}

/** Changes the password of someone who knows the old one; every other session is signed out. */
export async function changePassword(
  db: Database,
  passwords: Passwords,
  input: { member: Member; current: string; next: string; address: string; keepSessionId: string },
): Promise<void> {
  const { member, address } = input;
  await attemptPassword(db, { email: member.email, address }, async () => {
    const stored = await findPasswordHash(db, member.id);
    if (!(await passwords.verify(stored, input.current))) throw new Failure("sign_in_refused");
  });
  await savePasswordHash(db, member.id, await passwords.hash(input.next));
  await endSessionsOf(db, member.id, input.keepSessionId);
}
