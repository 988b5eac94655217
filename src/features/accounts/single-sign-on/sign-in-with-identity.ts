import { Failure } from "../../../kernel/errors.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { OutsideIdentity } from "../../../platform/single-sign-on/index.ts";
import { findMember, findMemberByEmail } from "../members/store.ts";
import { findMemberByIdentity, insertIdentity } from "./store.ts";

/**
 * The member that an outside identity belongs to. The first sign-in binds it to the member who has its verified
 * address; from then on only this identity is that member, whatever happens to the address.
 */
export async function signInWithIdentity(db: Database, identity: OutsideIdentity): Promise<string> {
  const bound = await findMemberByIdentity(db, identity);
  if (bound !== null) {
    if (!(await findMember(db, bound))) throw new Failure("identity_unknown");
    return bound;
  }
  const member = identity.email === null ? undefined : await findMemberByEmail(db, identity.email);
  if (!member) throw new Failure("identity_unknown");
  await insertIdentity(db, { ...identity, memberId: member.id });
  // Another identity may be that member already; and two tabs may have signed in for the first time at once.
  if ((await findMemberByIdentity(db, identity)) !== member.id) throw new Failure("identity_unknown");
  return member.id;
}
