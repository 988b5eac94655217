import { Failure } from "../../kernel/errors.ts";
import type { Viewer } from "../../kernel/viewer.ts";

export { type Viewer, viewerOf } from "../../kernel/viewer.ts";

/**
 * `private`: visible only to its owner, a person. `shared`: visible to everyone in the account. Whatever
 * belongs to an agent builder (subscriptions, runs, artifacts, events, feeds) is visible to those who can see
 * the builder.
 */
export const VISIBILITIES = ["private", "shared"] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export interface Ownership {
  account_id: string;
  /** A person, or the account for what no person created. */
  owner_id: string;
  visibility: Visibility;
}

/** A viewer's objects are private unless shared; a caller that is not a person has no private objects. */
export function ownershipOf({ accountId, userId }: Viewer, wanted?: Visibility): Ownership {
  const visibility = wanted ?? (userId === null ? "shared" : "private");
  if (visibility === "private" && userId === null)
    throw new Failure("invalid_input", {
      detail:
        "visibility: only a person can keep something private, and this key was not created by a person",
    });
  return { account_id: accountId, owner_id: userId ?? accountId, visibility };
}

/** Who something acts for: its owner while it is private; what is shared is made of what the whole account may read. */
export function actsFor({ account_id, owner_id, visibility }: Ownership): Viewer {
  return { accountId: account_id, userId: visibility === "private" ? owner_id : null };
}

/** Only the owner can unshare something. */
export function requireMayChange(
  { userId }: Viewer,
  before: Pick<Ownership, "owner_id" | "visibility">,
  wanted: Visibility | undefined,
): void {
  if (wanted !== "private" || before.visibility === "private" || before.owner_id === userId) return;
  throw new Failure("invalid_input", {
    detail: "visibility: only the person who created it can make it private",
  });
}
